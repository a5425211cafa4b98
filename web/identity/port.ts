/** The signed-in person, by the identity provider. */
export type IdentityUser = {
  id: string;
  email: string;
  name: string;
  /** True once the address is confirmed. */
  emailVerified: boolean;
};

/**
 * Why an attempt failed; `too-many-requests`: this account is locked for a while; `slow-down`: too many attempts of any
 * kind; `no-mail`: this site can't send the link that was asked for; `sign-in-again`: the provider
 * wants a fresh sign-in first; `unexpected` is any other code of the provider, `unknown` has no code at all.
 */
export type IdentityFailure =
  | 'invalid-credential'
  | 'email-already-in-use'
  | 'weak-password'
  | 'user-disabled'
  | 'too-many-requests'
  | 'slow-down'
  | 'no-mail'
  | 'sign-in-again'
  | 'unexpected'
  | 'unknown';

export class IdentityError extends Error {
  // Declared only, as in `api-error.ts`.
  declare readonly failure: IdentityFailure;
  constructor(failure: IdentityFailure, options?: ErrorOptions) {
    super(`sign-in failed: ${failure}`, options);
    this.failure = failure;
  }
}

/** Session at the identity provider. */
export type IdentitySession = {
  currentUser(): Promise<IdentityUser | null>;
  /** A bearer token that is good for at least half a minute, or a new one; null when no one is signed in. */
  token(isNew?: boolean): Promise<string | null>;
};

/** The browser's half of an identity provider. What it has beyond a session throws IdentityError. */
export type BrowserIdentity = IdentitySession & {
  signIn(credentials: { email: string; password: string }): Promise<IdentityUser>;
  signUp(credentials: { name: string; email: string; password: string }): Promise<IdentityUser>;
  signOut(): Promise<void>;
  /** Mails a link to set a new password, if the address has an account. */
  requestPasswordReset(email: string): Promise<void>;
  /** Sets a new password with the token of that link; rejects with `unexpected` when it is spent. */
  resetPassword(token: string, password: string): Promise<void>;
  /** Mails the signed-in person a link to confirm this address. */
  requestEmailVerification(email: string): Promise<void>;
  /**
   * Confirms the address of an account with the code of that link; rejects with `unexpected` when it is spent, and with
   * `sign-in-again` where the account is not signed in.
   */
  verifyEmail(code: string): Promise<void>;
  /** The next token has the name. */
  changeName(name: string): Promise<void>;
  /**
   * Mails a link to the new address, which changes with it; the old address is told. Rejects with `invalid-credential`
   * for a wrong current password.
   */
  requestEmailChange(current: string, email: string): Promise<void>;
  /** Signs every other device out. Rejects with `invalid-credential` for a wrong current password. */
  changePassword(current: string, next: string): Promise<void>;
};
