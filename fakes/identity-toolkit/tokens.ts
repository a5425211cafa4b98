import { randomBytes, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import type { FakeAccount } from './accounts.ts';

export type IssuedTokens = { idToken: string; refreshToken: string; expiresIn: string };

export type Tokens = {
  projectId: string;
  /** Seconds for which tokens last from now on; an hour at first, as at Google. */
  lastFor: number;
  issue(account: FakeAccount): Promise<IssuedTokens>;
  /** Whose token it is; undefined for one that was never issued or is revoked. */
  holderOfIdToken(token: string): string | undefined;
  holderOfRefreshToken(token: string): string | undefined;
  /** Ends every session of the account, as a new password does. */
  revoke(localId: string): void;
  /** Signs with a new key from now on; the old one is no longer published. */
  rotateKey(): Promise<void>;
  keySet(): { keys: JWK[] };
};

type Key = { kid: string; jwk: JWK; sign: (jwt: SignJWT) => Promise<string> };

/** Tokens with the claims that Google's have, signed with RS256. */
export async function makeTokens(projectId: string): Promise<Tokens> {
  let key = await makeKey();
  const idTokens = new Map<string, string>();
  const refreshTokens = new Map<string, string>();
  const made: Tokens = {
    projectId,
    lastFor: 3600,
    async issue(account) {
      const idToken = await key.sign(
        unsignedToken(projectId, account, made.lastFor).setProtectedHeader(header(key)),
      );
      const refreshToken = randomBytes(32).toString('base64url');
      idTokens.set(idToken, account.localId);
      refreshTokens.set(refreshToken, account.localId);
      return { idToken, refreshToken, expiresIn: String(made.lastFor) };
    },
    holderOfIdToken: (token) => idTokens.get(token),
    holderOfRefreshToken: (token) => refreshTokens.get(token),
    revoke(localId) {
      for (const tokens of [idTokens, refreshTokens])
        for (const [token, holder] of tokens) if (holder === localId) tokens.delete(token);
    },
    async rotateKey() {
      key = await makeKey();
    },
    keySet: () => ({ keys: [key.jwk] }),
  };
  return made;
}

async function makeKey(): Promise<Key> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const kid = randomUUID();
  const jwk = { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' };
  return { kid, jwk, sign: (jwt) => jwt.sign(privateKey) };
}

const header = ({ kid }: Key) => ({ alg: 'RS256', kid, typ: 'JWT' });

function unsignedToken(projectId: string, account: FakeAccount, seconds: number): SignJWT {
  const now = Math.floor(Date.now() / 1000);
  const { localId, email, emailVerified, displayName } = account;
  return new SignJWT({
    ...(displayName ? { name: displayName } : {}),
    auth_time: Math.floor(account.lastLoginAt / 1000),
    user_id: localId,
    email,
    email_verified: emailVerified,
    firebase: { identities: { email: [email] }, sign_in_provider: 'password' },
  })
    .setIssuer(`https://securetoken.google.com/${projectId}`)
    .setAudience(projectId)
    .setSubject(localId)
    .setIssuedAt(now)
    .setExpirationTime(now + seconds);
}
