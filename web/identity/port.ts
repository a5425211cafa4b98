import type { ProviderName } from '#shared/contracts/config.ts';

/** The signed-in person, by the identity provider. */
export type IdentityUser = {
  id: string;
  email: string;
  name: string;
  /** True once the address is confirmed. */
  emailVerified: boolean;
  /** Signing in asks for a code; absent where the provider keeps that to itself. */
  hasSecondFactor?: boolean;
};

/**
 * Why an attempt failed; `too-many-requests`: this account is locked for a while; `slow-down`: too many attempts of any
 * kind; `second-factor`: the password was right, and a code is needed too; `no-mail`: this site can't send the link that was asked for; `sign-in-again`: the provider
 * wants a fresh sign-in first; `no-passkeys`: this browser has none for this address; `cancelled`: the device gave no
 * passkey; `passkey-exists`: the device has one of this account; `passkey-first`: it wants a sign-in with a passkey;
 * `unexpected` is any other code of the provider, `unknown` has no code at all.
 */
export type IdentityFailure =
  | 'invalid-credential'
  | 'email-already-in-use'
  | 'weak-password'
  | 'user-disabled'
  | 'too-many-requests'
  | 'slow-down'
  | 'second-factor'
  | 'no-mail'
  | 'sign-in-again'
  | PasskeyFailure
  | 'unexpected'
  | 'unknown';

export type PasskeyFailure = 'no-passkeys' | 'cancelled' | 'passkey-exists' | 'passkey-first';

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
  /** Absent where the provider keeps that to itself. */
  secondFactor?: SecondFactor;
  /** Fetched when asked for; absent where the provider keeps that to itself. */
  ways?: () => Promise<SignInWays>;
};

export type Passkey = { id: string; name: string; createdAt: string };

/** Ways to sign in beside the password. All reject with IdentityError. */
export type SignInWays = {
  /** Needs no code after it. */
  signInWithPasskey(): Promise<IdentityUser>;
  /**
   * The session counts as one with a second factor from then on. Rejects with `invalid-credential` for a wrong current
   * password, and with `sign-in-again` without one when the sign-in is too old.
   */
  addPasskey(name: string, current: string): Promise<void>;
  /** Ends the sessions of other devices that began with a passkey. */
  removePasskey(id: string): Promise<void>;
  list(): Promise<{ passkeys: Passkey[]; hasPassword: boolean }>;
  /** Opens the provider's page, which leads back here and on to `next`. */
  leaveFor(provider: ProviderName, next: string | null): Promise<void>;
};

/** Codes of an authenticator app beside the password. */
export type SecondFactor = {
  /**
   * Ends a sign-in that was rejected with `second-factor`, by a code of the app or a backup code. Rejects with
   * `sign-in-again` when the password is to be given again.
   */
  finishSignIn(code: string): Promise<IdentityUser>;
  /** Begins to set it up: the address for the app, and the codes for the day that it is lost. */
  start(password: string): Promise<{ uri: string; backupCodes: string[] }>;
  /** Switches it on with a first code of the app, and signs every other device out. */
  confirm(code: string): Promise<void>;
  /** Switches it off, and signs every other device out. */
  end(password: string): Promise<void>;
  /** The codes from before end. */
  renewBackupCodes(password: string): Promise<string[]>;
};
