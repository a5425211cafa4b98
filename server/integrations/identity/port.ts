import type { Hono } from 'hono';

/** What a verified bearer token says about its holder. */
export type Claims = {
  /** The provider's id of the user; ours is the same. */
  subject: string;
  email: string;
  emailVerified: boolean;
  name: string;
};

export type Identity = {
  /**
   * Checks signature, algorithm, issuer, audience and expiry.
   * @returns null for a token that is not valid, whatever the reason.
   * @throws when the provider's keys can't be had and none are cached.
   */
  verifyToken(token: string): Promise<Claims | null>;
  /** Paths that the provider serves itself, under `/api/auth`; absent for foreign providers. */
  routes?: Hono;
};
