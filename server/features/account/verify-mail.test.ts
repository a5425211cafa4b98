import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailingServer, startMailingServer } from '#server/testing/mailing-server.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

let time = Date.now();
let mailing: MailingServer;
let server: TestServer;
beforeAll(async () => {
  mailing = await startMailingServer({ now: () => time });
  server = mailing.server;
});
afterAll(() => mailing.close());

const headers = { 'content-type': 'application/json', origin: 'http://localhost:3000' };
const post = (path: string, body: object, at: TestServer = server) =>
  at.fetch(`/api/auth${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
const askFor = (email: string, at?: TestServer) => post('/send-verification-email', { email }, at);
const confirm = (token: string, more = '') =>
  server.fetch(`/api/auth/verify-email?token=${encodeURIComponent(token)}${more}`);
const states = () => mailing.taskStates('send-verify-link');

async function mailedToken(email: string): Promise<string> {
  const mailed = () => mailing.arrived().findLast(({ to }) => to.includes(email))?.parsed?.text ?? '';
  await expect.poll(mailed, { timeout: 10_000 }).toContain('verifyToken=');
  const link = /http:\/\/localhost:3000\/\?verifyToken=\S+/.exec(mailed())?.[0] ?? '';
  return new URL(link).searchParams.get('verifyToken') ?? '';
}

async function isVerifiedByToken(email: string): Promise<unknown> {
  const signedIn = await post('/sign-in/email', { email, password: 'secret-enough' });
  const cookie = signedIn.headers.getSetCookie().map((entry) => entry.split(';')[0]);
  const reply = await server.fetch('/api/auth/token', { headers: { cookie: cookie.join('; ') } });
  const { token } = (await reply.json()) as { token: string };
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).email_verified;
}

describe('confirming the address of an account', () => {
  it('goes through the link in a mail, and the next token says so', async () => {
    const { email } = await server.signUp();
    expect(await isVerifiedByToken(email)).toBe(false);
    expect((await askFor(email)).status).toBe(200);
    const token = await mailedToken(email);
    const reply = await confirm(token);
    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({ status: true });
    expect(await isVerifiedByToken(email)).toBe(true);
  });

  it('signs no one in: the link alone opens no account', async () => {
    const { email } = await server.signUp();
    await askFor(email);
    const reply = await confirm(await mailedToken(email));
    expect(reply.headers.getSetCookie()).toEqual([]);
  });

  it('follows no address that somebody put into the link', async () => {
    const { email } = await server.signUp();
    await askFor(email);
    const evil = `&callbackURL=${encodeURIComponent('https://evil.example')}`;
    for (const token of [await mailedToken(email), 'made-up']) {
      const reply = await confirm(token, evil);
      expect(reply.headers.get('location')).toBeNull();
      expect([200, 401]).toContain(reply.status);
    }
  });

  it.each(['', 'made-up', 'a.b.c', 'x'.repeat(5000)])(
    'is refused with a token that is none: %.9s',
    async (token) => {
      const reply = await confirm(token);
      expect(reply.status).toBe(401);
      expect(await reply.json()).toMatchObject({ code: expect.any(String), error: expect.any(String) });
    },
  );

  it('is not asked for by signing up', async () => {
    const before = (await states()).length;
    await server.signUp();
    expect(await states()).toHaveLength(before);
  });

  it('does not reveal if an address has an account, and mails nothing to one without', async () => {
    const before = (await states()).length;
    expect((await askFor('nobody-at-all@example.com')).status).toBe(200);
    expect(await states()).toHaveLength(before);
  });

  it('is offered to no one on a public site without a mail server', async () => {
    const site = await startTestServer({}, { PUBLIC_URL: 'https://spark.example' });
    const reply = await askFor('founder@example.com', site);
    expect(reply.status).toBe(503);
    expect(await reply.json()).toMatchObject({ code: 'mail_not_configured' });
    await site.close();
  });

  it('can be asked for five times an hour', async () => {
    const limited = await startTestServer({ limits: undefined });
    const ask = async () => (await askFor('often@example.com', limited)).status;
    for (let count = 0; count < 5; count += 1) expect(await ask()).toBe(200);
    expect(await ask()).toBe(429);
    await limited.close();
  });

  it.each([
    [23, 1],
    [25, 0],
  ])('waits for a mail server that is away: %d hours later it mails %d links', async (hours, mails) => {
    const { email } = await server.signUp();
    await mailing.stopMail();
    await askFor(email);
    await expect.poll(states, { timeout: 10_000 }).toContain('retry');
    time += hours * 3_600_000;
    await mailing.startMail();
    await mailing.hurry();
    await expect
      .poll(async () => new Set(await states()), { timeout: 15_000 })
      .toEqual(new Set(['completed']));
    expect(mailing.arrived().filter(({ to }) => to.includes(email))).toHaveLength(mails);
  });
});
