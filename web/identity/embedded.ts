import { embeddedSession, send, toUser } from './embedded-session.ts';
import { forgetFirstAnswers, takeFirstAnswer } from './first-answers.ts';
import { type BrowserIdentity, IdentityError, type IdentityFailure, type IdentityUser } from './port.ts';

/** Everything that better-auth does for an account, on its own paths. */
export function embeddedIdentity(): BrowserIdentity {
  const { currentUser, token, clearToken } = embeddedSession();
  // Cleared again at the end: a token that was fetched meanwhile says what was before.
  const forgetting = <T>(change: Promise<T>) => {
    clearToken();
    forgetFirstAnswers();
    return change.finally(clearToken);
  };
  return {
    async currentUser() {
      const sent = takeFirstAnswer('GET', '/api/auth/get-session') as { user: IdentityUser } | undefined;
      return sent ? toUser(sent.user) : currentUser();
    },
    token,
    signIn: (credentials) => forgetting(change('POST', '/sign-in/email', credentials).then(userOf)),
    signUp: (credentials) => forgetting(change('POST', '/sign-up/email', credentials).then(userOf)),
    signOut: () => forgetting(change('POST', '/sign-out', {}).then(() => {})),
    requestPasswordReset: (email) => change('POST', '/request-password-reset', { email }).then(() => {}),
    resetPassword: (code, newPassword) =>
      change('POST', '/reset-password', { token: code, newPassword }).then(() => {}),
    requestEmailVerification: (email) => change('POST', '/send-verification-email', { email }).then(() => {}),
    // The next token says so, and our server reads the token.
    verifyEmail: (code) =>
      forgetting(change('GET', `/verify-email?token=${encodeURIComponent(code)}`).then(() => {})),
    changeName: (name) => forgetting(change('POST', '/update-user', { name }).then(() => {})),
    requestEmailChange: (currentPassword, newEmail) =>
      change('POST', '/change-email', { currentPassword, newEmail }).then(() => {}),
    changePassword: (currentPassword, newPassword) =>
      forgetting(change('POST', '/change-password', { currentPassword, newPassword }).then(() => {})),
    secondFactor: {
      finishSignIn: (code) =>
        forgetting(
          changeFactor(isAppCode(code) ? 'verify-totp' : 'verify-backup-code', { code }).then(userOf),
        ),
      async start(password) {
        const made = await changeFactor('enable', given(password));
        const { totpURI, backupCodes } = made as { totpURI: string; backupCodes: string[] };
        return { uri: totpURI, backupCodes };
      },
      confirm: (code) => forgetting(changeFactor('verify-totp', { code }).then(() => {})),
      end: (password) => forgetting(changeFactor('disable', given(password)).then(() => {})),
      async renewBackupCodes(password) {
        const made = await changeFactor('generate-backup-codes', given(password));
        return (made as { backupCodes: string[] }).backupCodes;
      },
    },
    ways: async () => (await import('./sign-in-ways.ts')).signInWays(forgetting),
  };
}

const failures: Record<string, IdentityFailure> = {
  INVALID_EMAIL_OR_PASSWORD: 'invalid-credential',
  INVALID_EMAIL: 'invalid-credential',
  INVALID_PASSWORD: 'invalid-credential',
  USER_ALREADY_EXISTS: 'email-already-in-use',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email-already-in-use',
  PASSWORD_TOO_SHORT: 'weak-password',
  'auth/weak-password': 'weak-password',
  BANNED_USER: 'user-disabled',
  'auth/too-many-requests': 'too-many-requests',
  too_many_requests: 'slow-down',
  mail_not_configured: 'no-mail',
  email_change_sign_in: 'sign-in-again',
  email_confirm_sign_in: 'sign-in-again',
  passkey_sign_in: 'passkey-first',
  SESSION_NOT_FRESH: 'sign-in-again',
  INVALID_CODE: 'invalid-credential',
  INVALID_BACKUP_CODE: 'invalid-credential',
  INVALID_TWO_FACTOR_COOKIE: 'sign-in-again',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'sign-in-again',
  ACCOUNT_TEMPORARILY_LOCKED: 'slow-down',
};

function change(method: string, path: string, body?: object): Promise<unknown> {
  return send(method, path, body, failures);
}

function changeFactor(path: string, body: object): Promise<unknown> {
  return change('POST', `/two-factor/${path}`, body);
}

/** Empty for an account without a password. */
const given = (password: string) => (password ? { password } : {});

/** Codes of apps are six digits. */
const isAppCode = (code: string) => /^\d{6}$/.test(code);

function userOf(reply: unknown): IdentityUser {
  if ((reply as { twoFactorRedirect?: boolean }).twoFactorRedirect) throw new IdentityError('second-factor');
  return toUser((reply as { user: IdentityUser }).user);
}
