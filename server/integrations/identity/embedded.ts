import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { betterAuth } from 'better-auth/minimal';
import { jwt } from 'better-auth/plugins/jwt';
import { Hono } from 'hono';
import type { Database } from '#server/database/connect.ts';
import {
  identityAccounts,
  identityKeys,
  identitySessions,
  identityUsers,
  identityVerifications,
} from '#server/database/tables.ts';
import { jwksVerifier } from './jwks.ts';
import type { Identity } from './port.ts';

export type EmbeddedIdentitySettings = {
  database: Database;
  /** Signs cookies and encrypts the token keys; 32 characters or more. */
  secretKey: string;
  /** Where browsers reach the site; read late, because a test server learns its port on start. */
  siteUrl: (request?: Request) => string;
  /** Delivers the mail with the link to set a new password. */
  sendResetLink: (to: string, link: string) => Promise<void>;
  /** Stands before every call: checks its body and how often its sender came. */
  guard: (request: Request, address: string, run: () => Promise<Response>) => Promise<Response>;
};

const issuer = 'startup-spark';
const audience = 'startup-spark-api';

/** E-mail and password through better-auth; its tokens are checked as a foreign provider's would be. */
export function embeddedIdentity(settings: EmbeddedIdentitySettings): Identity {
  const auth = createAuth(settings);
  const routes = new Hono<{ Variables: { address: string } }>();
  routes.on(['GET', 'POST'], '/api/auth/*', async (context) => {
    const request = context.req.raw;
    return settings.guard(request, context.get('address'), async () =>
      inOurForm(await auth.handler(request)),
    );
  });
  const verifyToken = jwksVerifier({
    jwksUrl: 'http://identity.internal/api/auth/jwks',
    issuer,
    audience,
    algorithms: ['EdDSA'],
    fetch: (url, init) => auth.handler(new Request(url, init)),
  });
  return { verifyToken, routes: routes as unknown as Hono };
}

function createAuth({ database, secretKey, siteUrl, sendResetLink }: EmbeddedIdentitySettings) {
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
      autoSignIn: true,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: 3600,
      sendResetPassword: ({ user, token }, request) =>
        sendResetLink(user.email, `${siteUrl(request)}/?resetToken=${encodeURIComponent(token)}`),
    },
    session: { expiresIn: 30 * 86_400, updateAge: 86_400 },
    // Said outright, because better-auth leaves these checks out when it thinks that tests run.
    advanced: { disableOriginCheck: false, disableCSRFCheck: false },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    plugins: [
      jwt({
        jwt: {
          issuer,
          audience,
          expirationTime: '15m',
          definePayload: ({ user }) => ({
            email: user.email,
            email_verified: user.emailVerified,
            name: user.name,
          }),
        },
      }),
    ],
  });
}

/** Errors get the three fields that every error body of ours has. */
async function inOurForm(response: Response): Promise<Response> {
  if (response.status < 400) return response;
  const body = (await response.json().catch(() => null)) as { code?: string; message?: string } | null;
  const message = body?.message ?? response.statusText;
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  headers.set('content-type', 'application/json');
  const ours = { code: body?.code ?? 'auth/unknown', error: message, message };
  return new Response(JSON.stringify(ours), { status: response.status, headers });
}
