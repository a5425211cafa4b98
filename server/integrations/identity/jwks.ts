import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify, UnsecuredJWT } from 'jose';
import { CappedMap } from '#shared/rules/capped-map.ts';
import type { Claims, Identity } from './port.ts';

type JwksVerifierOptions = {
  jwksUrl: string;
  issuer: string;
  audience: string;
  algorithms: string[];
  /** How the key set is fetched; the embedded provider answers in process. */
  fetch: FetchKeys;
  /** Further checks of the provider's tokens. */
  isPlausible?: (payload: JWTPayload) => boolean;
  /** The claim that names the session of a token; absent where the provider keeps its sessions to itself. */
  sessionClaim?: string;
  /** Accepts tokens without a signature (`alg: none`), which anyone can make. */
  acceptsUnsigned?: boolean;
};

const remembered = 10_000;

/**
 * Verifies tokens of any provider that publishes its keys as a JWKS. Keys are cached and fetched
 * again after a rotation; a checked token is remembered until it expires.
 */
export function jwksVerifier(options: JwksVerifierOptions): Identity['verifyToken'] {
  const check = payloadReader(options);
  const { isPlausible = () => true } = options;
  const verified = new CappedMap<string, { claims: Claims; expiresAt: number }>(remembered);
  return async (token) => {
    const known = verified.get(token);
    if (known && known.expiresAt > Date.now()) return known.claims;
    verified.delete(token);
    try {
      const payload = await check(token);
      const claims = readClaims(payload, options.sessionClaim);
      if (!claims.subject || !isPlausible(payload)) return null;
      verified.set(token, { claims, expiresAt: (payload.exp ?? 0) * 1000 });
      return claims;
    } catch (error) {
      if (isTokenFault(error)) return null;
      throw error;
    }
  };
}

function payloadReader({
  jwksUrl,
  fetch,
  algorithms,
  acceptsUnsigned,
  issuer,
  audience,
}: JwksVerifierOptions) {
  const keys = createRemoteJWKSet(new URL(jwksUrl), { [customFetch]: lastingKeys(fetch) });
  const expected = { issuer, audience, requiredClaims: ['sub', 'exp'] };
  return async (token: string): Promise<JWTPayload> => {
    // The third part is the signature.
    if (acceptsUnsigned && token.endsWith('.')) return UnsecuredJWT.decode(token, expected).payload;
    return (await jwtVerify(token, keys, { ...expected, algorithms })).payload;
  };
}

function readClaims(payload: JWTPayload, sessionClaim?: string): Claims {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    subject: text(payload.sub),
    email: text(payload.email),
    emailVerified: payload.email_verified === true,
    name: text(payload.name),
    secondFactor: payload.second_factor === true,
    issuedAt: typeof payload.iat === 'number' ? payload.iat : 0,
    sessionId: sessionClaim ? text(payload[sessionClaim]) || null : null,
  };
}

/** A time-out or a broken key set is the provider's fault, everything else the token's. */
function isTokenFault(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return false;
  return error instanceof errors.JOSEError && error.code !== 'ERR_JOSE_GENERIC';
}

export type FetchKeys = (url: string, init: RequestInit) => Promise<Response>;

/** Keys live for days; a provider that withdrew one for cause is believed again within this time. */
const longestMs = 24 * 3_600_000;

/** Fetches a key set; on a failure or an invalid response the last good one is used. */
export function lastingKeys(fetch: FetchKeys): FetchKeys {
  let last: { keys: object; at: number } | null = null;
  return async (url, init) => {
    try {
      last = { keys: await readKeys(await fetch(url, init)), at: Date.now() };
    } catch (error) {
      if (!last || Date.now() - last.at > longestMs) throw error;
    }
    return Response.json(last.keys);
  };
}

async function readKeys(response: Response): Promise<object> {
  if (!response.ok) throw new Error(`The provider answered ${response.status} when asked for its keys.`);
  const body: unknown = await response.json();
  if (typeof body === 'object' && body !== null && 'keys' in body && Array.isArray(body.keys)) return body;
  throw new Error('What the provider answered is no set of keys.');
}
