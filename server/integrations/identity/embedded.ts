import { randomUUID } from 'node:crypto';
import { passkey } from '@better-auth/passkey';
import type { BetterAuthPlugin } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import { type Jwk, jwt } from 'better-auth/plugins/jwt';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { and, desc, eq, like, or, sql } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import { jwtVerify } from 'jose';
import { AppError } from '#server/app-error.ts';
import type { IdentityConfig } from '#server/config.ts';
import { type Database, inTransaction } from '#server/database/connect.ts';
import {
  identityAccounts,
  identityKeys,
  identityPasskeys,
  identitySessions,
  identityTwoFactors,
  identityUsers,
  identityVerifications,
} from '#server/database/tables.ts';
import { productName } from '#shared/rules/product.ts';
import { jwksVerifier } from './jwks.ts';
import type { AgentClaims, Identity } from './port.ts';

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
  /** Tells the owner of an account that it can be entered with one more passkey. */
  sendPasskeyAdded: (to: string, siteUrl: string) => Promise<void>;
  /** Tells the address that an account had before that it has another one now. */
  sendEmailChanged: (to: string, newEmail: string, siteUrl: string) => Promise<void>;
  /** Ends what else keeps a person signed in, when a session has ended. */
  endSessions: (subject: string) => Promise<void>;
  /** True for claims that would open the inbox with a second factor alone. */
  lacksSecondFactor: (claims: AgentClaims) => boolean;
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

export type Providers = Extract<IdentityConfig, { kind: 'embedded' }>['providers'];

const readPaths = [
  '/get-session',
  '/token',
  '/jwks',
  '/verify-email',
  '/list-accounts',
  '/callback/:id',
  '/passkey/generate-authenticate-options',
  '/passkey/list-user-passkeys',
];
const writePaths = [
  '/sign-in/email',
  '/sign-in/social',
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
  '/passkey/generate-register-options',
  '/passkey/verify-registration',
  '/passkey/verify-authentication',
  '/passkey/delete-passkey',
];
const issuer = 'startup-spark';
const audience = 'startup-spark-api';

/**
 * E-mail and password, passkeys, Google and GitHub through better-auth; its tokens are checked as a foreign provider's
 * would be.
 */
export function embeddedIdentity(settings: EmbeddedIdentityOptions, providers: Providers): Identity {
  const auth = createAuth(settings, providers);
  const routes = new Hono<{ Variables: { address: string } }>();
  const serve = async (context: Context<{ Variables: { address: string } }>) => {
    return settings.guard(context.req.raw, context.get('address'), async (checked) => {
      const { pathname, search } = new URL(checked.url);
      const path = pathname.replace(/^\/api\/auth/, '');
      // Passkeys and ways back from a provider belong to the site's address, whatever a proxy calls it.
      const request = /^\/(passkey|sign-in\/social|callback)\b/.test(path)
        ? new Request(settings.siteUrl(checked) + pathname + search, checked)
        : checked;
      if (path.startsWith('/callback/')) return leadBack(await auth.handler(request), request.url);
      if (path === '/verify-email') await checkConfirmation(auth, settings, request);
      if (changesFactors.has(path)) await checkFactorChange(auth, settings, request);
      const refusal = ownerPaths.has(path) ? await askForOwner(auth, path, request) : null;
      return inOurForm(refusal ?? (await answer(auth, settings, path, request)));
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

async function answer(
  auth: Auth,
  settings: EmbeddedIdentityOptions,
  path: string,
  request: Request,
): Promise<Response> {
  const { database } = settings;
  switch (path) {
    case '/change-email':
      return changeEmail(auth, request);
    case '/reset-password':
      return resetPassword(auth, settings, request);
    case '/sign-in/email': {
      const { email = '' } = (await request.clone().json()) as { email?: string };
      return signIn(auth, database, request, () => readLogin(database, email));
    }
    case '/passkey/verify-authentication': {
      const { response } = (await request.clone().json()) as { response: { id: string } };
      return signIn(auth, database, request, () => readPasskey(database, response.id));
    }
    case '/change-password': {
      const response = await auth.handler(request);
      const { user } = (await response.clone().json()) as { user?: { id: string } };
      if (user) await endPending(database, user.id);
      return response;
    }
    case '/passkey/generate-register-options':
      // better-auth reads them; the password came with them.
      return auth.handler(new Request(request.url, { headers: request.headers }));
    case '/passkey/verify-registration':
      return addPasskey(auth, settings, request);
    case '/two-factor/verify-totp':
    case '/two-factor/verify-backup-code':
      return passCode(auth, database, request);
    case '/passkey/delete-passkey':
      return deletePasskey(auth, database, request);
    case '/sign-up/email': {
      const again = request.clone();
      const response = await auth.handler(request);
      return (await isRefusedSignUp(response)) ? auth.handler(again) : response;
    }
    default:
      return auth.handler(request);
  }
}

/**
 * Signs in, and again where its proof changed meanwhile: a session or a code step that began before a new password or a
 * new second factor ends with it.
 */
async function signIn(
  auth: Auth,
  database: Database,
  request: Request,
  readProof: () => Promise<{ userId: string } | undefined>,
): Promise<Response> {
  const again = request.clone();
  const before = await readProof();
  const response = await auth.handler(request);
  if (!response.ok || JSON.stringify(await readProof()) === JSON.stringify(before)) return response;
  const body = (await response.json()) as AuthBody;
  const token = body.token ?? body.session?.token;
  if (token) await (await auth.$context).internalAdapter.deleteSession(token);
  if (before) await endPending(database, before.userId);
  return signIn(auth, database, again, readProof);
}

async function readLogin({ sql: db }: Database, email: string) {
  const [login] = await db
    .select({
      userId: identityUsers.id,
      twoFactorEnabled: identityUsers.twoFactorEnabled,
      password: identityAccounts.password,
    })
    .from(identityUsers)
    .innerJoin(identityAccounts, eq(identityAccounts.userId, identityUsers.id))
    .where(and(eq(identityUsers.email, email.toLowerCase()), eq(identityAccounts.providerId, 'credential')));
  return login;
}

async function readPasskey({ sql: db }: Database, credentialId: string) {
  const [found] = await db
    .select({ userId: identityPasskeys.userId, id: identityPasskeys.id })
    .from(identityPasskeys)
    .where(eq(identityPasskeys.credentialID, credentialId));
  return found;
}

/** Sign-ins that wait for a code, and links that set a new password: what they were begun with no longer counts. */
async function endPending({ sql: db }: Database, userId: string): Promise<void> {
  await db
    .delete(identityVerifications)
    .where(
      and(
        eq(identityVerifications.value, userId),
        or(
          like(identityVerifications.identifier, '2fa-%'),
          like(identityVerifications.identifier, 'reset-password:%'),
        ),
      ),
    );
}

/** With a passkey go the sessions of other devices that may have begun with it. */
async function deletePasskey(auth: Auth, database: Database, request: Request): Promise<Response> {
  const { headers } = request;
  const response = await auth.handler(request);
  const here = response.ok ? await auth.api.getSession({ headers, query: { disableRefresh: true } }) : null;
  if (!here) return response;
  const { internalAdapter } = await auth.$context;
  const sessions = await database.sql
    .select({ token: identitySessions.token })
    .from(identitySessions)
    .where(and(eq(identitySessions.userId, here.user.id), eq(identitySessions.secondFactor, true)));
  const others = sessions.map(({ token }) => token).filter((token) => token !== here.session.token);
  await internalAdapter.deleteSessions(others);
  return response;
}

/** A passkey that is stored after a stranger's factors went with their sessions goes too. */
async function addPasskey(
  auth: Auth,
  { database, sendPasskeyAdded, siteUrl }: EmbeddedIdentityOptions,
  request: Request,
): Promise<Response> {
  const { headers } = request;
  const response = await auth.handler(request);
  if (!response.ok) return response;
  const here = await auth.api.getSession({ headers, query: { disableRefresh: true } });
  if (!here) {
    const { id, userId } = (await response.json()) as { id: string; userId: string };
    await database.sql.delete(identityPasskeys).where(eq(identityPasskeys.id, id));
    await (await auth.$context).internalAdapter.deleteUserSessions(userId);
    throw new AppError('sign_in_expired');
  }
  // Another address may be anybody's.
  if (here.user.emailVerified) await sendPasskeyAdded(here.user.email, siteUrl(request));
  return response;
}

/** A code that passes after its factor went with a stranger's sessions opens nothing. */
async function passCode(auth: Auth, { sql: db }: Database, request: Request): Promise<Response> {
  const response = await auth.handler(request);
  const { user } = (await response.clone().json()) as { user?: { id: string } };
  if (!response.ok || !user) return response;
  if (await db.$count(identityTwoFactors, eq(identityTwoFactors.userId, user.id))) return response;
  await db.update(identityUsers).set({ twoFactorEnabled: false }).where(eq(identityUsers.id, user.id));
  await (await auth.$context).internalAdapter.deleteUserSessions(user.id);
  throw new AppError('sign_in_expired');
}

/** Calls for the owner alone, not for everybody at a browser that was left open. */
const ownerPaths = new Set([
  '/passkey/generate-register-options',
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
]);
const freshMs = 86_400_000;

/**
 * The owner is known by the password, which better-auth asks for at the second factor and not at passkeys, or in an
 * account without one by a sign-in of this day.
 * @returns the refusal.
 */
async function askForOwner(auth: Auth, path: string, request: Request): Promise<Response | null> {
  const { headers } = request;
  const found = await auth.api.getSession({ headers, query: { disableRefresh: true } });
  if (!found) return null;
  if (await (await auth.$context).internalAdapter.findCredentialAccount(found.user.id)) {
    if (!path.startsWith('/passkey/')) return null;
    const { password = '' } = (await request.clone().json()) as { password?: string };
    const checked = await auth.api.verifyPassword({ headers, body: { password }, asResponse: true });
    return checked.ok ? null : checked;
  }
  if (Date.now() - found.session.createdAt.getTime() < freshMs) return null;
  const code = 'SESSION_NOT_FRESH';
  return Response.json({ code, message: 'The sign-in is more than a day old.' }, { status: 403 });
}

const changesFactors = new Set([
  '/passkey/generate-register-options',
  '/passkey/verify-registration',
  '/passkey/delete-passkey',
  '/two-factor/enable',
]);

/**
 * A stolen password must not add a passkey of its own: an agent who has one changes them only after signing in with it.
 * @throws AppError passkey_sign_in
 */
async function checkFactorChange(
  auth: Auth,
  { database, lacksSecondFactor }: Pick<EmbeddedIdentityOptions, 'database' | 'lacksSecondFactor'>,
  request: Request,
): Promise<void> {
  const { headers } = request;
  const found = await auth.api.getSession({ headers, query: { disableRefresh: true } });
  if (!found) return;
  const { email, emailVerified } = found.user;
  if (!lacksSecondFactor({ email, emailVerified, secondFactor: passedSecondFactor(found) })) return;
  const [own] = await database.sql
    .select({ id: identityPasskeys.id })
    .from(identityPasskeys)
    .where(eq(identityPasskeys.userId, found.user.id))
    .limit(1);
  if (own) throw new AppError('passkey_sign_in');
}

type Passed = { user: Record<string, unknown>; session: Record<string, unknown> };

/** Every session of an account with codes passed one. */
function passedSecondFactor({ user, session }: Passed): boolean {
  return user.twoFactorEnabled === true || session.secondFactor === true;
}

/** Leads from a provider's page back to the site, or to the step that asks for a code. */
async function leadBack(response: Response, from: string): Promise<Response> {
  const body = (await response.json().catch(() => null)) as { twoFactorRedirect?: boolean } | null;
  const headers = new Headers(response.headers);
  headers.delete('content-type');
  headers.delete('content-length');
  const target = new URL(headers.get('location') ?? '/?signIn=1&error=unknown', from);
  // Words of another site are not shown here.
  target.searchParams.delete('error_description');
  if (body?.twoFactorRedirect) target.searchParams.set('signIn', 'code');
  headers.set('location', target.href);
  return new Response(null, { status: 302, headers });
}

/** Of two sign-ups with one e-mail at once, the later one fails; made again, it finds the other. */
async function isRefusedSignUp(response: Response): Promise<boolean> {
  if (response.status !== 422) return false;
  const body = (await response.clone().json()) as AuthBody | null;
  return body?.code === 'FAILED_TO_CREATE_USER';
}

type Auth = ReturnType<typeof createAuth>;
type Secret = Pick<EmbeddedIdentityOptions, 'secretKey'>;

function createAuth(settings: EmbeddedIdentityOptions, socialProviders: Providers) {
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
        passkey: identityPasskeys,
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
        await confirmByReset(settings, user);
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
      async afterEmailVerification({ id, email }, request) {
        const link = request && (await readLink(tokenOf(request), secretKey));
        if (!link?.updateTo) return;
        await endPending(database, id);
        await settings.sendEmailChanged(link.email, email, siteUrl(request));
      },
    },
    socialProviders,
    account: {
      updateAccountOnSignIn: false,
      accountLinking: {
        // `account.create.before` takes such an account from whoever made it.
        requireLocalEmailVerified: false,
      },
    },
    user: {
      // The link to confirm goes to the new address.
      changeEmail: { enabled: true },
      // An address that the provider has not proven joins no account and makes none.
      validateUserInfo({ user, source }) {
        const isJoining = source.method === 'oauth' && source.action !== 'sign-in';
        if (isJoining && user.emailVerified !== true) return { error: 'email_not_verified' };
      },
    },
    session: {
      expiresIn: 30 * 86_400,
      updateAge: 86_400,
      // `askForOwner` decides.
      freshAge: 0,
      additionalFields: { secondFactor: { type: 'boolean', required: false, input: false } },
    },
    databaseHooks: {
      account: {
        create: {
          async before(account, context) {
            if (account.providerId === 'credential') return;
            const { internalAdapter } = context?.context ?? {};
            const user = await internalAdapter?.findUserById(account.userId);
            if (user && !user.emailVerified) {
              await dropFactors(database, user.id);
              await database.sql.delete(identityAccounts).where(eq(identityAccounts.userId, user.id));
              await endPending(database, user.id);
              await internalAdapter?.deleteUserSessions(user.id);
              await settings.endSessions(user.id);
            }
            // Nothing is asked of the provider after the sign-in.
            return { data: { ...account, accessToken: null, refreshToken: null, idToken: null } };
          },
        },
      },
      session: {
        create: {
          before: async (session, context) => ({
            data: {
              ...session,
              secondFactor:
                context?.path === '/passkey/verify-authentication' ||
                context?.context.session?.session.secondFactor === true,
            },
          }),
        },
        delete: { after: ({ userId }) => settings.endSessions(userId) },
      },
      user: {
        update: {
          // A session that began before codes were on passed none, so it ends. better-auth begins a new one here.
          async after(user, context) {
            if (!context?.context.session || !context.path?.startsWith('/two-factor/')) return;
            await context.context.internalAdapter.deleteUserSessions(user.id);
            await settings.endSessions(user.id);
          },
        },
      },
    },
    // Said outright, because better-auth leaves these checks out when it thinks that tests run.
    advanced: { disableOriginCheck: false, disableCSRFCheck: false, useSecureCookies: https },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    onAPIError: {
      errorURL: '/?signIn=1',
      // Anything but its own refusals goes to the error handler of the application.
      onError(error) {
        if (!isAPIError(error)) throw error;
      },
    },
    logger: { disabled: true },
    plugins: [bearerTokens(database), ...secondFactor(), passkeys(database)],
  });
}

/** better-auth asks for a code after a password; here it does after a provider's sign-in too. */
function secondFactor(): [BetterAuthPlugin, ReturnType<typeof twoFactor>] {
  const isWayBack = ({ path }: { path?: string }) => path === '/callback/:id';
  const readAgain = createAuthMiddleware(async ({ context }) => {
    const { newSession, internalAdapter } = context;
    // Its user was read before a stranger's second factor went.
    const user = newSession && (await internalAdapter.findUserById(newSession.user.id));
    if (user) context.setNewSession({ ...newSession, user });
  });
  const codes = twoFactor({ issuer: productName, allowPasswordless: true });
  for (const hook of codes.hooks.after) {
    const { matcher } = hook;
    hook.matcher = (context) => matcher(context) || isWayBack(context);
  }
  return [{ id: 'way-back', hooks: { after: [{ matcher: isWayBack, handler: readAgain }] } }, codes];
}

/** Each proves two things: the device, and its owner by what that device asks for. */
function passkeys({ sql: db }: Database) {
  const unproven = () =>
    APIError.from('BAD_REQUEST', {
      code: 'PASSKEY_WITHOUT_OWNER',
      message: 'The device did not check its owner.',
    });
  return passkey({
    rpName: productName,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      async afterVerification({ ctx, verification }) {
        if (!verification.registrationInfo?.userVerified) throw unproven();
        const here = ctx.context.session?.session.id;
        if (here)
          await db.update(identitySessions).set({ secondFactor: true }).where(eq(identitySessions.id, here));
      },
    },
    authentication: {
      async afterVerification({ verification }) {
        if (!verification.authenticationInfo.userVerified) throw unproven();
      },
    },
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
  // Asked for with a password that the account has no more, it ends too.
  return changes.length > 0 && changes.every((changedAt) => Math.floor(changedAt.getTime() / 1000) <= iat);
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
 * A new password by a mailed link proves the address, lifts the lock of the second factor and ends passkeys: one may be
 * a thief's. An agent keeps them, because without one the next to know the password could add a first. Codes that were
 * added before the address was proven are somebody else's, and go.
 */
async function confirmByReset(
  { database, lacksSecondFactor }: Pick<EmbeddedIdentityOptions, 'database' | 'lacksSecondFactor'>,
  { id, email, emailVerified }: { id: string; email: string; emailVerified: boolean },
): Promise<void> {
  const { sql: db } = database;
  await endPending(database, id);
  if (emailVerified) {
    const unlocked = { failedVerificationCount: 0, lockedUntil: null };
    await db.update(identityTwoFactors).set(unlocked).where(eq(identityTwoFactors.userId, id));
    if (!lacksSecondFactor({ email, emailVerified, secondFactor: false })) await dropPasskeys(database, id);
    return;
  }
  await dropFactors(database, id);
  await db
    .update(identityUsers)
    .set({ emailVerified: true })
    .where(and(eq(identityUsers.id, id), eq(identityUsers.email, email)));
}

/** Its callers end the sessions once more: one may have begun with a factor that was still there. */
async function dropFactors(database: Database, userId: string): Promise<void> {
  const { sql: db } = database;
  await dropPasskeys(database, userId);
  await db.update(identityUsers).set({ twoFactorEnabled: false }).where(eq(identityUsers.id, userId));
  await db.delete(identityTwoFactors).where(eq(identityTwoFactors.userId, userId));
}

/** Ends the sessions first: what they add from now on finds its session gone. */
async function dropPasskeys({ sql: db }: Database, userId: string): Promise<void> {
  await db.delete(identitySessions).where(eq(identitySessions.userId, userId));
  await db.delete(identityPasskeys).where(eq(identityPasskeys.userId, userId));
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
        second_factor: passedSecondFactor({ user, session }),
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
