import {
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { isIPv4 } from 'node:net';
import type { Context } from 'hono';
import { generateCookie, getCookie } from 'hono/cookie';
import ipaddr from 'ipaddr.js';

// Ids by which visitors differ, without following them (decision 16).

const name = 'startup_spark_visitor';
/** As long as a survey may stay open. */
const days = 180;
const dayMs = 86_400_000;

type VisitorKey = { salt: string; signing: KeyObject };

export function visitorKey(secretKey: string): VisitorKey {
  const bytes = Buffer.from(hkdfSync('sha256', secretKey, '', 'visitors of surveys', 32));
  // As a key object, because making one costs more than signing.
  return { salt: bytes.toString('base64url'), signing: createSecretKey(bytes) };
}

/** Gives the browser an id in a cookie, unless it has one. */
export function ensureVisitorId(key: VisitorKey, https: boolean, context: Context): void {
  if (findBrowser(key, context)) return;
  const id = randomBytes(16).toString('base64url');
  const cookie = generateCookie(name, `${id}.${sign(key, id).toString('base64url')}`, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: https,
    maxAge: (days * dayMs) / 1000,
  });
  context.set('cookie', cookie);
}

/** The id in the browser's cookie; null without a valid one. */
export function findBrowser(key: VisitorKey, context: Context): string | null {
  const cookie = getCookie(context, name);
  if (!cookie) return null;
  const [id = '', signature = ''] = cookie.split('.');
  const given = Buffer.from(signature, 'base64url');
  const wanted = sign(key, id);
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? id : null;
}

function sign({ signing }: VisitorKey, id: string): Buffer {
  return createHmac('sha256', signing).update(`browser ${id}`).digest().subarray(0, 16);
}

/** A hash of the sender's /24 or /64 that is another one tomorrow. */
export function hashNetwork({ salt }: VisitorKey, address: string, now: number): string {
  return hash('sha256', `${salt} ${Math.floor(now / dayMs)} ${networkOf(address)}`, 'base64url');
}

/** The /24 of an IPv4 address, the /64 of an IPv6 one; other names stay as they are. */
export function networkOf(address: string): string {
  if (isIPv4(address)) return address.slice(0, address.lastIndexOf('.'));
  if (!ipaddr.isValid(address)) return address;
  const known = ipaddr.process(address);
  const bytes = known.toByteArray();
  return bytes.slice(0, known.kind() === 'ipv4' ? 3 : 8).join('.');
}
