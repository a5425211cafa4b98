import type { AddressInfo } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { createApplication } from './application.ts';
import { isProxyName, senderAddress, trustedProxies } from './sender-address.ts';

const proxies = trustedProxies(['loopback', '10.0.0.0/8', '2001:db8::/32', '192.0.2.1']);

describe("a sender's address", () => {
  it.each([
    ['the socket, without a header', '203.0.113.9', undefined, '203.0.113.9'],
    ['the socket, when a stranger sends the header', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['the last entry behind one proxy', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
    [
      'the last entry, whatever the sender wrote before it',
      '127.0.0.1',
      '1.1.1.1, 198.51.100.1',
      '198.51.100.1',
    ],
    ['the entry before the proxies', '::1', '1.1.1.1, 198.51.100.1, 10.1.2.3, 192.0.2.1', '198.51.100.1'],
    ['an IPv6 address', '::ffff:127.0.0.1', '2a00:1450::1, 2001:db8::7', '2a00:1450::1'],
    ['the address without its port', '127.0.0.1', '[2a00:1450::1]:4711, 10.0.0.1:80', '2a00:1450::1'],
    ['the proxy, when the header is broken', '127.0.0.1', '198.51.100.1, unknown', '127.0.0.1'],
    ['the proxy, when the header is empty', '127.0.0.1', '', '127.0.0.1'],
    ['the farthest proxy, when there is nobody else', '127.0.0.1', '10.0.0.1, 10.0.0.2', '10.0.0.1'],
  ])('is %s', (_case, peer, header, expected) => {
    expect(senderAddress(peer, header, proxies)).toBe(expected);
  });

  it('is the socket for everybody when no proxy is trusted', () => {
    expect(senderAddress('127.0.0.1', '198.51.100.1', trustedProxies(['none']))).toBe('127.0.0.1');
  });
});

describe('the name of a proxy', () => {
  it.each(['loopback', 'none', '10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'])('can be %s', (name) => {
    expect(isProxyName(name)).toBe(true);
  });
  it.each(['proxy', '10.0.0', '10.0.0.0/33', '10.0.0.0/', '127.1', '/8', ''])('cannot be %j', (name) => {
    expect(isProxyName(name)).toBe(false);
  });
});

describe('the application', () => {
  let listener: ServerType;
  afterEach(() => void listener.close());

  it.each([
    ['loopback', '198.51.100.1'],
    ['10.0.0.0/8', '127.0.0.1'],
  ])('with the trusted proxies %s takes a local sender for %s', async (names, expected) => {
    const log = pino({ level: 'silent' });
    const app = createApplication({ log, https: false, isTrustedProxy: trustedProxies([names]) });
    app.get('/address', (context) => context.text(context.get('address')));
    listener = await new Promise((resolve) => {
      const started = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(started));
    });
    const { port } = listener.address() as AddressInfo;
    const headers = { 'x-forwarded-for': '203.0.113.9, 198.51.100.1' };
    const response = await fetch(`http://127.0.0.1:${port}/address`, { headers });
    expect(await response.text()).toBe(expected);
  });
});
