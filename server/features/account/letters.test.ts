import { beforeAll, describe, expect, it } from 'vitest';
import { openMailingServer } from '#server/testing/mailing-server.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

let time = Date.now();
const mailing = openMailingServer({ now: () => time });
let server: TestServer;
beforeAll(async () => {
  server = mailing.server;
});

const headers = { 'content-type': 'application/json', origin: 'http://localhost:3000' };
const post = (path: string, body: object, at: TestServer = server) =>
  at.fetch(`/api/auth${path}`, { method: 'POST', headers, body: JSON.stringify(body) });

const reset = {
  path: '/request-password-reset',
  queue: 'send-reset-link',
  parameter: 'resetToken',
  subject: 'Set a new password for Startup Spark',
};
const verify = {
  path: '/send-verification-email',
  queue: 'send-verify-link',
  parameter: 'verifyToken',
  subject: 'Confirm your email for Startup Spark',
};
const askToVerify = (email: string, at?: TestServer) => post(verify.path, { email }, at);
const confirm = (token: string, { more = '', cookie = '' } = {}) =>
  server.fetch(`/api/auth/verify-email?token=${encodeURIComponent(token)}${more}`, { headers: { cookie } });
const signIn = async (email: string, password = 'secret-enough') => {
  const response = await post('/sign-in/email', { email, password });
  const cookies = response.headers.getSetCookie().map((entry) => entry.split(';')[0]);
  return { status: response.status, cookie: cookies.join('; ') };
};

const mailTo = (email: string) => mailing.arrived().findLast(({ to }) => to.includes(email))?.parsed;

async function mailedToken(email: string): Promise<string> {
  await server.app.runDueTasks();
  const link = /http:\/\/localhost:3000\/\?verifyToken=\S+/.exec(mailTo(email)?.text ?? '')?.[0] ?? '';
  return new URL(link).searchParams.get('verifyToken') ?? '';
}

async function isVerifiedByToken(email: string, password?: string): Promise<unknown> {
  const { cookie } = await signIn(email, password);
  const reply = await server.fetch('/api/auth/token', { headers: { cookie } });
  const { token } = (await reply.json()) as { token: string };
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).email_verified;
}

describe.each([reset, verify])('a mail by $path', ({ path, queue, parameter, subject }) => {
  const states = () => mailing.taskStates(queue);

  it('has the link in both its forms', async () => {
    const { email } = await server.signUp();
    await post(path, { email });
    await server.app.runDueTasks();
    expect(mailTo(email)?.subject).toBe(subject);
    const { text = '', html = '' } = mailTo(email) ?? {};
    const link = new RegExp(`http://localhost:3000/\\?${parameter}=\\S+`).exec(text)?.[0] ?? 'no link';
    expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
  });

  it.each([
    ['as long as the link lives', 0.8, 1],
    ['not when the link is dead', 1.05, 0],
  ])('waits for a mail server that is away: %s', async (_case, lives, mails) => {
    const { email } = await server.signUp();
    await mailing.stopMail();
    await post(path, { email });
    await server.app.runDueTasks();
    expect(await states()).toContain('retry');
    time += lives * (path === reset.path ? 1 : 24) * 3_600_000;
    await mailing.startMail();
    await mailing.retryNow();
    await server.app.runDueTasks();
    expect(new Set(await states())).toEqual(new Set(['completed']));
    expect(mailing.arrived().filter(({ to }) => to.includes(email))).toHaveLength(mails);
  });

  it('does not reveal if an address has an account, and goes to none without', async () => {
    const before = (await states()).length;
    expect((await post(path, { email: 'nobody-at-all@example.com' })).status).toBe(200);
    expect(await states()).toHaveLength(before);
  });

  it('is offered to no one, known or not, on a public site without a mail server', async () => {
    const { email } = await server.signUp();
    const site = await startTestServer({}, { PUBLIC_URL: 'https://spark.example' });
    for (const address of [email, 'nobody-at-all@example.com']) {
      const reply = await post(path, { email: address }, site);
      expect([reply.status, await reply.json()]).toMatchObject([503, { code: 'mail_not_configured' }]);
    }
    await site.close();
  });

  it('can be asked for five times an hour', async () => {
    const limited = await startTestServer({ limits: undefined });
    const ask = async () => (await post(path, { email: 'often@example.com' }, limited)).status;
    for (let count = 0; count < 5; count += 1) expect(await ask()).toBe(200);
    expect(await ask()).toBe(429);
    await limited.close();
  });
});

describe('the link that confirms an address', () => {
  it('has the next token say so, and signs no one in', async () => {
    const { email } = await server.signUp();
    expect(await isVerifiedByToken(email)).toBe(false);
    await askToVerify(email);
    const { cookie } = await signIn(email);
    const reply = await confirm(await mailedToken(email), { cookie });
    expect([reply.status, await reply.json()]).toMatchObject([200, { status: true }]);
    expect(reply.headers.getSetCookie()).toEqual([]);
    expect(await isVerifiedByToken(email)).toBe(true);
  });

  it('follows no address that was added to it', async () => {
    const { email } = await server.signUp();
    await askToVerify(email);
    const evil = `&callbackURL=${encodeURIComponent('https://evil.example')}`;
    const { cookie } = await signIn(email);
    for (const token of [await mailedToken(email), 'made-up']) {
      const reply = await confirm(token, { more: evil, cookie });
      expect(reply.headers.get('location')).toBeNull();
      expect([200, 401]).toContain(reply.status);
    }
  });

  it.each(['', 'made-up', 'a.b.c', 'x'.repeat(5000)])(
    'is refused with an unknown token: %.9s',
    async (token) => {
      const reply = await confirm(token);
      expect(reply.status).toBe(401);
      expect(await reply.json()).toMatchObject({ code: expect.any(String), error: expect.any(String) });
    },
  );

  describe('of an account that somebody else made', () => {
    it('confirms nothing for a browser that is not signed in to it', async () => {
      const [eve, grace] = [await server.signUp(), await server.signUp()];
      await askToVerify(eve.email);
      const token = await mailedToken(eve.email);
      for (const cookie of ['', (await signIn(grace.email)).cookie]) {
        const reply = await confirm(token, { cookie });
        expect([reply.status, await reply.json()]).toMatchObject([401, { code: 'email_confirm_sign_in' }]);
      }
      expect(await isVerifiedByToken(eve.email)).toBe(false);
    });

    it('sets a password of its owner, which ends the earlier one with all its sessions', async () => {
      const { email, token: earlier } = await server.signUp();
      const { cookie } = await signIn(email);
      await askToVerify(email);
      const token = await mailedToken(email);
      const short = await post('/reset-password', { token, newPassword: '12345' });
      expect([short.status, await isVerifiedByToken(email)]).toEqual([400, false]);
      expect((await post('/reset-password', { token, newPassword: 'owned-by-me' })).status).toBe(200);
      expect((await signIn(email)).status).toBe(401);
      expect((await server.fetch('/api/auth/token', { headers: { cookie } })).status).toBe(401);
      expect((await server.call('GET', '/api/jobs', { token: earlier })).status).toBe(401);
      expect(await isVerifiedByToken(email, 'owned-by-me')).toBe(true);
      expect((await post('/reset-password', { token, newPassword: 'once-more-now' })).status).toBe(400);
    });

    it('is confirmed by the link of a forgotten password too', async () => {
      const { email } = await server.signUp();
      await post('/request-password-reset', { email });
      await server.app.runDueTasks();
      const link = /\S+resetToken=\S+/.exec(mailTo(email)?.text ?? '')?.[0] ?? '';
      const token = new URL(link).searchParams.get('resetToken');
      expect((await post('/reset-password', { token, newPassword: 'owned-by-me' })).status).toBe(200);
      expect(await isVerifiedByToken(email, 'owned-by-me')).toBe(true);
    });

    it('sets no password once the address is confirmed, and is no fault then', async () => {
      const { email } = await server.signUp();
      await askToVerify(email);
      const token = await mailedToken(email);
      await confirm(token, { cookie: (await signIn(email)).cookie });
      expect((await post('/reset-password', { token, newPassword: 'owned-by-me' })).status).toBe(400);
      expect((await confirm(token)).status).toBe(200);
    });
  });

  it('is not mailed by signing up', async () => {
    const before = (await mailing.taskStates(verify.queue)).length;
    await server.signUp();
    expect(await mailing.taskStates(verify.queue)).toHaveLength(before);
  });
});
