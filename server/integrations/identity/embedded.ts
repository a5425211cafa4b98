import { randomUUID } from 'node:crypto';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { isAPIError } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import { type Jwk, jwt } from 'better-auth/plugins/jwt';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { and, desc, eq, sql } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import { jwtVerify } from 'jose';
import { AppError } from '#server/app-error.ts';
import { type Database, inTransaction } from '#server/database/connect.ts';
import {
  identityAccounts,
  identityKeys,
  identitySessions,
  identityTwoFactors,
  identityUsers,
  identityVerifications,
} from '#server/database/tables.ts';
import { productName } from '#shared/rules/product.ts';
import { jwksVerifier } from './jwks.ts';
import type { Identity } from './port.ts';

export type EmbeddedIdentityOptions = {
  database: Database;
  /** Signs cookies and encrypts the token keys; 32 characters or more. */
  secretKey: string;
  /** Public URL of the site; read late, because a test server learns its port on start. */
  siteUrl: (request?: Request) => string;
  /** Delivers the mail with the link to set a new password. */
  sendResetLink: (to: string, link: string) => Promise<void>;
  /** Delivers the mail with the link to confirm an address. */
  sendVerifyLink: (to: string, link: string) => Promise<void>;
  /** Delivers the mail with the link that gives an account this new address. */
  sendChangeLink: (to: string, link: string) => Promise<void>;
  /** Tells the address that an account had before that it has another one now. */
  sendEmailChanged: (to: string, newEmail: string, siteUrl: string) => Promise<void>;
  /** Ends what else keeps a person signed in, when a session has ended. */
  endSessions: (subject: string) => Promise<void>;
  /** Middleware before every call: checks its body and its rate limit. */
  guard: (
    request: Request,
    address: string,
    run: (request: Request) => Promise<Response>,
  ) => Promise<Response>;
  /** The site is on https, so its cookies must never travel without. */
  https: boolean;
  /** How passwords are hashed and checked; better-auth's scrypt, unless a test needs none of its slowness. */
  passwords?: {
    hash: (password: string) => Promise<string>;
    verify: (given: { hash: string; password: string }) => Promise<boolean>;
  };
};

const readPaths = ['/get-session', '/token', '/jwks', '/verify-email'];
const writePaths = [
  '/sign-in/email',
  '/sign-up/email',
  '/sign-out',
  '/request-password-reset',
  '/reset-password',
  '/send-verification-email',
  '/update-user',
  '/change-email',
  '/change-password',
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/two-factor/generate-backup-codes',
];
const issuer = 'startup-spark';
const audience = 'startup-spark-api';

/** E-mail and password through better-auth; its tokens are checked as a foreign provider's would be. */
export function embeddedIdentity(settings: EmbeddedIdentityOptions): Identity {
  const auth = createAuth(settings);
  const routes = new Hono<{ Variables: { address: string } }>();
  const serve = async (context: Context<{ Variables: { address: string } }>) => {
    return settings.guard(context.req.raw, context.get('address'), async (request) => {
      const { path } = context.req;
      if (path.endsWith('/verify-email')) await checkConfirmation(auth, settings, request);
      if (path.endsWith('/change-email')) return inOurForm(await changeEmail(auth, request));
      if (path.endsWith('/reset-password')) return inOurForm(await resetPassword(auth, settings, request));
      const again = request.clone();
      const response = await auth.handler(request);
      return inOurForm((await isRefusedSignUp(response)) ? await auth.handler(again) : response);
    });
  };
  // better-auth serves more than the product uses; what is not used is not there.
  for (const path of readPaths) routes.get(`/api/auth${path}`, serve);
  for (const path of writePaths) routes.post(`/api/auth${path}`, serve);
  const verifyToken = jwksVerifier({
    jwksUrl: 'http://identity.internal/api/auth/jwks',
    issuer,
    audience,
    algorithms: ['EdDSA'],
    sessionClaim: 'sid',
    fetch: (url, init) => auth.handler(new Request(url, init)),
  });
  const hasSession = (cookies: string) => /(^|;\s*)(__Secure-)?better-auth\.session_token=/.test(cookies);
  return { verifyToken, routes: routes as unknown as Hono, hasSession };
}

/** Of two sign-ups with one e-mail at once, the later one fails; made again, it finds the other. */
async function isRefusedSignUp(response: Response): Promise<boolean> {
  if (response.status !== 422) return false;
  const body = (await response.clone().json()) as AuthBody | null;
  return body?.code === 'FAILED_TO_CREATE_USER';
}

type Auth = ReturnType<typeof createAuth>;
type Secret = Pick<EmbeddedIdentityOptions, 'secretKey'>;

function createAuth(settings: EmbeddedIdentityOptions) {
  const { database, secretKey, siteUrl, https } = settings;
  return betterAuth({
    secret: secretKey,
    basePath: '/api/auth',
    // The address a browser calls is trusted as its origin; another site's origin never equals it.
    trustedOrigins: (request) => {
      const host = request?.headers.get('host');
      return host ? [siteUrl(), `http://${host}`, `https://${host}`] : [siteUrl()];
    },
    database: drizzleAdapter(database.sql, {
      provider: 'pg',
      schema: {
        user: identityUsers,
        session: identitySessions,
        account: identityAccounts,
        verification: identityVerifications,
        twoFactor: identityTwoFactors,
        jwks: identityKeys,
      },
    }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 6,
      maxPasswordLength: 128,
      password: settings.passwords,
      autoSignIn: true,
      revokeSessionsOnPasswordReset: true,
      async onPasswordReset({ user }) {
        await confirmByReset(database, user);
        await settings.endSessions(user.id);
      },
      resetPasswordTokenExpiresIn: 3600,
      sendResetPassword: ({ user, token }, request) =>
        settings.sendResetLink(user.email, `${siteUrl(request)}/?resetToken=${encodeURIComponent(token)}`),
    },
    emailVerification: {
      expiresIn: 86_400,
      sendOnSignUp: false,
      // To our own page, which asks first: mail scanners open every link.
      async sendVerificationEmail({ user, token }, request) {
        const link = await readLink(token, secretKey);
        const send = link?.updateTo ? settings.sendChangeLink : settings.sendVerifyLink;
        await send(user.email, `${siteUrl(request)}/?verifyToken=${encodeURIComponent(token)}`);
      },
      async afterEmailVerification({ email }, request) {
        const link = request && (await readLink(tokenOf(request), secretKey));
        if (link?.updateTo) await settings.sendEmailChanged(link.email, email, siteUrl(request));
      },
    },
    // The link to confirm goes to the new address.
    user: { changeEmail: { enabled: true } },
    session: { expiresIn: 30 * 86_400, updateAge: 86_400 },
    databaseHooks: {
      session: { delete: { after: ({ userId }) => settings.endSessions(userId) } },
      user: {
        update: {
          // Sessions from before a second factor passed none. better-auth then begins a new one here.
          async before(change, context) {
            const { session } = context?.context ?? {};
            if (!session || !('twoFactorEnabled' in change)) return;
            await context?.context.internalAdapter.deleteUserSessions(session.user.id);
            await settings.endSessions(session.user.id);
          },
        },
      },
    },
    // Said outright, because better-auth leaves these checks out when it thinks that tests run.
    advanced: { disableOriginCheck: false, disableCSRFCheck: false, useSecureCookies: https },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    onAPIError: {
      // Anything but its own refusals goes to the error handler of the application.
      onError(error) {
        if (!isAPIError(error)) throw error;
      },
    },
    logger: { disabled: true },
    plugins: [bearerTokens(database), twoFactor({ issuer: productName })],
  });
}

/**
 * Anybody can register an address that is not theirs, and a mistyped one reaches a stranger. A link counts only for
 * whoever proves both: the address by the link, the account by being signed in to it.
 * @throws AppError email_change_sign_in, email_confirm_sign_in
 */
async function checkConfirmation(auth: Auth, { secretKey }: Secret, request: Request): Promise<void> {
  const link = await readLink(tokenOf(request), secretKey);
  if (!link) return;
  const session = await auth.api.getSession({ headers: request.headers, query: { disableRefresh: true } });
  const user = session?.user.email === link.email ? session.user : null;
  if (link.updateTo && !(user && (await isAfterPassword(auth, user.id, link))))
    throw new AppError('email_change_sign_in');
  if (!user && (await findUnconfirmed(auth, link.email))) throw new AppError('email_confirm_sign_in');
}

/** A link to change the address ends with the password that it was asked for with: another may own the account since. */
async function isAfterPassword(auth: Auth, userId: string, { iat }: MailLink): Promise<boolean> {
  const accounts = await (await auth.$context).internalAdapter.findAccounts(userId);
  const changes = accounts
    .filter(({ providerId }) => providerId === 'credential')
    .map(({ updatedAt }) => updatedAt);
  return changes.every((changedAt) => Math.floor(changedAt.getTime() / 1000) <= iat);
}

/** The link that confirms an address also sets a password, for an owner who never had the account's. */
async function resetPassword(auth: Auth, { secretKey }: Secret, request: Request): Promise<Response> {
  const { method, url, headers } = request;
  const body = (await request.json()) as { token?: string; newPassword?: string };
  const link = await readLink(body.token ?? '', secretKey);
  const user = link && !link.updateTo ? await findUnconfirmed(auth, link.email) : null;
  if (user) {
    const { internalAdapter } = await auth.$context;
    const token = randomUUID();
    const identifier = `reset-password:${token}`;
    const expiresAt = new Date(Date.now() + 60_000);
    await internalAdapter.createVerificationValue({ value: user.id, identifier, expiresAt });
    body.token = token;
  }
  return auth.handler(new Request(url, { method, headers, body: JSON.stringify(body) }));
}

async function findUnconfirmed(auth: Auth, email: string) {
  const found = await (await auth.$context).internalAdapter.findUserByEmail(email);
  return found && !found.user.emailVerified ? found.user : null;
}

/**
 * A new password by a mailed link proves the address, and lifts the lock of the second factor. A factor that was added
 * before the address was proven is somebody else's, and goes.
 */
async function confirmByReset(
  { sql: db }: Database,
  { id, email, emailVerified }: { id: string; email: string; emailVerified: boolean },
): Promise<void> {
  if (emailVerified) {
    const unlocked = { failedVerificationCount: 0, lockedUntil: null };
    await db.update(identityTwoFactors).set(unlocked).where(eq(identityTwoFactors.userId, id));
    return;
  }
  const confirmed = { emailVerified: true, twoFactorEnabled: false };
  await db
    .update(identityUsers)
    .set(confirmed)
    .where(and(eq(identityUsers.id, id), eq(identityUsers.email, email)));
  await db.delete(identityTwoFactors).where(eq(identityTwoFactors.userId, id));
}

/** Only with the current password, which better-auth does not ask for. */
async function changeEmail(auth: Auth, request: Request): Promise<Response> {
  const { method, url, headers } = request;
  const { currentPassword = '', ...body } = (await request.json()) as { currentPassword?: string };
  const checked = await auth.api.verifyPassword({
    headers,
    body: { password: currentPassword },
    asResponse: true,
  });
  if (!checked.ok) return checked;
  return auth.handler(new Request(url, { method, headers, body: JSON.stringify(body) }));
}

const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token') ?? '';

/** A link of a mail: it confirms `email`, or gives the account that has it the address `updateTo`. */
type MailLink = { email: string; updateTo?: string; iat: number };

/** Null for a link that is not ours or too old. */
async function readLink(token: string, secretKey: string): Promise<MailLink | null> {
  const key = new TextEncoder().encode(secretKey);
  const verified = await jwtVerify<MailLink>(token, key, { algorithms: ['HS256'] }).catch(() => null);
  return verified?.payload ?? null;
}

function bearerTokens(database: Database) {
  return jwt({
    adapter: { createJwk: (made) => saveSigningKey(database, made) },
    jwt: {
      issuer,
      audience,
      expirationTime: '15m',
      definePayload: ({ user, session }) => ({
        email: user.email,
        email_verified: user.emailVerified,
        name: user.name,
        // Every session of such an account passed it.
        second_factor: user.twoFactorEnabled,
        sid: session.id,
      }),
    },
  });
}

/**
 * Errors get the three fields of every error body here. Of a success scripts may read only the bearer token: the
 * session's own token lives in an HTTP-only cookie.
 */
async function inOurForm(response: Response): Promise<Response> {
  const body = (await response.json().catch(() => null)) as AuthBody | null;
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  headers.set('content-type', 'application/json');
  const { status } = response;
  if (status < 400) return new Response(JSON.stringify(withoutSessionToken(body)), { status, headers });
  const message = body?.message ?? response.statusText;
  // A lost database, in its words.
  if (body?.code?.startsWith('FAILED_TO_')) throw new AppError('sign_in_unavailable', {}, { retryAfter: 2 });
  const ours = { code: body?.code ?? 'auth/unknown', error: message, message };
  return new Response(JSON.stringify(ours), { status, headers });
}

type AuthBody = {
  code?: string;
  message?: string;
  token?: string;
  user?: object;
  session?: { token?: string };
};

function withoutSessionToken(body: AuthBody | null): AuthBody | null {
  if (!body?.user) return body;
  const { token: _session, session, ...rest } = body;
  if (!session) return rest;
  const { token: _token, ...visible } = session;
  return { ...rest, session: visible };
}

/**
 * Stores the key that signs tokens. Processes may start at once: all use the first stored key, because verifiers may
 * have read it.
 */
export async function saveSigningKey(database: Database, made: Omit<Jwk, 'id'>): Promise<Jwk> {
  const kept = await inTransaction(database, async ({ sql: tx }) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('identity key', 0))`);
    const first = await tx.select().from(identityKeys).orderBy(desc(identityKeys.createdAt)).limit(1);
    return first.length > 0
      ? first
      : tx
          .insert(identityKeys)
          .values({ id: randomUUID(), ...made })
          .returning();
  });
  return kept[0] as Jwk;
}
