import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWK,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { firebaseIdentity } from './firebase.ts';
import type { Identity } from './port.ts';

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;

const project = 'spark-test';
const issuer = `https://securetoken.google.com/${project}`;
const googleKeys =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

let keys: Keys;
let published: JWK[];
let answer: () => Response | Promise<Response>;
let fetched: string[];

beforeEach(async () => {
  keys = await generateKeyPair('RS256');
  published = [await publish(keys, 'first')];
  answer = () => Response.json({ keys: published });
  fetched = [];
});
afterEach(() => vi.useRealTimers());

async function publish({ publicKey }: Keys, kid: string): Promise<JWK> {
  return { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' };
}

function identity(emulatorUrl: string | null = null): Identity {
  return firebaseIdentity({ kind: 'firebase', projectId: project, apiKey: 'k', emulatorUrl }, async (url) => {
    fetched.push(url);
    return answer();
  });
}

const now = () => Math.floor(Date.now() / 1000);

function payload(claims: JWTPayload = {}): JWTPayload {
  return {
    iss: issuer,
    aud: project,
    sub: 'uid-1',
    iat: now(),
    auth_time: now(),
    exp: now() + 3600,
    email: 'ada@example.com',
    email_verified: true,
    name: 'Ada',
    ...claims,
  };
}

function sign(claims: JWTPayload = {}, { key = keys.privateKey, kid = 'first' } = {}): Promise<string> {
  return new SignJWT(payload(claims)).setProtectedHeader({ alg: 'RS256', kid }).sign(key);
}

describe('a Firebase token', () => {
  it("names its holder, checked by Google's keys", async () => {
    expect(await identity().verifyToken(await sign())).toEqual({
      subject: 'uid-1',
      email: 'ada@example.com',
      emailVerified: true,
      secondFactor: false,
      name: 'Ada',
      issuedAt: expect.any(Number),
      sessionId: null,
    });
    expect(fetched).toEqual([googleKeys]);
    expect(identity().routes).toBeUndefined();
  });

  it.each<[string, JWTPayload]>([
    ['of another project', { iss: 'https://securetoken.google.com/another' }],
    ['for another project', { aud: 'another' }],
    ['that has expired', { exp: now() - 1 }],
    ['that never expires', { exp: undefined }],
    ['that is not valid yet', { nbf: now() + 600 }],
    ['that was made in the future', { iat: now() + 600 }],
    ['of somebody who signed in in the future', { auth_time: now() + 600 }],
    ['of somebody who never signed in', { auth_time: undefined }],
    ['without a subject', { sub: undefined }],
    ['with an empty subject', { sub: '' }],
  ])('%s is not valid', async (_case, claims) => {
    expect(await identity().verifyToken(await sign(claims))).toBeNull();
  });

  it.each<[string, () => Promise<string> | string]>([
    ['that nobody signed', () => new UnsecuredJWT(payload()).encode()],
    ['signed with another key', async () => sign({}, { key: (await generateKeyPair('RS256')).privateKey })],
    [
      'signed with the public key as a shared secret',
      async () =>
        new SignJWT(payload())
          .setProtectedHeader({ alg: 'HS256', kid: 'first' })
          .sign(new TextEncoder().encode(await exportSPKI(keys.publicKey))),
    ],
    [
      'signed by another algorithm of the same key',
      async () => {
        const pair = await generateKeyPair('PS256');
        const { alg: _any, use: _sig, ...jwk } = await publish(pair, 'second');
        published.push(jwk);
        return new SignJWT(payload())
          .setProtectedHeader({ alg: 'PS256', kid: 'second' })
          .sign(pair.privateKey);
      },
    ],
    ['naming an unknown key', () => sign({}, { kid: 'unknown' })],
    ['cut in half', async () => (await sign()).slice(0, 60)],
    ['that is empty', () => ''],
    ['with a changed payload', async () => swapPayload(await sign(), { sub: 'eve' })],
  ])('%s is not valid', async (_case, make) => {
    expect(await identity().verifyToken(await make())).toBeNull();
  });

  it('that is valid is remembered until it expires', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { verifyToken } = identity();
    const token = await sign();
    expect(await verifyToken(token)).toBe(await verifyToken(token));
    vi.setSystemTime(Date.now() + 3_601_000);
    expect(await verifyToken(token)).toBeNull();
  });

  it('may be a moment ahead of our clock', async () => {
    const token = await sign({ iat: now() + 20, auth_time: now() + 20 });
    expect(await identity().verifyToken(token)).not.toBeNull();
  });
});

describe("Google's keys", () => {
  it('are read again when a token names one that is not known, but not for every such token', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { verifyToken } = identity();
    await verifyToken(await sign());
    const next = await generateKeyPair('RS256');
    published = [await publish(next, 'second')];
    const signedAnew = () => sign({ iat: now() }, { key: next.privateKey, kid: 'second' });
    expect(await verifyToken(await signedAnew())).toBeNull();
    expect(fetched).toHaveLength(1);
    vi.setSystemTime(Date.now() + 31_000);
    expect(await verifyToken(await signedAnew())).toMatchObject({ subject: 'uid-1' });
    expect(fetched).toHaveLength(2);
  });

  it.each<[string, () => Response | Promise<Response>]>([
    ['does not answer', () => Promise.reject(new TypeError('fetch failed'))],
    ['answers with an error', () => new Response('busy', { status: 503 })],
    ['answers with a page', () => new Response('<html>', { status: 200 })],
    ['answers with something else', () => Response.json({ hello: 'world' })],
  ])('stay in use for a day while Google %s', async (_case, failing) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { verifyToken } = identity();
    await verifyToken(await sign());
    answer = failing;
    vi.setSystemTime(Date.now() + 12 * 3_600_000);
    expect(await verifyToken(await sign())).toMatchObject({ subject: 'uid-1' });
    expect(fetched.length).toBeGreaterThan(1);
    vi.setSystemTime(Date.now() + 13 * 3_600_000);
    await expect(verifyToken(await sign())).rejects.toThrow();
    answer = () => Response.json({ keys: published });
    expect(await verifyToken(await sign())).toMatchObject({ subject: 'uid-1' });
  });

  it('that were never had are an error, not a bad token', async () => {
    answer = () => Promise.reject(new TypeError('fetch failed'));
    await expect(identity().verifyToken(await sign())).rejects.toThrow('fetch failed');
  });
});

describe('an emulator', () => {
  const emulator = () => identity('http://127.0.0.1:9099').verifyToken;
  const unsigned = (claims: JWTPayload = {}) => new UnsecuredJWT(payload(claims)).encode();

  it('is believed by its own keys', async () => {
    expect(await emulator()(await sign())).toMatchObject({ subject: 'uid-1' });
    expect(fetched).toEqual(['http://127.0.0.1:9099/jwks']);
  });

  it('is believed without a signature', async () => {
    expect(await emulator()(unsigned())).toMatchObject({ subject: 'uid-1', email: 'ada@example.com' });
    expect(fetched).toEqual([]);
  });

  it.each<[string, JWTPayload]>([
    ['another issuer', { iss: 'https://securetoken.google.com/another' }],
    ['another audience', { aud: 'another' }],
    ['an end in the past', { exp: now() - 1 }],
    ['no end', { exp: undefined }],
    ['no subject', { sub: undefined }],
    ['a sign-in in the future', { auth_time: now() + 600 }],
  ])('is not believed with %s', async (_case, claims) => {
    expect(await emulator()(unsigned(claims))).toBeNull();
  });

  it('is not believed when it only leaves out the signature', async () => {
    const signed = await sign();
    expect(await emulator()(signed.slice(0, signed.lastIndexOf('.') + 1))).toBeNull();
  });
});

function swapPayload(token: string, changes: object): string {
  const [head, payload = '', signature] = token.split('.');
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...changes };
  return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
}
