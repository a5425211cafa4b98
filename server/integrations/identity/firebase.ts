import type { JWTPayload } from 'jose';
import type { IdentityConfig } from '#server/config.ts';
import { type FetchKeys, jwksVerifier } from './jwks.ts';
import type { Identity } from './port.ts';

const googleKeys =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

/** Seconds by which Google's clock may be ahead. */
const clockSkew = 60;

/**
 * Firebase's tokens, checked as Firebase documents it: https://firebase.google.com/docs/auth/admin/verify-id-tokens
 *
 * With an emulator its keys count in place of Google's, and because Google's own emulator signs nothing,
 * tokens without a signature are taken too: then everybody who reaches the server can be anybody. The
 * configuration therefore allows an emulator only on a machine of one's own (`server/environment.ts`).
 */
export function firebaseIdentity(
  { projectId, emulatorUrl }: Extract<IdentityConfig, { kind: 'firebase' }>,
  fetch: FetchKeys,
): Identity {
  const verifyToken = jwksVerifier({
    jwksUrl: emulatorUrl ? `${emulatorUrl}/jwks` : googleKeys,
    issuer: `https://securetoken.google.com/${projectId}`,
    audience: projectId,
    algorithms: ['RS256'],
    fetch,
    isPlausible: isNotFromTheFuture,
    acceptsUnsigned: emulatorUrl !== null,
  });
  return { verifyToken };
}

function isNotFromTheFuture({ iat, auth_time: signedInAt }: JWTPayload): boolean {
  const latest = Date.now() / 1000 + clockSkew;
  return typeof signedInAt === 'number' && signedInAt <= latest && typeof iat === 'number' && iat <= latest;
}
