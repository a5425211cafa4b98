import { hkdfSync } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { jwtVerify, SignJWT } from 'jose';
import type { Claims } from '#server/integrations/identity/port.ts';

/** `startedAt`: when the cookie was set, in milliseconds since 1970. */
export type SessionClaims = Claims & { startedAt: number };

/** Keeps, in a cookie that no script and no other site can use, whom a bearer token named (design 7.2). */
export type SessionCookie = {
  set(context: Context, claims: Claims): Promise<void>;
  /** Null without a cookie, and for one that is forged, outdated or of another key. */
  read(context: Context): Promise<SessionClaims | null>;
  clear(context: Context): void;
};

const name = 'startup_spark_session';
const audience = 'startup-spark-session';
/** Every visit renews it, because every visit syncs. */
const hours = 12;

export function sessionCookie(settings: {
  secretKey: string;
  https: boolean;
  now: () => number;
}): SessionCookie {
  const { secretKey, https, now } = settings;
  const key = new Uint8Array(hkdfSync('sha256', secretKey, '', audience, 32));
  const options = { path: '/', httpOnly: true, sameSite: 'Strict', secure: https } as const;
  return {
    async set(context, { subject, email, emailVerified, name: owner, secondFactor, issuedAt, sessionId }) {
      const startedAt = now();
      const seconds = Math.floor(startedAt / 1000);
      const claims = { email, emailVerified, name: owner, secondFactor, issuedAt, startedAt, sessionId };
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(subject)
        .setAudience(audience)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + hours * 3_600)
        .sign(key);
      setCookie(context, name, token, { ...options, maxAge: hours * 3_600 });
    },

    async read(context) {
      const token = getCookie(context, name);
      if (!token) return null;
      const checks = { algorithms: ['HS256'], audience, currentDate: new Date(now()) };
      const verified = await jwtVerify<Omit<SessionClaims, 'subject'>>(token, key, checks).catch(() => null);
      if (!verified?.payload.sub) return null;
      const { sub: subject, email, emailVerified, name: owner, issuedAt, startedAt } = verified.payload;
      const { sessionId, secondFactor } = verified.payload;
      return { subject, email, emailVerified, name: owner, secondFactor, issuedAt, startedAt, sessionId };
    },

    clear: (context) => void deleteCookie(context, name, options),
  };
}
