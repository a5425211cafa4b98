import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { type SourceClientOptions, sourceClient } from './client.ts';
import { publicAddressFetch } from './public-address.ts';
import { noRateLimits, type RateLimits } from './rate-limits.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const call = (url: string, settings: Partial<SourceClientOptions> = {}) =>
  sourceClient({
    configured: [url],
    fetchPublic: fetch,
    now: Date.now,
    log: pino({ enabled: false }),
    ...settings,
  }).call(url, {
    signal: new AbortController().signal,
  });

describe('the way out of all posters', () => {
  it('stops reading at a megabyte, and takes nothing of what was too much', async () => {
    let sent = 0;
    const url = await serve((_request, response) => {
      const chunk = Buffer.alloc(1_000_000, 'x');
      const more = () => {
        sent += 1;
        if (sent > 50) return response.end();
        if (!response.destroyed) response.write(chunk, () => setImmediate(more));
      };
      more();
    });
    const { body } = await call(url);
    expect(body).toBe('');
    expect(sent).toBeLessThan(50);
  });

  it('gives up on a host that hangs, and says that the call may have arrived', async () => {
    const url = await serve(() => {});
    await expect(call(url, { timeoutMs: 50 })).rejects.toMatchObject({ mayHaveArrived: true });
  });

  it('knows that nothing arrived at a closed port', async () => {
    const url = await serve(() => {});
    await new Promise((resolve) => servers.pop()?.close(resolve));
    await expect(call(url)).rejects.toMatchObject({ mayHaveArrived: false });
  });

  it('follows no redirect and tells who it is', async () => {
    const agents: unknown[] = [];
    const url = await serve(({ headers }, response) => {
      agents.push(headers['user-agent']);
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    });
    expect(await call(url)).toMatchObject({ status: 302 });
    expect(agents).toEqual([expect.stringMatching(/^StartupSpark\//)]);
  });

  it('sends what is not configured through the guard alone', async () => {
    const refused = Object.assign(new Error('no'), { failure: 'forbidden-address' });
    const guarded = call('https://forum.example', {
      configured: [],
      fetchPublic: () => Promise.reject(refused),
    });
    await expect(guarded).rejects.toMatchObject({ mayHaveArrived: false, failure: 'forbidden-address' });
  });

  it('can not reach a name that leads nowhere, and refuses one that leads to an address that is not public', async () => {
    const leadingTo = (...addresses: string[]) => {
      const found = addresses.map((address) => ({ address, family: 4 }));
      const missing = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
      const resolve = (_name: string, _options: object, callback: (...found: unknown[]) => void) =>
        addresses.length === 0 ? callback(missing) : callback(null, found);
      const fetchPublic = publicAddressFetch(resolve as never);
      return call('https://forum.example', { configured: [], fetchPublic });
    };
    await expect(leadingTo()).rejects.toMatchObject({ mayHaveArrived: false, failure: 'unavailable' });
    for (const addresses of [['10.0.0.1'], ['127.0.0.1'], ['169.254.169.254'], ['93.184.216.34', '10.0.0.1']])
      await expect(leadingTo(...addresses)).rejects.toMatchObject({
        mayHaveArrived: false,
        failure: 'forbidden-address',
      });
  });

  it('asks no faster than the pace of a host allows, and leaves it alone when it says so', async () => {
    const blocked: [string, number][] = [];
    let left = 1;
    const limits: RateLimits = {
      ...noRateLimits,
      take: async () => ({ granted: Math.max(0, left--), msBeforeNext: 60_000, isBlocked: false }),
      block: async (key, seconds) => void blocked.push([key, seconds]),
    };
    const url = await serve((_request, response) => response.writeHead(429, { 'retry-after': '30' }).end());
    expect(await call(url, { limits })).toMatchObject({ status: 429 });
    expect(blocked).toEqual([[`${new URL(url).host} replies`, 30]]);
    await expect(call(url, { limits })).rejects.toMatchObject({
      mayHaveArrived: false,
      failure: 'unavailable',
    });
  });

  it('has sent nothing when the pace of a host is unknown', async () => {
    let asked = 0;
    const url = await serve((_request, response) => {
      asked += 1;
      response.end();
    });
    const limits: RateLimits = {
      ...noRateLimits,
      take: () => Promise.reject(new Error('the database is away')),
    };
    await expect(call(url, { limits })).rejects.toMatchObject({
      mayHaveArrived: false,
      failure: 'unavailable',
    });
    expect(asked).toBe(0);
  });
});
