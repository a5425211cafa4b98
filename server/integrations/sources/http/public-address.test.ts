import type { lookup } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { guardedLookup, isPublicAddress, nearFetch, publicAddressFetch } from './public-address.ts';

/** A resolver that gives every name these addresses. */
function resolving(...addresses: string[]): typeof lookup {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const resolve = (_name: string, _options: object, callback: (error: null, found: object) => void) =>
    callback(null, found);
  return resolve as unknown as typeof lookup;
}

const causeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'reached',
    (error: Error) => (error.cause as { failure?: string })?.failure ?? 'other',
  );

describe('an address', () => {
  it.each(['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '127.0.0.1',
    '127.8.8.8',
    '10.0.0.7',
    '172.16.3.4',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fd00::1',
    'fe80::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'localhost',
    '',
  ])('%j is not', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('the guarded fetch', () => {
  it.each([
    ['a name that leads to this machine', 'https://forum.example.com/', ['127.0.0.1']],
    ['a name that leads into a private network', 'https://forum.example.com/', ['10.1.2.3']],
    ['a name that leads here and there', 'https://forum.example.com/', ['93.184.216.34', '192.168.0.1']],
    ['a name that leads nowhere', 'https://forum.example.com/', []],
    ['the address of this machine', 'https://127.0.0.1/', ['93.184.216.34']],
    ['the same in other writing', 'https://0x7f.1/', ['93.184.216.34']],
    ['the newer address of this machine', 'https://[::1]/', ['93.184.216.34']],
    ['the address where clouds keep secrets', 'https://169.254.169.254/latest', ['93.184.216.34']],
    ['a plain connection', 'http://forum.example.com/', ['93.184.216.34']],
    ['another port', 'https://forum.example.com:8443/', ['93.184.216.34']],
  ])('does not go to %s', async (_what, url, addresses) => {
    expect(await causeOf(publicAddressFetch(resolving(...addresses))(url))).toBe('forbidden-address');
  });

  it('goes to the addresses of a name that are all public', () => {
    const looked: unknown[] = [];
    const look = guardedLookup(resolving('93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'));
    look('forum.example.com', { all: true }, (...answer) => looked.push(answer));
    look('forum.example.com', {}, (...answer) => looked.push(answer));
    expect(looked).toEqual([
      [
        null,
        [
          { address: '93.184.216.34', family: 4 },
          { address: '2606:2800:220:1:248:1893:25c8:1946', family: 6 },
        ],
      ],
      [null, '93.184.216.34', 4],
    ]);
  });
});

describe('a redirect', () => {
  /** Asks for `first` where every address leads on to the next one of `hops`; gives what was asked. */
  async function askedAfter(first: string, hops: string[], init: RequestInit = {}) {
    const asked: string[] = [];
    const left = [...hops];
    const reach = nearFetch(async (url, given) => {
      asked.push(String(url));
      expect(given?.redirect).toBe('manual');
      const location = left.shift();
      return location === undefined
        ? new Response('{}')
        : new Response('', { status: 302, headers: { location } });
    });
    const { status } = await reach(first, init);
    return { asked: asked.slice(1), status };
  }
  const first = 'https://forum.example.com/search.json?q=one';

  it.each([
    ['https://www.forum.example.com/search.json?q=one', 'https://www.forum.example.com/search.json?q=one'],
    ['https://forum.example.com/community/search.json', 'https://forum.example.com/community/search.json'],
    ['/login', 'https://forum.example.com/login'],
  ])('to %s is followed', async (location, next) => {
    expect(await askedAfter(first, [location])).toEqual({ asked: [next], status: 200 });
    expect((await askedAfter('https://www.forum.example.com/', [first])).asked).toEqual([first]);
  });

  it.each([
    'https://api.example.com/search',
    'https://example.com/',
    'https://forum.example.com.evil.example/',
    'https://forum.example.com:8443/',
    'http://',
    '',
  ])('to %j is the answer itself', async (location) => {
    const { asked, status } = await askedAfter(first, [location]);
    expect({ asked: asked.filter((url) => url !== first), status: asked.length > 0 ? 302 : status }).toEqual({
      asked: [],
      status: 302,
    });
  });

  it('is followed once', async () => {
    expect(await askedAfter(first, ['/one', '/two', '/three'])).toEqual({
      asked: ['https://forum.example.com/one'],
      status: 302,
    });
  });

  it.each([{ redirect: 'manual' }, { method: 'POST' }] as const)('is not followed with %j', async (init) => {
    expect(await askedAfter(first, ['/one'], init)).toEqual({ asked: [], status: 302 });
  });
});
