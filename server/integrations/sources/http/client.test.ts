import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { startDev } from '#fakes/dev/dev.ts';
import { startHackerNews } from '#fakes/hacker-news/hacker-news.ts';
import { connectDatabase } from '#server/database/connect.ts';
import { SourceError } from '#server/integrations/sources/port.ts';
import { fixClock, never, openSourceWorld } from '#server/testing/worlds/source-world.ts';
import { type SearchApi, type SearchOutcome, type SourceClientOptions, sourceClient } from './client.ts';
import { rateLimits } from './rate-limits.ts';
import { deleteExpiredResponses } from './response-cache.ts';

fixClock();
const world = openSourceWorld(startHackerNews);
const client = (options: Partial<SourceClientOptions> = {}) => sourceClient(world.deps(options));
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

const hits = z.object({ hits: z.array(z.object({ title: z.string() })) });
const api = (changes: Partial<SearchApi<z.infer<typeof hits>>> = {}) => ({
  key: 'algolia.example',
  limit: { requests: 10, seconds: 10 },
  schema: hits,
  cached: false,
  ...changes,
});
const urls = (...words: string[]) => words.map((word) => `${world.fake.url}/api/v1/search?query=${word}`);

function failures(outcomes: SearchOutcome<unknown>[]) {
  return outcomes.map((outcome) => ('error' in outcome ? outcome.error.failure : 'answered'));
}

async function failureOf(options: Partial<SourceClientOptions> = {}): Promise<SourceError> {
  const [outcome] = await client(options).search(api(), urls('invoice'), never);
  if (!outcome || !('error' in outcome)) throw new Error('it answered');
  return outcome.error;
}

/** A request that never left. */
const unsent = { mayHaveArrived: false, failure: 'unavailable' };

const body = '{"hits":[{"title":"Late invoices"}]}';

/** A host that sends these bytes, whatever they say of themselves; it hangs up unless it keeps connections. */
async function startRaw(headers: string, sent: string | Buffer) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(`HTTP/1.1 200 OK\r\n${headers}\r\n\r\n`);
      socket.write(sent);
      if (!headers.includes('keep-alive')) socket.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: stop };
}

const secondsUntil = (error: SourceError) => Number(error.quietUntil?.getTime()) / 1000 - Date.now() / 1000;

describe('a search request', () => {
  it('names us, and responses come in the order of the requests', async () => {
    world.fake.posts.add({ title: 'Late invoices' });
    const [some, none] = await client().search(api(), urls('invoices', 'submarine'), never);
    expect(some).toMatchObject({ response: { hits: [{ title: 'Late invoices' }] }, cached: false });
    expect(none).toMatchObject({ response: { hits: [] } });
    const agents = new Set(world.fake.requests.map(({ userAgent }) => userAgent));
    expect([...agents]).toEqual(['StartupSpark/1.0 (finds conversations for founders)']);
  });

  it('is not led elsewhere by the source', async () => {
    world.fake.fault({ status: 302, headers: { location: '/elsewhere' } });
    expect(await failureOf()).toMatchObject({ failure: 'unavailable' });
    expect(world.fake.requests).toHaveLength(1);
  });

  it('is given up when the source hangs, or when its caller goes away, and holds no connection', async () => {
    world.fake.fault('hang');
    const hanging = client({ timeoutMs: 300 }).search(api(), urls('one', 'two', 'three'), never);
    await expect.poll(() => world.fake.requests.length).toBe(3);
    expect(world.database.pool.totalCount - world.database.pool.idleCount).toBe(0);
    expect(failures(await hanging)).toEqual(['timed-out', 'timed-out', 'timed-out']);
    const leaving = AbortSignal.timeout(50);
    expect(failures(await client().search(api(), urls('invoice'), leaving))).toEqual(['timed-out']);
  });

  it.each([
    [{ status: 401, body: { message: 'Sign in' } }, 'auth-required'],
    [{ status: 200, body: '<html>Please wait</html>' }, 'unreadable'],
    [{ status: 204 }, 'unreadable'],
  ] as const)('that gets %j fails as %s, once', async (fault, failure) => {
    world.fake.fault(fault);
    expect(await failureOf()).toMatchObject({ failure, quietUntil: null });
    world.fake.fault(null);
    expect(failures(await client().search(api(), urls('invoice'), never))).toEqual(['answered']);
  });

  it('reads no more of a response of 50 MB than the cap, and hangs up', async () => {
    const fake = await startDev();
    fake.fault('huge');
    const options = { configured: [fake.url], largest: 1_000_000 };
    const outcomes = await client(options).search(api(), [fake.url], never);
    expect(failures(outcomes)).toEqual(['too-large']);
    // The buffers of two sockets come on top.
    expect(fake.hugeBytesSent()).toBeLessThan(15_000_000);
    await expect.poll(fake.openConnections).toBe(0);
    await fake.stop();
    await expect(client(options).call(fake.url, { signal: never })).rejects.toMatchObject(unsent);
  });

  it.each([
    ['is longer than it says', 'content-length: 9', body, /^un/],
    ['is shorter than it says and ends', 'content-length: 5000', body, /^unavailable$/],
    [
      'is shorter than it says and hangs',
      'content-length: 5000\r\nconnection: keep-alive',
      body,
      /^timed-out$/,
    ],
    ['claims more than the cap', 'content-length: 999999999', body, /^too-large$/],
    ['claims no length and never ends', 'connection: keep-alive', body, /^timed-out$/],
    ['gives a length that is none', 'content-length: many', body, /^unavailable$/],
  ])('fails where a response %s', async (_, header, text, failure) => {
    await using host = await startRaw(header, text);
    const options = { configured: [host.url], timeoutMs: 300 };
    const outcomes = await client(options).search(api(), [host.url], never);
    expect(failures(outcomes)[0]).toMatch(failure);
  });

  it.each([
    ['iso-8859-1', 'latin1'],
    ['"utf-16le"', 'utf16le'],
    ['UTF-8', 'utf8'],
    ['no-such-charset', 'utf8'],
  ] as const)('reads a response in %s', async (charset, encoding) => {
    const bytes = Buffer.from(JSON.stringify({ hits: [{ title: 'Café à Zürich' }] }), encoding);
    await using host = await startRaw(
      `content-type: application/json; charset=${charset}\r\ncontent-length: ${bytes.length}`,
      bytes,
    );
    const outcomes = await client({ configured: [host.url] }).search(api(), [host.url], never);
    expect(outcomes).toMatchObject([{ response: { hits: [{ title: 'Café à Zürich' }] } }]);
  });

  it('counts the bytes of a packed response after unpacking', async () => {
    world.fake.posts.add({ title: 'invoice', body: 'a'.repeat(300_000) });
    expect(await failureOf({ largest: 100_000 })).toMatchObject({ failure: 'too-large' });
  });

  it('survives characters that PostgreSQL can not store', async () => {
    world.fake.posts.add({ title: 'invoice \u0000 \ud800 end' });
    const cached = api({ cached: true });
    const [first] = await client().search(cached, urls('invoice'), never);
    expect(first).toMatchObject({ response: { hits: [{ title: 'invoice  \ufffd end' }] } });
    expect(await client().search(cached, urls('invoice'), never)).toMatchObject([{ cached: true }]);
  });
});

describe('a busy source', () => {
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);
  it.each([
    ['Retry-After in seconds', () => ({ 'retry-after': '30' }), 30],
    ['Retry-After as a date', () => ({ 'retry-after': inSeconds(60).toUTCString() }), 60],
    [
      'a reset in seconds since 1970',
      () => ({ 'x-ratelimit-reset': String(inSeconds(120).getTime() / 1000) }),
      120,
    ],
    ['a reset as a date', () => ({ 'X-RateLimit-Reset': inSeconds(180).toISOString() }), 180],
    ['a reset in seconds from now', () => ({ 'ratelimit-reset': '40' }), 40],
    ['an absurd time', () => ({ 'retry-after': '99999999' }), 86_400],
  ])('names its time by %s, and no process asks before', async (_, headers, seconds) => {
    world.fake.fault({ status: 429, headers: headers() });
    const error = await failureOf();
    expect([error.failure, secondsUntil(error)]).toEqual(['busy', seconds]);
    world.fake.fault(null);
    const asked = world.fake.requests.length;
    pass((seconds - 1) * 1000);
    const early = await failureOf();
    expect([early.failure, secondsUntil(early)]).toEqual(['busy', 1]);
    expect(world.fake.requests).toHaveLength(asked);
    pass(1000);
    expect(failures(await client().search(api(), urls('invoice'), never))).toEqual(['answered']);
  });

  it.each([
    [403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '90' }],
    [503, {}],
  ])('may say so with %i', async (status, headers) => {
    world.fake.fault({ status, headers: headers as Record<string, string> });
    expect(await failureOf()).toMatchObject({ failure: 'busy' });
  });

  it('without a time is left alone 2, 4, 8 … 300 seconds, until it answers again', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    world.fake.fault({ status: 429 });
    const waits: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      await failureOf();
      const seconds = secondsUntil(await failureOf());
      waits.push(seconds);
      pass(seconds * 1000);
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
    world.fake.fault(null);
    expect(failures(await client().search(api(), urls('invoice'), never))).toEqual(['answered']);
    world.fake.fault({ status: 429 });
    // Many refusals at once count as one.
    await client().search(api(), urls('one', 'two', 'three', 'four'), never);
    expect(secondsUntil(await failureOf())).toBe(2);
  });
});

describe('the rate limit of a host', () => {
  it('is one for all processes', async () => {
    const other = connectDatabase(world.database.pool.options.connectionString ?? '', () => {});
    const words = Array.from({ length: 10 }, (_, index) => `word${index}`);
    const limited = api({ limit: { requests: 12, seconds: 12_000 } });
    const both = await Promise.all([
      client().search(limited, urls(...words), never),
      client({ limits: rateLimits(other.pool) }).search(limited, urls(...words), never),
    ]);
    await other.close();
    const all = failures(both.flat());
    expect(all.filter((outcome) => outcome === 'answered')).toHaveLength(12);
    expect(all.filter((outcome) => outcome === 'busy')).toHaveLength(8);
    expect(world.fake.requests).toHaveLength(12);
  });

  it('gives the first requests their turn and names the time of the next', async () => {
    const limited = api({ limit: { requests: 2, seconds: 10 } });
    const outcomes = await client().search(limited, urls('one', 'two', 'three'), never);
    expect(failures(outcomes)).toEqual(['answered', 'answered', 'busy']);
    const [, , last] = outcomes;
    // A request waits a second for its turn itself.
    expect(last && 'error' in last && secondsUntil(last.error)).toBe(9);
    pass(10_000);
    expect(failures(await client().search(limited, urls('three'), never))).toEqual(['answered']);
  });

  it('lets a request wait a short moment for its turn', async () => {
    vi.useRealTimers();
    const limited = api({ limit: { requests: 1, seconds: 0.05 } });
    const began = performance.now();
    const outcomes = await client().search(limited, urls('one', 'two', 'three'), never);
    expect(failures(outcomes)).toEqual(['answered', 'answered', 'answered']);
    expect(performance.now() - began).toBeGreaterThan(80);
  });

  it('leaves a host alone while its searches are blocked, for the longer of two blocks', async () => {
    const limits = rateLimits(world.database.pool);
    const replies = {
      key: 'forum.example replies',
      part: 'forum.example',
      limit: { requests: 2, seconds: 10 },
    };
    await limits.block('forum.example', 60);
    await limits.block('forum.example', 5);
    expect(await limits.take(replies, 1)).toEqual({ granted: 0, msBeforeNext: 60_000, isBlocked: true });
    pass(61_000);
    expect(await limits.take(replies, 5)).toMatchObject({ granted: 2, isBlocked: false });
  });
});

describe('identical requests', () => {
  it('are answered from the cache for ten minutes', async () => {
    world.fake.posts.add({ title: 'Late invoices' });
    const cached = api({ cached: true });
    const [first] = await client().search(cached, urls('invoices'), never);
    expect(first).toMatchObject({ cached: false });
    pass(9 * 60_000);
    expect(await client().search(cached, urls('invoices'), never)).toEqual([{ ...first, cached: true }]);
    expect(world.fake.requests).toHaveLength(1);
    pass(2 * 60_000);
    expect(await client().search(cached, urls('invoices'), never)).toMatchObject([{ cached: false }]);
  });

  it('take nothing from the limit, and failures are not cached', async () => {
    const cached = api({ cached: true, limit: { requests: 2, seconds: 2_000 } });
    world.fake.fault('html');
    expect(failures(await client().search(cached, urls('one'), never))).toEqual(['refused']);
    world.fake.fault(null);
    expect(failures(await client().search(cached, urls('one', 'one'), never))).toEqual([
      'answered',
      'answered',
    ]);
    expect(failures(await client().search(cached, urls('one', 'two'), never))).toEqual(['answered', 'busy']);
  });

  it('are saved after a moment, when nobody asks again', async () => {
    await client().search(api({ cached: true }), urls('one', 'two'), never);
    const saved = () => world.database.pool.query('select from source_replies');
    await vi.waitFor(async () => expect((await saved()).rowCount).toBe(2), { timeout: 5_000 });
  });

  it('leave nothing behind when their time is over', async () => {
    await client().search(api({ cached: true }), urls('one', 'two'), never);
    // Reads the cache once all is written.
    await client().search(api({ cached: true }), urls('one', 'two'), never);
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    expect(await deleteExpiredResponses(world.database, at(0))).toBe(0);
    expect(await deleteExpiredResponses(world.database, at(11))).toBe(2);
  });
});

describe('a request for a reply', () => {
  const call = (options: Partial<SourceClientOptions> = {}, url = `${world.fake.url}/item?id=1`) =>
    client(options).call(url, { signal: never });

  it('reads nothing of a response that is too large', async () => {
    world.fake.fault('huge');
    expect(await call()).toMatchObject({ body: '', isTooLarge: true });
    expect(world.fake.hugeBytesSent()).toBeLessThan(15_000_000);
  });

  it('may have arrived at a host that hangs', async () => {
    world.fake.fault('hang');
    await expect(call({ timeoutMs: 50 })).rejects.toMatchObject({ mayHaveArrived: true });
  });

  it('follows no redirect and names us', async () => {
    world.fake.fault({ status: 302, headers: { location: 'http://169.254.169.254/' } });
    expect(await call()).toMatchObject({ status: 302 });
    expect(world.fake.requests).toMatchObject([{ userAgent: expect.stringMatching(/^StartupSpark\//) }]);
  });

  it.each([
    ['leads nowhere', Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }), 'unavailable'],
    ['is not public', new SourceError('forbidden-address'), 'forbidden-address'],
  ])('does not go to a name that %s', async (_, cause, failure) => {
    const fetchPublic = () => Promise.reject(new TypeError('fetch failed', { cause }));
    const calling = call({ configured: [], fetchPublic }, 'https://forum.example');
    await expect(calling).rejects.toMatchObject({ mayHaveArrived: false, failure });
  });

  it('leaves a host alone when it says so', async () => {
    world.fake.fault({ status: 429, headers: { 'retry-after': '30' } });
    expect(await call()).toMatchObject({ status: 429 });
    await expect(call()).rejects.toMatchObject(unsent);
    expect(world.fake.requests).toHaveLength(1);
    pass(31_000);
    expect(await call()).toMatchObject({ status: 429 });
  });

  it('is not sent while the rate limit of its host is unknown', async () => {
    const limits = {
      ...rateLimits(world.database.pool),
      take: () => Promise.reject(new Error('no database')),
    };
    await expect(call({ limits })).rejects.toMatchObject(unsent);
    expect(world.fake.requests).toEqual([]);
  });
});
