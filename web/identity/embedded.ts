import { type BrowserIdentity, IdentityError, type IdentityFailure, type IdentityUser } from './port.ts';

const freshMs = 30_000;

/** better-auth's own paths: a session cookie, and short-lived bearer tokens made from it. */
export function embeddedIdentity(): BrowserIdentity {
  let cached: { token: string; expiresAt: number } | null = null;
  const forgetting = async <T>(change: Promise<T>) => {
    cached = null;
    return change;
  };
  return {
    async currentUser() {
      const session = (await send('GET', '/get-session')) as { user?: IdentityUser } | null;
      if (!session?.user) return null;
      const user = toUser(session.user);
      // Confirmed on another device: the kept token does not say so yet, and our server reads the token.
      if (user.emailVerified && cached && !claimsOf(cached.token).email_verified) cached = null;
      return user;
    },
    async token(isNew = false) {
      if (!isNew && cached && cached.expiresAt - Date.now() > freshMs) return cached.token;
      const response = await fetch('/api/auth/token', { credentials: 'same-origin' });
      if (response.status === 401) return null;
      if (!response.ok) throw new IdentityError('unexpected');
      const { token } = (await response.json()) as { token: string };
      cached = { token, expiresAt: claimsOf(token).exp * 1000 };
      return token;
    },
    signIn: (credentials) => forgetting(send('POST', '/sign-in/email', credentials).then(userOf)),
    signUp: (credentials) => forgetting(send('POST', '/sign-up/email', credentials).then(userOf)),
    signOut: () => forgetting(send('POST', '/sign-out', {}).then(() => {})),
    requestPasswordReset: (email) => send('POST', '/request-password-reset', { email }).then(() => {}),
    resetPassword: (token, newPassword) =>
      send('POST', '/reset-password', { token, newPassword }).then(() => {}),
    requestEmailVerification: (email) => send('POST', '/send-verification-email', { email }).then(() => {}),
    // The next token says so, and our server reads the token.
    verifyEmail: (code) =>
      forgetting(send('GET', `/verify-email?token=${encodeURIComponent(code)}`).then(() => {})),
  };
}

const failures: Record<string, IdentityFailure> = {
  INVALID_EMAIL_OR_PASSWORD: 'invalid-credential',
  INVALID_EMAIL: 'invalid-credential',
  USER_ALREADY_EXISTS: 'email-already-in-use',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email-already-in-use',
  PASSWORD_TOO_SHORT: 'weak-password',
  BANNED_USER: 'user-disabled',
  'auth/too-many-requests': 'too-many-requests',
  too_many_requests: 'too-many-requests',
  mail_not_configured: 'no-mail',
};

async function send(method: string, path: string, body?: object): Promise<unknown> {
  const request: RequestInit = { method, credentials: 'same-origin' };
  if (body)
    Object.assign(request, { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  const response = await fetch(`/api/auth${path}`, request).catch((cause: unknown) => {
    throw new IdentityError('unknown', { cause });
  });
  const reply = (await response.json().catch(() => null)) as { code?: string } | null;
  if (response.ok) return reply;
  const failure = reply?.code ? (failures[reply.code] ?? 'unexpected') : 'unknown';
  throw new IdentityError(failure, { cause: reply ?? response.status });
}

function userOf(reply: unknown): IdentityUser {
  return toUser((reply as { user: IdentityUser }).user);
}

function toUser({ id, email, name, emailVerified }: IdentityUser): IdentityUser {
  return { id, email, name, emailVerified: emailVerified === true };
}

function claimsOf(token: string): { exp: number; email_verified?: boolean } {
  const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
  return JSON.parse(atob(payload)) as { exp: number; email_verified?: boolean };
}
