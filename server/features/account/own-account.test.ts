import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OutboxReader, readOutbox } from '#server/testing/outbox.ts';
import { openTestServer, startTestServer, type TestUser } from '#server/testing/test-server.ts';
import type { Device } from '#shared/contracts/account.ts';
import { describeDevice } from './describe-device.ts';

const server = openTestServer();
let outbox: OutboxReader;
beforeAll(() => {
  outbox = readOutbox(server.databaseUrl);
});
afterAll(() => outbox.close());

/** Mails to an address, newest first. */
async function mailsTo(address: string): Promise<string[]> {
  await server.app.runDueTasks();
  const mails = (await outbox.all()).filter(({ recipient }) => recipient === address);
  return mails.map(({ subject, body }) => `${subject}\n${body}`).toReversed();
}

const json = { 'content-type': 'application/json', origin: 'http://localhost:3000' };
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

type Browser = { cookie: string; token: string };
const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((entry) => entry.split(';')[0])
    .join('; ');
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  server.fetch(`/api/auth${path}`, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
  });
const tokenOf = async (cookie: string) => {
  const response = await server.fetch('/api/auth/token', { headers: { cookie } });
  return ((await response.json()) as { token: string }).token;
};
const statusOf = async (token: string) => (await server.call('GET', '/api/jobs', { token })).status;
const sync = ({ id, email }: Pick<TestUser, 'id' | 'email'>, token: string) =>
  server.call('POST', '/api/user/sync', { token, body: { id, email } });

async function signIn(
  { email }: { email: string },
  password = 'secret-enough',
  agent = '',
): Promise<Browser> {
  const response = await post('/sign-in/email', { email, password }, agent ? { 'user-agent': agent } : {});
  expect(response.status).toBe(200);
  const cookie = cookiesOf(response);
  return { cookie, token: await tokenOf(cookie) };
}

async function devicesOf(token: string): Promise<Device[]> {
  const { status, body } = await server.call('GET', '/api/user/devices', { token });
  expect(status).toBe(200);
  return body as unknown as Device[];
}

/** Of the newest mailed link to set a new password. */
async function resetToken(email: string): Promise<string> {
  await post('/request-password-reset', { email });
  return /resetToken=([^\s"&]+)/.exec((await mailsTo(email))[0] ?? '')?.[1] ?? '';
}

describe('a name', () => {
  it('is changed, and the next sync takes it', async () => {
    const user = await server.signUp();
    const { cookie } = await signIn(user);
    expect((await post('/update-user', { name: 'Grace Hopper' }, { cookie })).status).toBe(200);
    expect((await sync(user, await tokenOf(cookie))).body).toMatchObject({ name: 'Grace Hopper' });
  });

  it.each([{ name: ' ' }, { name: 'x'.repeat(201) }, { name: 'A', image: 'https://x.example/a.png' }, {}])(
    'is refused as %j',
    async (body) => {
      const { cookie } = await signIn(await server.signUp());
      expect((await post('/update-user', body, { cookie })).status).toBe(400);
    },
  );

  it('is not changed without a session', async () => {
    expect((await post('/update-user', { name: 'Eve' })).status).toBe(401);
  });
});

describe('an address', () => {
  const change = (cookie: string, newEmail: string, currentPassword = 'secret-enough') =>
    post('/change-email', { newEmail, currentPassword }, { cookie });
  const confirm = async (to: string, cookie = '') => {
    const link = /\S+verifyToken=\S+/.exec((await mailsTo(to))[0] ?? '')?.[0] ?? '';
    const token = new URL(link).searchParams.get('verifyToken') ?? '';
    return server.fetch(`/api/auth/verify-email?token=${encodeURIComponent(token)}`, { headers: { cookie } });
  };

  it('changes by the link to the new one, and the old one is told', async () => {
    const user = await server.signUp();
    const { cookie } = await signIn(user);
    const next = `new-${user.email}`;
    expect((await change(cookie, next)).status).toBe(200);
    expect((await sync(user, await tokenOf(cookie))).body).toMatchObject({ email: user.email });
    expect((await confirm(next, cookie)).status).toBe(200);
    const [told = ''] = await mailsTo(user.email);
    expect(told).toContain('Your email for Startup Spark has changed');
    expect(told).toContain(next);
    const synced = await sync({ id: user.id, email: next }, await tokenOf(cookie));
    expect(synced.body).toMatchObject({ id: user.id, email: next });
    expect((await post('/sign-in/email', { email: user.email, password: 'secret-enough' })).status).toBe(401);
    await signIn({ email: next });
  });

  it('does not come back with a token from before the change', async () => {
    const user = await server.signUp();
    await post('/send-verification-email', { email: user.email });
    await confirm(user.email, (await signIn(user)).cookie);
    const { cookie, token } = await signIn(user);
    const next = `later-${user.email}`;
    await change(cookie, next);
    expect((await confirm(next, cookie)).status).toBe(200);
    await sync({ id: user.id, email: next }, await tokenOf(cookie));
    expect(await sync(user, token)).toMatchObject({ status: 401, body: { code: 'sign_in_expired' } });
  });

  it('of somebody else is not taken, and it is not told that it has an account', async () => {
    const [ada, eve] = [await server.signUp(), await server.signUp()];
    const { cookie } = await signIn(eve);
    expect((await change(cookie, ada.email)).status).toBe(200);
    expect(await mailsTo(ada.email)).toEqual([]);
  });

  it('stays without the current password', async () => {
    const user = await server.signUp();
    const { cookie } = await signIn(user);
    const next = `unproven-${user.email}`;
    const wrong = await change(cookie, next, 'wrong-one');
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { code: 'INVALID_PASSWORD' }]);
    expect((await post('/change-email', { newEmail: next }, { cookie })).status).toBe(400);
    expect((await change('', next)).status).toBe(401);
    expect(await mailsTo(next)).toEqual([]);
  });

  it('asked for twice leads to nobody who takes the old one later', async () => {
    const eve = await server.signUp();
    const { cookie } = await signIn(eve);
    const [first, second] = [`first-${eve.email}`, `second-${eve.email}`];
    await change(cookie, first);
    await change(cookie, second);
    expect((await confirm(first, cookie)).status).toBe(200);
    const victim = await server.signUp('free', eve.email);
    for (const own of [cookie, '']) {
      const reply = await confirm(second, own);
      expect([reply.status, await reply.json()]).toMatchObject([401, { code: 'email_change_sign_in' }]);
      expect(reply.headers.getSetCookie()).toEqual([]);
    }
    await signIn(victim);
  });

  it('mistyped gives the account to nobody who reads mail there', async () => {
    const [user, stranger] = [await server.signUp(), await server.signUp()];
    const next = `mistyped-${user.email}`;
    await change((await signIn(user)).cookie, next);
    const [letter = ''] = await mailsTo(next);
    expect(letter).toContain(`Your account at Startup Spark gets the email ${next}.`);
    expect(letter).toContain('If you did not ask for this, ignore it');
    for (const cookie of ['', (await signIn(stranger)).cookie]) {
      const reply = await confirm(next, cookie);
      expect([reply.status, reply.headers.getSetCookie()]).toEqual([401, []]);
    }
    await signIn(user);
  });

  it('ends the links that set a new password, which were mailed to the one before', async () => {
    const user = await server.signUp();
    const token = await resetToken(user.email);
    const next = `moved-${user.email}`;
    const { cookie } = await signIn(user);
    await change(cookie, next);
    expect((await confirm(next, cookie)).status).toBe(200);
    expect((await post('/reset-password', { token, newPassword: 'taken-over' })).status).toBe(400);
  });

  it('in use changes nothing by being confirmed', async () => {
    const user = await server.signUp();
    await post('/send-verification-email', { email: user.email });
    expect((await confirm(user.email, (await signIn(user)).cookie)).status).toBe(200);
    expect((await mailsTo(user.email)).join()).not.toContain('has changed');
  });
});

describe('a password', () => {
  const change = (cookie: string, currentPassword: string, more: object = {}) =>
    post('/change-password', { currentPassword, newPassword: 'brand-new-one', ...more }, { cookie });

  it('changes with the present one and ends every other session', async () => {
    const user = await server.signUp();
    const [here, elsewhere] = [await signIn(user), await signIn(user)];
    const changed = await change(here.cookie, 'secret-enough');
    expect(changed.status).toBe(200);
    expect(await changed.json()).not.toHaveProperty('token');
    for (const { token } of [here, elsewhere]) expect(await statusOf(token)).toBe(401);
    const token = await tokenOf(cookiesOf(changed));
    expect((await sync(user, token)).status).toBe(200);
    expect(await devicesOf(token)).toHaveLength(1);
    expect((await post('/sign-in/email', { email: user.email, password: 'secret-enough' })).status).toBe(401);
    await signIn(user, 'brand-new-one');
  });

  it('that changes ends the links that set a new one', async () => {
    const user = await server.signUp();
    const token = await resetToken(user.email);
    expect((await change((await signIn(user)).cookie, 'secret-enough')).status).toBe(200);
    expect((await post('/reset-password', { token, newPassword: 'taken-over' })).status).toBe(400);
  });

  it('stays with a wrong one, a short one, and where other sessions should stay', async () => {
    const user = await server.signUp();
    const { cookie } = await signIn(user);
    const wrong = await change(cookie, 'wrong-one');
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { code: 'INVALID_PASSWORD' }]);
    const short = await change(cookie, 'secret-enough', { newPassword: '12345' });
    expect([short.status, await short.json()]).toMatchObject([400, { code: 'PASSWORD_TOO_SHORT' }]);
    expect((await change(cookie, 'secret-enough', { revokeOtherSessions: false })).status).toBe(400);
    await signIn(user);
  });

  it('can not be guessed from a session', async () => {
    const limited = await startTestServer({ limits: undefined });
    const { email } = await limited.signUp();
    const ask = (path: string, body: object, cookie = '') =>
      limited.fetch(`/api/auth${path}`, {
        method: 'POST',
        headers: { ...json, cookie },
        body: JSON.stringify(body),
      });
    const cookie = cookiesOf(await ask('/sign-in/email', { email, password: 'secret-enough' }));
    const [name = '', value = ''] = cookie.split(/=(.*)/s);
    /** The same session, with another letter of it escaped. */
    const written = (count: number) => {
      const escaped = `%${value.charCodeAt(count).toString(16)}`;
      return `n=${count}; __Secure-${name}=${count}; ${name}=${value.slice(0, count)}${escaped}${value.slice(count + 1)}`;
    };
    const guess = (currentPassword: string, count: number) =>
      ask('/change-password', { currentPassword, newPassword: 'brand-new-one' }, written(count));
    const guessByEmail = (currentPassword: string, count: number) =>
      ask('/change-email', { currentPassword, newEmail: `${count}@example.com` }, written(count));
    for (let count = 0; count < 5; count += 1) {
      expect((await guess('wrong-one', count)).status).toBe(400);
      expect((await guessByEmail('wrong-one', count)).status).toBe(400);
    }
    expect((await guess('secret-enough', 5)).status).toBe(429);
    expect((await guessByEmail('secret-enough', 5)).status).toBe(429);
    await limited.close();
  });
});

describe('devices', () => {
  it('are listed in words, the present one marked', async () => {
    const user = await server.signUp();
    const { token } = await signIn(user, 'secret-enough', phone);
    await sync(user, token);
    const [first, ...others] = await devicesOf(token);
    expect(first).toEqual({
      id: expect.any(String),
      name: 'Safari on iPhone',
      isPhone: true,
      isCurrent: true,
      lastSeenAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(others.map(({ name, isCurrent }) => [name, isCurrent])).toEqual([['Unknown device', false]]);
  });

  it('are signed out one by one', async () => {
    const user = await server.signUp();
    const [here, lost] = [await signIn(user), await signIn(user)];
    const id = (await devicesOf(lost.token)).find(({ isCurrent }) => isCurrent)?.id;
    const end = () => server.call('DELETE', `/api/user/devices/${id}`, { token: here.token });
    expect((await end()).status).toBe(200);
    expect([await statusOf(lost.token), await statusOf(here.token)]).toEqual([401, 200]);
    const again = await end();
    expect([again.status, again.body.code]).toEqual([404, 'device_missing']);
  });

  it('are signed out all but the present one', async () => {
    const user = await server.signUp();
    const [here, lost] = [await signIn(user), await signIn(user)];
    const { body } = await server.call('DELETE', '/api/user/devices', { token: here.token });
    expect(body).toEqual({ ended: 2 });
    expect([await statusOf(lost.token), await statusOf(user.token)]).toEqual([401, 401]);
    expect((await devicesOf(here.token)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
  });

  it.each([
    [
      'Mozilla/5.0 (Macintosh) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
      'Chrome on Mac',
    ],
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    ['Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
    ['curl/8.5', 'Unknown device'],
    ['', 'Unknown device'],
  ])('called %s are shown as %s', (userAgent, name) => {
    expect(describeDevice(userAgent).name).toBe(name);
  });
});
