import { hash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { parse } from 'hono/utils/cookie';
import * as z from 'zod';
import { AppError } from '#server/app-error.ts';
import type { Database } from '#server/database/connect.ts';
import { identityAccounts, identityUsers } from '#server/database/tables.ts';
import { readBody } from '#server/http/body.ts';
import { countedKey, type Limit, type Limits } from '#server/http/limits.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import { providerName } from '#shared/contracts/config.ts';
import { requiredText, text } from '#shared/contracts/text.ts';

const minute = 60;
const signInPath = '/sign-in/email';
const signUpPath = '/sign-up/email';
const resetPath = '/request-password-reset';
const sendVerifyPath = '/send-verification-email';
const verifyPath = '/verify-email';
const changeEmailPath = '/change-email';
const changePasswordPath = '/change-password';
const setPasswordPath = '/reset-password';
const socialPath = '/sign-in/social';
const passkey = '/passkey';
const secondFactor = '/two-factor';
const credentials = z
  .object({ email: z.optional(text(320)), name: z.optional(text(200)) })
  .catchall(z.union([text(2_000), z.boolean()]));
/** Accounts without a password give none. */
const ownPassword = z.strictObject({ password: z.optional(text(2_000)) });
/** A passkey's proof, in the form that browsers give it. */
const proof = z.object({
  id: text(2_000),
  rawId: text(2_000),
  type: text(20),
  authenticatorAttachment: z.nullish(text(20)),
  // The library reads what extensions say; none is asked for.
  clientExtensionResults: z.object({}),
  response: z.object({
    clientDataJSON: text(10_000),
    attestationObject: z.optional(text(20_000)),
    authenticatorData: z.optional(text(10_000)),
    signature: z.optional(text(10_000)),
    userHandle: z.nullish(text(200)),
    transports: z.optional(z.array(text(20)).max(10)),
  }),
});
/** Bodies of which the provider would take more than the product offers. */
const narrower: Record<string, z.ZodType<Record<string, unknown>>> = {
  '/update-user': z.strictObject({ name: requiredText(200) }),
  [changeEmailPath]: z.strictObject({ newEmail: text(320), currentPassword: text(2_000) }),
  // Everybody who knew the old password is out.
  [changePasswordPath]: z
    .strictObject({ currentPassword: text(2_000), newPassword: text(2_000) })
    .transform((body) => ({ ...body, revokeOtherSessions: true })),
  [`${secondFactor}/enable`]: ownPassword,
  [`${secondFactor}/disable`]: ownPassword,
  [`${secondFactor}/generate-backup-codes`]: ownPassword,
  [`${secondFactor}/verify-totp`]: z.strictObject({ code: text(20) }),
  [`${secondFactor}/verify-backup-code`]: z.strictObject({ code: text(20) }),
  [`${passkey}/generate-register-options`]: ownPassword,
  [`${passkey}/verify-registration`]: z.strictObject({ name: requiredText(100), response: proof }),
  [`${passkey}/verify-authentication`]: z.strictObject({ response: proof }),
  [`${passkey}/delete-passkey`]: z.strictObject({ id: text(200) }),
  [socialPath]: z
    .strictObject({ provider: providerName, next: z.optional(text(2_000)) })
    .transform(({ provider, next }) => {
      const page = `/?${new URLSearchParams({ signIn: '1', ...(next && { next }) })}`;
      return { provider, callbackURL: page, errorCallbackURL: page };
    }),
};

/** Runs one call of the embedded identity provider if its body is sane and its sender not too eager. */
export type AttemptGuard = (
  request: Request,
  address: string,
  run: (request: Request) => Promise<Response>,
) => Promise<Response>;

type AttemptGuardDeps = {
  /** The provider names its cookies after it. */
  https: boolean;
  limits: Limits;
  mail: Pick<Mail, 'reachesPeople'>;
  database: Database;
};

/**
 * Failed sign-ins count for the account in the sender's network, so that a stranger locks out nobody, and for the
 * sender; successful ones are given back. They count against one password: a new one lifts the lock. Promise no link
 * when mail is not delivered.
 */
export function attemptGuard({ https, limits, mail, database }: AttemptGuardDeps): AttemptGuard {
  const sessionCookie = `${https ? '__Secure-' : ''}better-auth.session_token`;
  const verifyLimit = limits('verify-address', 30, 60 * minute);
  const guessLimit = limits('change-password-session', 10, 15 * minute);
  const guesses = { byEmail: guessLimit, byAddress: limits('change-password-address', 60, 15 * minute) };
  // The provider itself locks an account after ten wrong codes.
  const codes = { byAddress: limits('second-factor-address', 60, 15 * minute), givesBack: true };
  const ways = { byAddress: limits('sign-in-way-address', 120, 15 * minute) };
  const attempts: Record<string, Attempt> = {
    [signInPath]: {
      byEmail: limits('sign-in-email', 10, 15 * minute, 'auth/too-many-requests'),
      byAddress: limits('sign-in-address', 60, 15 * minute),
      givesBack: true,
    },
    [signUpPath]: {
      byEmail: limits('sign-up-email', 10, 60 * minute),
      byAddress: limits('sign-up-address', 40, 60 * minute),
    },
    [resetPath]: {
      byEmail: limits('reset-email', 5, 60 * minute),
      byAddress: limits('reset-address', 30, 60 * minute),
    },
    [sendVerifyPath]: {
      byEmail: limits('verify-mail-email', 5, 60 * minute),
      byAddress: limits('verify-mail-address', 30, 60 * minute),
    },
    [changeEmailPath]: {
      byEmail: limits('change-email-email', 5, 60 * minute),
      byAddress: limits('change-email-address', 30, 60 * minute),
    },
    [changePasswordPath]: guesses,
    [`${secondFactor}/enable`]: guesses,
    [`${secondFactor}/disable`]: guesses,
    [`${secondFactor}/generate-backup-codes`]: guesses,
    [`${secondFactor}/verify-totp`]: codes,
    [`${secondFactor}/verify-backup-code`]: codes,
    [setPasswordPath]: { byAddress: limits('set-password-address', 30, 15 * minute) },
    [socialPath]: ways,
    [`${passkey}/generate-authenticate-options`]: ways,
    [`${passkey}/generate-register-options`]: guesses,
    [`${passkey}/verify-authentication`]: codes,
    [`${passkey}/verify-registration`]: ways,
  };
  return async (request, address, run) => {
    const path = new URL(request.url).pathname.replace(/^.*\/api\/auth/, '');
    if (path === verifyPath) {
      await verifyLimit.take(address);
      return run(withTokenAlone(request));
    }
    const attempt = attempts[path];
    if (mailedPaths.has(path) && !mail.reachesPeople) throw new AppError('mail_not_configured');
    await attempt?.byAddress.take(address);
    if (request.method !== 'POST') return run(request);
    const body = await readCredentials(request, narrower[path] ?? credentials);
    refuseBlankPassword(path, body);
    // A password is guessed from one session, which no address names.
    if (path === changeEmailPath) await guessLimit.take(sessionHash(request, sessionCookie));
    const email = String(body.email ?? body.newEmail ?? sessionHash(request, sessionCookie)).toLowerCase();
    const key = attempt?.byEmail && (await emailKey(path, email, address));
    if (key) await attempt.byEmail?.take(key);
    const response = await run(withBody(request, body));
    if (response.ok && attempt?.givesBack) {
      await attempt.byAddress.giveBack(address);
      if (key) await attempt.byEmail?.giveBack(key);
    }
    return response;
  };

  /** Mails count for their recipient, wherever they are asked for. */
  async function emailKey(path: string, email: string, address: string): Promise<string> {
    if (path === signUpPath) return `${email} ${countedKey(address)}`;
    if (path !== signInPath) return email;
    const password = await findPassword(database, email);
    return `${email} ${countedKey(address)} ${hash('sha256', password ?? '', 'base64url').slice(0, 8)}`;
  }
}

/** Hash of the password that the embedded provider keeps for an e-mail in lower case. */
async function findPassword({ sql: db }: Database, email: string): Promise<string | null> {
  const [row] = await db
    .select({ password: identityAccounts.password })
    .from(identityAccounts)
    .innerJoin(identityUsers, eq(identityUsers.id, identityAccounts.userId))
    .where(and(eq(identityUsers.email, email), eq(identityAccounts.providerId, 'credential')));
  return row?.password ?? null;
}

type Attempt = {
  byEmail?: Limit;
  byAddress: Limit;
  /** A success costs nothing. */
  givesBack?: boolean;
};

const mailedPaths = new Set([resetPath, sendVerifyPath, changeEmailPath]);

/** The provider counts characters alone. */
function refuseBlankPassword(path: string, body: Record<string, unknown>): void {
  const chosen = path === signUpPath ? body.password : body.newPassword;
  if (typeof chosen === 'string' && chosen && !chosen.trim()) throw new AppError('auth/weak-password');
}

/** Of the session's token alone: how it is written, and other cookies, are the sender's to vary. */
function sessionHash(request: Request, name: string): string {
  const { [name]: session = '' } = parse(request.headers.get('cookie') ?? '', name);
  const [token = ''] = session.split('.');
  return hash('sha256', token, 'base64url').toLowerCase();
}

async function readCredentials(
  request: Request,
  schema: z.ZodType<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  if (request.headers.get('content-length') === '0' || !request.body) return {};
  const body = schema.safeParse(await readBody(request));
  if (!body.success) throw new AppError('body_invalid', { detail: 'it holds more than short plain text' });
  return body.data;
}

/** The provider would forward to a `callbackURL`, and our page reads the outcome instead. */
function withTokenAlone(request: Request): Request {
  const url = new URL(request.url);
  const token = url.searchParams.get('token') ?? '';
  url.search = `${new URLSearchParams({ token })}`;
  return new Request(url, { headers: request.headers });
}

/** The body was read here, once: a copy made before would wait for its twin when it is too large. */
function withBody(request: Request, body: Record<string, unknown>): Request {
  const headers = new Headers(request.headers);
  headers.delete('content-length');
  headers.delete('transfer-encoding');
  return new Request(request.url, { method: request.method, headers, body: JSON.stringify(body) });
}
