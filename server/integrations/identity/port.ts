import type { Hono } from 'hono';

/** Claims of a verified bearer token. */
export type Claims = {
  /** The provider's id of the user. */
  subject: string;
  email: string;
  emailVerified: boolean;
  name: string;
  /** The session passed a second factor. */
  secondFactor: boolean;
  /** When the token was made, in seconds since 1970; 0 where it does not say so. */
  issuedAt: number;
  /** The session that it was made from; null where only the provider knows its sessions. */
  sessionId: string | null;
};

/** Claims that decide if a caller works on support requests. */
export type AgentClaims = Pick<Claims, 'email' | 'emailVerified' | 'secondFactor'>;

/**
 * The holder of a token as routes see them: `subject` is our id of the user, which differs from the
 * provider's after a change of providers. Whoever never synced has an id that no user has.
 */
export type Caller = Claims & { providerSubject: string };

export type Identity = {
  /**
   * Checks signature, algorithm, issuer, audience and expiry.
   * @returns null for a token that is not valid, whatever the reason.
   * @throws when the provider's keys can't be had and none are cached.
   */
  verifyToken(token: string): Promise<Claims | null>;
  /** Paths that the provider serves itself, under `/api/auth`; absent for foreign providers. */
  routes?: Hono;
  /** True for cookies of a browser that most likely is signed in; absent without such cookies. */
  hasSession?: (cookies: string) => boolean;
};
