import { createHmac, createSecretKey, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { generateCookie, getCookie } from 'hono/cookie';
import ipaddr from 'ipaddr.js';

/** Ids by which visitors differ, without following them (decision 16). */
export type Visitor = {
  /** Gives the browser an id in a cookie, unless it has one. */
  ensureId(context: Context): void;
  /** The id in the browser's cookie; null without a valid one. */
  browser(context: Context): string | null;
  /** A hash of the sender's /24 or /64 that is another one tomorrow. */
  network(address: string): string;
};

const name = 'startup_spark_visitor';
/** As long as a survey may stay open. */
const days = 180;

export function surveyVisitor(options: { secretKey: string; https: boolean; now: () => number }): Visitor {
  const { secretKey, https, now } = options;
  const bytes = Buffer.from(hkdfSync('sha256', secretKey, '', 'visitors of surveys', 32));
  const salt = bytes.toString('base64url');
  // As a key object, because making one costs more than signing.
  const key = createSecretKey(bytes);
  const sign = (id: string) => createHmac('sha256', key).update(`browser ${id}`).digest().subarray(0, 16);
  const cookieOptions = {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: https,
    maxAge: days * 86_400,
  } as const;

  const browser = (context: Context) => {
    const cookie = getCookie(context, name);
    if (!cookie) return null;
    const [id = '', signature = ''] = cookie.split('.');
    const given = Buffer.from(signature, 'base64url');
    const wanted = sign(id);
    return given.length === wanted.length && timingSafeEqual(given, wanted) ? id : null;
  };

  return {
    ensureId(context) {
      if (browser(context)) return;
      const id = randomBytes(16).toString('base64url');
      context.set('cookie', generateCookie(name, `${id}.${sign(id).toString('base64url')}`, cookieOptions));
    },
    browser,
    network(address) {
      const day = new Date(now()).toISOString().slice(0, 10);
      return hash('sha256', `${salt} ${day} ${networkOf(address)}`, 'base64url');
    },
  };
}

/** The /24 of an IPv4 address, the /64 of an IPv6 one; other names stay as they are. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const known = ipaddr.process(address);
  const bytes = known.toByteArray();
  return bytes.slice(0, known.kind() === 'ipv4' ? 3 : 8).join('.');
}
