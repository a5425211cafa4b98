import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { jwksVerifier } from './jwks.ts';

// Any provider that publishes its keys: the contract that the embedded one and foreign ones share.

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;
const settings = {
  jwksUrl: 'http://provider.internal/jwks',
  issuer: 'the-provider',
  audience: 'the-api',
  algorithms: ['EdDSA'],
};

let keys: Keys;
let published: object[];
let fetches: number;
let away: boolean;
let verify: ReturnType<typeof jwksVerifier>;

beforeEach(async () => {
  keys = await generateKeyPair('EdDSA');
  published = [{ ...(await exportJWK(keys.publicKey)), kid: 'first', alg: 'EdDSA' }];
  fetches = 0;
  away = false;
  verify = jwksVerifier({
    ...settings,
    fetch: async () => {
      fetches += 1;
      if (away) throw new TypeError('fetch failed');
      return Response.json({ keys: published });
    },
  });
});

function sign(
  claims: JWTPayload = {},
  options: { key?: Keys['privateKey']; kid?: string; expires?: string } = {},
) {
  return new SignJWT({ email: 'ada@example.com', email_verified: true, name: 'Ada', sub: 'ada', ...claims })
    .setProtectedHeader({ alg: 'EdDSA', kid: options.kid ?? 'first' })
    .setIssuer((claims.iss as string) ?? settings.issuer)
    .setAudience((claims.aud as string) ?? settings.audience)
    .setExpirationTime(options.expires ?? '5m')
    .sign(options.key ?? keys.privateKey);
}

describe('a token', () => {
  it('of the provider says who its holder is', async () => {
    expect(await verify(await sign())).toEqual({
      subject: 'ada',
      email: 'ada@example.com',
      emailVerified: true,
      name: 'Ada',
      issuedAt: expect.any(Number),
    });
  });

  it('is checked once and then remembered', async () => {
    const token = await sign();
    expect(await verify(token)).toEqual(await verify(token));
    expect(fetches).toBe(1);
  });

  it.each<[string, () => Promise<string> | string]>([
    ['from another issuer', () => sign({ iss: 'somebody-else' })],
    ['for another audience', () => sign({ aud: 'another-api' })],
    ['that has expired', () => sign({}, { expires: '-1s' })],
    ['without a subject', () => sign({ sub: undefined })],
    ['signed with another key', async () => sign({}, { key: (await generateKeyPair('EdDSA')).privateKey })],
    ['naming an unknown key', () => sign({}, { kid: 'unknown' })],
    [
      'signed with nothing (alg: none)',
      () => new UnsecuredJWT({ sub: 'ada' }).setIssuer(settings.issuer).encode(),
    ],
    [
      'signed with the public key as a shared secret (HS256)',
      async () =>
        new SignJWT({ sub: 'ada' })
          .setProtectedHeader({ alg: 'HS256', kid: 'first' })
          .setIssuer(settings.issuer)
          .setAudience(settings.audience)
          .setExpirationTime('5m')
          .sign(new TextEncoder().encode(JSON.stringify(published[0]))),
    ],
    ['cut in half', async () => (await sign()).slice(0, 60)],
    ['that is empty', () => ''],
    ['with a changed payload', async () => swapPayload(await sign(), { sub: 'eve' })],
  ])('%s is not valid', async (_case, make) => {
    expect(await verify(await make())).toBeNull();
  });

  it('that was remembered stops being valid when it expires', async () => {
    const token = await sign({}, { expires: '1s' });
    expect(await verify(token)).not.toBeNull();
    await new Promise((resume) => setTimeout(resume, 1_100));
    expect(await verify(token)).toBeNull();
  });

  it('can be checked while the provider is away, once its keys are known', async () => {
    await verify(await sign());
    away = true;
    expect(await verify(await sign({ name: 'Later' }))).toMatchObject({ name: 'Later' });
  });

  it('makes a provider that never answered an error, not a bad token', async () => {
    away = true;
    await expect(verify(await sign())).rejects.toThrow('fetch failed');
  });
});

function swapPayload(token: string, changes: object): string {
  const [head, payload = '', signature] = token.split('.');
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...changes };
  return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
}
