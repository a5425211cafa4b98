import { randomUUID } from 'node:crypto';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { isAPIError } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import { type Jwk, jwt } from 'better-auth/plugins/jwt';
import { desc, sql } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import { decodeJwt } from 'jose';
import { AppError } from '#server/app-error.ts';
import { type Database, inTransaction } from '#server/database/connect.ts';
import {
  identityAccounts,
  identityKeys,
  identitySessions,
  identityUsers,
  identityVerifications,
} from '#server/database/tables.ts';
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
];
const issuer = 'startup-spark';
const audience = 'startup-spark-api';

/** E-mail and password through better-auth; its tokens are checked as a foreign provider's would be. */
export function embeddedIdentity(settings: EmbeddedIdentityOptions): Identity {
  const auth = createAuth(settings);
  const routes = new Hono<{ Variables: { address: string } }>();
  const serve = async (context: Context<{ Variables: { address: string } }>) => {
    return settings.guard(context.req.raw, context.get('address'), async (request) => {
      if (context.req.path.endsWith('/verify-email')) await checkChange(auth, request);
      if (context.req.path.endsWith('/change-email')) return inOurForm(await changeEmail(auth, request));
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
      onPasswordReset: ({ user }) => settings.endSessions(user.id),
      resetPasswordTokenExpiresIn: 3600,
      sendResetPassword: ({ user, token }, request) =>
        settings.sendResetLink(user.email, `${siteUrl(request)}/?resetToken=${encodeURIComponent(token)}`),
    },
    emailVerification: {
      expiresIn: 86_400,
      sendOnSignUp: false,
      // To our own page, which asks first: mail scanners open every link.
      sendVerificationEmail: ({ user, token }, request) => {
        const send = emailBefore(token) ? settings.sendChangeLink : settings.sendVerifyLink;
        return send(user.email, `${siteUrl(request)}/?verifyToken=${encodeURIComponent(token)}`);
      },
      async afterEmailVerification({ email }, request) {
        const before = request && emailBefore(tokenOf(request));
        if (before) await settings.sendEmailChanged(before, email, siteUrl(request));
      },
    },
    // The link to confirm goes to the new address.
    user: { changeEmail: { enabled: true } },
    session: { expiresIn: 30 * 86_400, updateAge: 86_400 },
    databaseHooks: { session: { delete: { after: ({ userId }) => settings.endSessions(userId) } } },
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
    plugins: [bearerTokens(database)],
  });
}

/**
 * A link to a new address names its account by the old one, which may be somebody else's by now, and a mistyped one
 * reaches a stranger: only the account itself may follow it.
 * @throws AppError email_change_sign_in
 */
async function checkChange(auth: ReturnType<typeof createAuth>, request: Request): Promise<void> {
  const before = emailBefore(tokenOf(request));
  if (!before) return;
  const session = await auth.api.getSession({ headers: request.headers, query: { disableRefresh: true } });
  if (session?.user.email !== before) throw new AppError('email_change_sign_in');
}

/** Only with the current password, which better-auth does not ask for. */
async function changeEmail(auth: ReturnType<typeof createAuth>, request: Request): Promise<Response> {
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

/** The address before the change that a token, not verified here, confirms; null when it changes none. */
function emailBefore(token: string): string | null {
  try {
    const { email, updateTo } = decodeJwt(token);
    return typeof email === 'string' && updateTo ? email : null;
  } catch {
    return null;
  }
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
