import pino from 'pino';
import { beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Claims } from '#server/integrations/identity/port.ts';
import { endpoint } from '#shared/contracts/endpoint.ts';
import { createApplication } from './application.ts';
import { handle, mount } from './handle.ts';
import { sessionCookie } from './session-cookie.ts';

const response = z.object({ subject: z.string() });
const begin = endpoint({
  method: 'POST',
  path: '/api/begin',
  access: 'signed-in',
  act: 'see this',
  response,
});
const end = endpoint({ method: 'POST', path: '/api/end', access: 'public', response });
const open = endpoint({ method: 'GET', path: '/api/open', access: 'session', act: 'see this', response });
const write = endpoint({
  method: 'POST',
  path: '/api/write',
  access: 'session',
  act: 'see this',
  body: z.object({}),
  response,
});
const closed = endpoint({
  method: 'GET',
  path: '/api/closed',
  access: 'signed-in',
  act: 'see this',
  response,
});

const anna: Claims = {
  subject: 'anna@provider',
  email: 'anna@example.org',
  emailVerified: true,
  secondFactor: false,
  name: 'Anna Ä',
  issuedAt: 17,
  sessionId: null,
};
const secretKey = 'k'.repeat(32);
let time: number;

function site({ key = secretKey, https = false } = {}) {
  const app = createApplication({ log: pino({ level: 'silent' }), https });
  const session = sessionCookie({ secretKey: key, https, now: () => time });
  const asCaller = (claims: Claims) => ({ ...claims, providerSubject: claims.subject, subject: 'anna' });
  const routes = [
    handle(begin, async ({ caller, context }) => {
      await session.set(context, { ...caller, subject: caller.providerSubject });
      return caller;
    }),
    handle(end, ({ context }) => {
      session.clear(context);
      return { subject: '' };
    }),
    handle(open, ({ caller }) => ({ subject: `${caller.subject} ${caller.name} ${caller.issuedAt}` })),
    handle(write, ({ caller }) => caller),
    handle(closed, ({ caller }) => caller),
  ];
  mount(app, routes, {
    verifyToken: async (token) => (token === 'anna' ? asCaller(anna) : null),
    readSession: async (context) => {
      const claims = await session.read(context);
      return claims && asCaller(claims);
    },
    isAgent: () => false,
  });
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET', body?: string) =>
    app.request(`http://localhost${path}`, { method, headers, body });
  return { ask, begin: () => ask('/api/begin', { Authorization: 'Bearer anna' }, 'POST') };
}

const cookieOf = (response: Response) => response.headers.get('set-cookie') ?? '';
const sent = (response: Response) => cookieOf(response).split(';')[0] ?? '';

beforeEach(() => {
  time = Date.parse('2999-01-01T00:00:00Z');
});

it('is out of reach of scripts and other sites, and of plain connections where there are others', async () => {
  expect(cookieOf(await site().begin())).toMatch(/; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/);
  expect(cookieOf(await site({ https: true }).begin())).toContain('; Secure');
});

it('replaces a token only in calls that allow it', async () => {
  const { ask, begin: enter } = site();
  const Cookie = sent(await enter());
  const answer = await ask('/api/open', { Cookie });
  expect([answer.status, await answer.json()]).toEqual([200, { subject: 'anna Anna Ä 17' }]);
  expect((await ask('/api/closed', { Cookie })).status).toBe(401);
  expect((await ask('/api/open')).status).toBe(401);
});

it('writes nothing with a body that forms of other pages can send', async () => {
  const { ask, begin: enter } = site();
  const Cookie = sent(await enter());
  const write = (type: string) => ask('/api/write', { Cookie, 'Content-Type': type }, 'POST', '{}');
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    '',
  ])
    expect((await write(type)).status).toBe(415);
  expect((await write('application/json')).status).toBe(200);
});

it('yields to a token, also to one that is not valid', async () => {
  const { ask, begin: enter } = site();
  const Cookie = sent(await enter());
  expect((await ask('/api/open', { Cookie, Authorization: 'Bearer forged' })).status).toBe(401);
  expect((await ask('/api/open', { Cookie, Authorization: 'Bearer anna' })).status).toBe(200);
});

it('is worth nothing after its time, forged, or under another key', async () => {
  const { ask, begin: enter } = site();
  const Cookie = sent(await enter());
  const other = sent(await site({ key: 'o'.repeat(32) }).begin());
  const [head, body, signature] = Cookie.split('.');
  const unsigned = `startup_spark_session=${btoa('{"alg":"none"}').replace(/=+$/, '')}.${body}.`;
  for (const forged of [other, `${head}.${body}x.${signature}`, unsigned, 'startup_spark_session=%00'])
    expect((await ask('/api/open', { Cookie: forged })).status).toBe(401);
  time += 12 * 3_600_000;
  expect((await ask('/api/open', { Cookie })).status).toBe(401);
});

it('is gone when it is ended', async () => {
  const { ask } = site();
  expect(cookieOf(await ask('/api/end', {}, 'POST'))).toMatch(
    /^startup_spark_session=; Max-Age=0; Path=\/; HttpOnly; SameSite=Strict$/,
  );
});
