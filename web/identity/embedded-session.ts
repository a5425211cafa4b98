import { IdentityError, type IdentityFailure, type IdentitySession, type IdentityUser } from './port.ts';
import { timeLimit } from './time-limit.ts';
import { timeLimitMs } from './token.ts';

const freshMs = 30_000;

export type EmbeddedSession = IdentitySession & {
  /** The next token says what has changed. */
  clearToken(): void;
};

/** better-auth's session cookie, and short-lived bearer tokens made from it. */
export function embeddedSession(): EmbeddedSession {
  let cached: { token: string; expiresAt: number } | null = null;
  let fetching: Promise<string | null> | null = null;
  async function fetchToken(): Promise<string | null> {
    const response = await fetch('/api/auth/token', {
      credentials: 'same-origin',
      signal: timeLimit(timeLimitMs),
    });
    if (response.status === 401) return null;
    if (!response.ok) throw new IdentityError('unexpected');
    const { token } = (await response.json()) as { token: string };
    cached = { token, expiresAt: claimsOf(token).exp * 1000 };
    return token;
  }
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
      if (isNew || !fetching) {
        const mine = fetchToken().finally(() => {
          if (fetching === mine) fetching = null;
        });
        fetching = mine;
      }
      return fetching;
    },
    clearToken() {
      cached = null;
      fetching = null;
    },
  };
}

/**
 * Calls one of better-auth's own paths.
 * @throws IdentityError the failure of the code that it answers, `unexpected` for one without, `unknown` without a code.
 */
export async function send(
  method: string,
  path: string,
  body?: object,
  failures: Partial<Record<string, IdentityFailure>> = {},
): Promise<unknown> {
  const signal = timeLimit(timeLimitMs);
  const request: RequestInit = { method, credentials: 'same-origin', signal };
  if (body)
    Object.assign(request, { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  const response = await fetch(`/api/auth${path}`, request).catch(notReached);
  const reply = (await response.json().catch(nullIfNotJson)) as { code?: string } | null;
  if (response.ok) return reply;
  const failure = reply?.code ? (failures[reply.code] ?? 'unexpected') : 'unknown';
  throw new IdentityError(failure, { cause: reply ?? response.status });
}

function nullIfNotJson(cause: unknown): null {
  // A body that was cut off must not become null, which means signed out.
  return cause instanceof SyntaxError ? null : notReached(cause);
}

function notReached(cause: unknown): never {
  throw new IdentityError('unknown', { cause });
}

export function toUser(given: IdentityUser & { twoFactorEnabled?: boolean | null }): IdentityUser {
  const { id, email, name, emailVerified, twoFactorEnabled } = given;
  return {
    id,
    email,
    name,
    emailVerified: emailVerified === true,
    hasSecondFactor: twoFactorEnabled === true,
  };
}

function claimsOf(token: string): { exp: number; email_verified?: boolean } {
  const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
  return JSON.parse(atob(payload)) as { exp: number; email_verified?: boolean };
}
