import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose';
import type { Claims, Identity } from './port.ts';

type Settings = {
  jwksUrl: string;
  issuer: string;
  audience: string;
  algorithms: string[];
  /** How the key set is fetched; the embedded provider answers in process. */
  fetch: (url: string, init: RequestInit) => Promise<Response>;
};

const remembered = 10_000;

/**
 * Verifies tokens of any provider that publishes its keys as a JWKS. Keys are cached and fetched
 * again after a rotation; a checked token is remembered until it expires.
 */
export function jwksVerifier(settings: Settings): Identity['verifyToken'] {
  const keys = createRemoteJWKSet(new URL(settings.jwksUrl), { [customFetch]: settings.fetch });
  const { issuer, audience, algorithms } = settings;
  const verified = new Map<string, { claims: Claims; expiresAt: number }>();
  return async (token) => {
    const known = verified.get(token);
    if (known && known.expiresAt > Date.now()) return known.claims;
    verified.delete(token);
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms,
        requiredClaims: ['sub', 'exp'],
      });
      const claims = readClaims(payload);
      if (verified.size >= remembered) verified.clear();
      verified.set(token, { claims, expiresAt: (payload.exp ?? 0) * 1000 });
      return claims;
    } catch (error) {
      if (isTokenFault(error)) return null;
      throw error;
    }
  };
}

function readClaims(payload: Record<string, unknown>): Claims {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    subject: text(payload.sub),
    email: text(payload.email),
    emailVerified: payload.email_verified === true,
    name: text(payload.name),
  };
}

/** A time-out or a broken key set is the provider's fault, everything else the token's. */
function isTokenFault(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return false;
  return error instanceof errors.JOSEError && error.code !== 'ERR_JOSE_GENERIC';
}
