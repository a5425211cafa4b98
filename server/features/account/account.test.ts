import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUpVerified } from '#server/testing/agents.ts';
import { authBrowser } from '#server/testing/auth-browser.ts';
import { submitJob } from '#server/testing/request-samples.ts';
import {
  openTestServer,
  startTestServer,
  type TestServer,
  type TestUser,
} from '#server/testing/test-server.ts';
import { totp } from '#server/testing/totp.ts';

const env = {
  SECRET_KEY: 'k'.repeat(20) + 'y'.repeat(20),
  SUPPORT_AGENTS: 'grace@support.example,unproved@support.example',
};
const server = openTestServer({}, env);

const json = { 'content-type': 'application/json', origin: 'http://localhost:3000' };
const post = (path: string, body: unknown) =>
  server.fetch(`/api/auth${path}`, { method: 'POST', headers: json, body: JSON.stringify(body) });

describe('the account sync', () => {
  it('returns the stored user with the free plan', async () => {
    const user = await server.signUp();
    expect(user).toMatchObject({ plan: 'free', name: 'Ada Founder' });
  });

  it('refuses to act for another user', async () => {
    const [ada, eve] = [await server.signUp(), await server.signUp()];
    const reply = await server.call('POST', '/api/user/sync', {
      token: eve.token,
      body: { id: ada.id, email: ada.email },
    });
    expect(reply.status).toBe(403);
    expect(reply.body).toMatchObject({ code: 'foreign_user', error: reply.body.message });
  });

  it('takes the e-mail from the token, not from the body', async () => {
    const user = await server.signUp();
    const body = { id: user.id, email: 'somebody@else.example', name: 'New Name' };
    const reply = await server.call('POST', '/api/user/sync', { token: user.token, body });
    expect(reply.body).toMatchObject({ email: user.email, name: 'Ada Founder' });
  });

  it.each([
    ['no token', undefined, 'sign_in_required'],
    ['a word that is no token', 'nonsense', 'sign_in_expired'],
    [
      'an unsigned token',
      unsigned({ sub: 'x', iss: 'startup-spark', aud: 'startup-spark-api', exp: 9e9 }),
      'sign_in_expired',
    ],
  ])('refuses %s', async (_case, token, code) => {
    const reply = await server.call('POST', '/api/user/sync', { token, body: { id: 'x', email: 'x@y.z' } });
    expect([reply.status, reply.body.code]).toEqual([401, code]);
  });

  it('refuses a token with a changed payload and one that has expired', async () => {
    const { token, id, email } = await server.signUp();
    const [head, payload = '', signature] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forged = [head, encode({ ...claims, sub: 'somebody-else' }), signature].join('.');
    const reply = await server.call('POST', '/api/user/sync', { token: forged, body: { id, email } });
    expect([reply.status, reply.body.code]).toEqual([401, 'sign_in_expired']);
  });
});

describe('signing in', () => {
  it('tells a wrong password, a taken e-mail and a short password apart', async () => {
    const { email } = await server.signUp();
    const codes = await Promise.all(
      [
        post('/sign-in/email', { email, password: 'wrong-password' }),
        post('/sign-up/email', { name: 'A', email, password: 'long-enough' }),
        post('/sign-up/email', { name: 'A', email: 'short@example.com', password: '12345' }),
      ].map(async (reply) => ((await (await reply).json()) as { code: string }).code),
    );
    expect(codes).toEqual([
      'INVALID_EMAIL_OR_PASSWORD',
      'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
      'PASSWORD_TOO_SHORT',
    ]);
  });

  it('of two people at once with one e-mail, one signs up and the other learns that it is taken', async () => {
    const account = { name: 'A', email: 'at-once@example.com', password: 'long-enough' };
    const replies = await Promise.all([account, account].map((body) => post('/sign-up/email', body)));
    const outcomes = await Promise.all(
      replies.map(async (reply) => [reply.status, ((await reply.json()) as { code?: string }).code]),
    );
    expect(outcomes.toSorted()).toEqual([
      [200, undefined],
      [422, 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL'],
    ]);
  });

  it.each([
    ['text that is not JSON', '{"email":'],
    ['a list', '[]'],
    ['nested objects', '{"email":{"$ne":""},"password":"x"}'],
    ['NUL in the name', '{"name":"a\\u0000","email":"nul@example.com","password":"123456"}'],
    ['a lone surrogate', '{"name":"\\ud800","email":"lone@example.com","password":"123456"}'],
    [
      'a name beyond all measure',
      JSON.stringify({ name: 'x'.repeat(5000), email: 'l@example.com', password: '123456' }),
    ],
    ['an e-mail that is none', '{"name":"a","email":"nobody","password":"123456"}'],
  ])('refuses %s with 4xx and says why', async (_case, body) => {
    for (const path of ['/sign-up/email', '/sign-in/email']) {
      const reply = await server.fetch(`/api/auth${path}`, { method: 'POST', headers: json, body });
      expect(reply.status).toBeGreaterThanOrEqual(400);
      expect(reply.status).toBeLessThan(500);
      expect(await reply.json()).toMatchObject({ code: expect.any(String), error: expect.any(String) });
    }
  });

  it('takes no blanks for a new password', async () => {
    const { email } = await server.signUp();
    const newPassword = ' \t\u3000   ';
    const account = { name: 'A', email: 'blank@example.com', password: newPassword };
    const cookie = cookiesOf(await post('/sign-in/email', { email, password: 'secret-enough' }));
    const changed = await server.fetch('/api/auth/change-password', {
      method: 'POST',
      headers: { ...json, cookie },
      body: JSON.stringify({ currentPassword: 'secret-enough', newPassword }),
    });
    for (const reply of [await post('/sign-up/email', account), changed]) {
      expect([reply.status, await reply.json()]).toMatchObject([400, { code: 'auth/weak-password' }]);
    }
    expect((await post('/sign-in/email', { email, password: 'secret-enough' })).status).toBe(200);
  });

  describe('after many failures', () => {
    let limited: TestServer;
    beforeAll(async () => {
      limited = await startTestServer({ limits: undefined });
    });
    afterAll(() => limited.close());
    const ask = async (path: string, body: object, from = '198.51.100.7') =>
      limited.app.http.request(
        `http://localhost:3000/api/auth${path}`,
        { method: 'POST', headers: json, body: JSON.stringify(body) },
        { incoming: { socket: { remoteAddress: from } } },
      );
    const signIn = async (email: string, password: string, from?: string) =>
      (await ask('/sign-in/email', { email, password }, from)).status;
    async function lock(email: string, from?: string) {
      for (let count = 0; count < 10; count += 1) expect(await signIn(email, 'wrong-one', from)).toBe(401);
    }

    it('is refused for a while, also with the right password', async () => {
      const { email } = await limited.signUp();
      await lock(email);
      const refused = await ask('/sign-in/email', { email, password: 'secret-enough' });
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
      expect(await refused.json()).toMatchObject({ code: 'auth/too-many-requests' });
    });

    it.each([
      ['another address', '198.51.100.8', '203.0.113.9'],
      ['another IPv6 network', '2001:db8:0:1::1', '2001:db8:0:2::1'],
    ])('of a stranger is open to its owner in %s', async (_case, stranger, owner) => {
      const { email } = await limited.signUp();
      await lock(email, stranger);
      expect(await signIn(email, 'secret-enough', stranger)).toBe(429);
      expect(await signIn(email, 'secret-enough', owner)).toBe(200);
    });

    it('is one lock for all addresses of an IPv6 network', async () => {
      const { email } = await limited.signUp();
      await lock(email, '2001:db8:0:3::1');
      expect(await signIn(email, 'secret-enough', '2001:db8:0:3:ffff::2')).toBe(429);
    });

    it('is open again with a new password by the mailed link, from every network', async () => {
      const { email } = await limited.signUp();
      await lock(email);
      await ask('/request-password-reset', { email });
      await limited.app.runDueTasks();
      const token = new URL((await mailedLink(email, limited)) ?? '').searchParams.get('resetToken');
      expect((await ask('/reset-password', { token, newPassword: 'brand-new-one' })).status).toBe(200);
      expect(await signIn(email, 'brand-new-one')).toBe(200);
    });

    it('says nothing of an account where the network has failed at many', async () => {
      const from = '192.0.2.55';
      for (let count = 0; count < 60; count += 1)
        await signIn(`many-${count}@example.com`, 'wrong-one', from);
      const refused = await ask('/sign-in/email', { email: 'one@example.com', password: 'x' }, from);
      expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'too_many_requests' }]);
    });

    it('of a stranger to set a password by a guessed link, is refused', async () => {
      const guess = () =>
        ask('/reset-password', { token: 'guessed', newPassword: 'mine-alone' }, '192.0.2.56');
      for (let count = 0; count < 30; count += 1) expect((await guess()).status).toBe(400);
      expect((await guess()).status).toBe(429);
    });

    it('is not what right codes are counted as', async () => {
      const { email } = await limited.signUp();
      const incoming = { socket: { remoteAddress: '192.0.2.57' } };
      const own = authBrowser({
        fetch: async (path, init) =>
          limited.app.http.request(`http://localhost:3000${path}`, init, { incoming }),
      });
      await own.signIn(email);
      const uri = String((await own.post('/two-factor/enable', { password: 'secret-enough' })).body.totpURI);
      const verify = async (code: string) => (await own.post('/two-factor/verify-totp', { code })).status;
      for (let count = 0; count < 61; count += 1) expect(await verify(totp(uri))).toBe(200);
      for (let count = 0; count < 60; count += 1) expect(await verify('wrong')).toBe(401);
      expect(await verify(totp(uri))).toBe(429);
    });

    it('of a stranger to sign up, the owner still can', async () => {
      const account = { name: 'A', email: 'wanted@example.com', password: 'short' };
      for (let count = 0; count < 10; count += 1) await ask('/sign-up/email', account);
      expect((await ask('/sign-up/email', account)).status).toBe(429);
      const owner = await ask('/sign-up/email', { ...account, password: 'long-enough' }, '203.0.113.10');
      expect(owner.status).toBe(200);
    });
  });

  it('from another site is refused', async () => {
    const { email } = await server.signUp();
    const reply = await server.fetch('/api/auth/sign-in/email', {
      method: 'POST',
      headers: { ...json, origin: 'https://evil.example', cookie: 'better-auth.session_token=x' },
      body: JSON.stringify({ email, password: 'secret-enough' }),
    });
    expect(reply.status).toBe(403);
  });
});

it('the first people of an installation may sign up at once: their tokens are signed with one key', async () => {
  const fresh = await startTestServer();
  const people = await Promise.all(Array.from({ length: 8 }, () => fresh.signUp()));
  const keys = people.map(({ token }) => JSON.parse(atob(token.split('.')[0] ?? '')).kid);
  expect(new Set(keys).size).toBe(1);
  await fresh.close();
});

describe('what the identity provider serves', () => {
  it('is what the product uses and nothing else', async () => {
    for (const path of ['/verify-password', '/delete-user', '/set-password', '/revoke-session'])
      expect((await post(path, {})).status).toBe(404);
    for (const path of ['/list-sessions', '/error', '/ok']) {
      expect((await server.fetch(`/api/auth${path}`)).status).toBe(404);
    }
  });

  it('never shows the session’s own token to scripts', async () => {
    const { email } = await server.signUp();
    const signedIn = await post('/sign-in/email', { email, password: 'secret-enough' });
    const [cookie = ''] = signedIn.headers.getSetCookie();
    expect(cookie).toMatch(/HttpOnly/i);
    const secret = decodeURIComponent(/=([^;]+)/.exec(cookie)?.[1] ?? '').split('.')[0] ?? 'none';
    const session = await server.fetch('/api/auth/get-session', {
      headers: { cookie: cookie.split(';')[0] ?? '' },
    });
    for (const reply of [await signedIn.text(), await session.text()]) {
      expect(reply).toContain(email);
      expect(reply).not.toContain(secret);
    }
  });

  it('travels only by https where the site does', async () => {
    const site = await startTestServer({}, { PUBLIC_URL: 'https://spark.example' });
    const reply = await site.fetch('/api/auth/sign-up/email', {
      method: 'POST',
      headers: { ...json, origin: 'https://spark.example' },
      body: JSON.stringify({ name: 'Ada', email: 'secure@example.com', password: 'secret-enough' }),
    });
    expect(reply.headers.getSetCookie().join()).toMatch(/Secure/);
    expect((await site.fetch('/outbox')).status).toBe(404);
    await site.close();
  });
});

describe('a copied session cookie', () => {
  const reset = async (email: string) => {
    await post('/request-password-reset', { email });
    await server.app.runDueTasks();
    const token = new URL((await mailedLink(email)) ?? '').searchParams.get('resetToken');
    return post('/reset-password', { token, newPassword: 'brand-new-one' });
  };
  const signIn = async ({ id, email }: TestUser, password = 'secret-enough') => {
    const signedIn = cookiesOf(await post('/sign-in/email', { email, password }));
    const renewed = await server.fetch('/api/auth/token', { headers: { cookie: signedIn } });
    const { token } = (await renewed.json()) as { token: string };
    const session = await startSession(server, { id, email, token });
    return { signedIn, session, token };
  };

  it.each<[string, (user: TestUser, cookies: { signedIn: string; session: string }) => unknown]>([
    [
      'our session',
      (_, { session }) =>
        server.fetch('/api/user/session', { method: 'DELETE', headers: { cookie: session } }),
    ],
    [
      'the provider’s session',
      (_, { signedIn }) =>
        server.fetch('/api/auth/sign-out', {
          method: 'POST',
          headers: { ...json, cookie: signedIn },
          body: '{}',
        }),
    ],
    ['every session by a new password', ({ email }) => reset(email)],
  ])('fails at once in every process after the end of %s', async (_case, end) => {
    const beside = await startTestServer({}, env, server);
    const user = await server.signUp();
    const { signedIn, session } = await signIn(user);
    expect([await callBySession(server, session), await callBySession(beside, session)]).toEqual([403, 403]);
    await end(user, { signedIn, session });
    expect([await callBySession(server, session), await callBySession(beside, session)]).toEqual([401, 401]);
    await beside.close();
  });

  it.each<[string, (cookies: { signedIn: string; session: string }) => Promise<Response>]>([
    [
      'our session',
      ({ session }) => server.fetch('/api/user/session', { method: 'DELETE', headers: { cookie: session } }),
    ],
    [
      'the provider’s session',
      ({ signedIn }) =>
        server.fetch('/api/auth/sign-out', {
          method: 'POST',
          headers: { ...json, cookie: signedIn },
          body: '{}',
        }),
    ],
  ])('and its token reach nothing after the end of %s, and other devices stay', async (_case, end) => {
    let now = Date.now();
    const beside = await startTestServer({ now: () => now }, env, server);
    const user = await server.signUp();
    const [here, elsewhere] = [await signIn(user), await signIn(user)];
    const read = async (on: TestServer, { token }: { token: string }) =>
      (await on.call('GET', '/api/jobs', { token })).status;
    expect([await read(server, here), await read(beside, here)]).toEqual([200, 200]);
    expect((await end(here)).status).toBe(200);
    const body = { id: user.id, email: user.email };
    for (const on of [server, beside]) {
      expect(await callBySession(on, here.session)).toBe(401);
      expect((await on.call('POST', '/api/user/sync', { token: here.token, body })).status).toBe(401);
    }
    expect(await read(server, here)).toBe(401);
    now += 5_001;
    expect(await read(beside, here)).toBe(401);
    const renewed = await server.fetch('/api/auth/token', { headers: { cookie: here.signedIn } });
    expect(renewed.status).toBe(401);
    for (const on of [server, beside])
      expect([await read(on, elsewhere), await callBySession(on, elsewhere.session)]).toEqual([200, 403]);
    await beside.close();
  });

  it('is worth nothing beside a new one, and can not end that', async () => {
    const user = await server.signUp();
    const { session } = await signIn(user);
    const leave = () => server.fetch('/api/user/session', { method: 'DELETE', headers: { cookie: session } });
    await leave();
    const again = await signIn(user);
    expect([await callBySession(server, session), await callBySession(server, again.session)]).toEqual([
      401, 403,
    ]);
    expect((await leave()).status).toBe(200);
    expect(await callBySession(server, again.session)).toBe(403);
  });

  it('can not be replaced with a token from before, also where that is remembered', async () => {
    let now = Date.now();
    const clock = { now: () => now };
    const [first, beside] = [
      await startTestServer(clock, env, server),
      await startTestServer(clock, env, server),
    ];
    const user = await first.signUp();
    const cookie = await startSession(first, user);
    expect((await beside.call('GET', '/api/jobs', { token: user.token })).status).toBe(200);
    now += 20_000;
    await first.fetch('/api/user/session', { method: 'DELETE', headers: { cookie } });
    const body = { id: user.id, email: user.email };
    for (const process of [first, beside]) {
      const synced = await process.call('POST', '/api/user/sync', { token: user.token, body });
      expect([synced.status, synced.body.code]).toEqual([401, 'sign_in_expired']);
    }
    await first.close();
    await beside.close();
  });
});

describe('a configured address of this machine', () => {
  it('has the outbox, its mail and the inbox of agents', async () => {
    const local = { PUBLIC_URL: 'http://localhost:3000', SUPPORT_AGENTS: 'agent@support.example' };
    const site = await startTestServer({}, local);
    const { token, email } = await signUpVerified(site, 'agent@support.example', 'Grace');
    const reset = await site.fetch('/api/auth/request-password-reset', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ email }),
    });
    expect(reset.status).toBe(200);
    expect((await site.fetch('/outbox')).status).toBe(200);
    expect((await site.call('GET', '/api/config')).body).toMatchObject({ outboxUrl: '/outbox' });
    expect((await site.call('GET', '/api/inbox', { token })).status).toBe(200);
    await site.close();
  });
});

describe('a forgotten password', () => {
  it('is only shown on this machine', async () => {
    expect((await server.fetch('/outbox')).status).toBe(200);
    expect((await server.fetch('/outbox', { headers: { host: 'rebound.example' } })).status).toBe(404);
  });

  it('is replaced through the link in the mail, once', async () => {
    const { email } = await server.signUp();
    expect((await post('/request-password-reset', { email })).status).toBe(200);
    await server.app.runDueTasks();
    const token = new URL((await mailedLink(email)) ?? '').searchParams.get('resetToken');
    expect((await post('/reset-password', { token, newPassword: 'brand-new-one' })).status).toBe(200);
    expect((await post('/sign-in/email', { email, password: 'brand-new-one' })).status).toBe(200);
    expect((await post('/reset-password', { token, newPassword: 'again-and-again' })).status).toBe(400);
  });

  it('does not reveal if an address has an account', async () => {
    const reply = await post('/request-password-reset', { email: 'nobody-at-all@example.com' });
    expect(reply.status).toBe(200);
  });
});

const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((entry) => entry.split(';')[0])
    .join('; ');

async function startSession(on: TestServer, { id, email, token }: Pick<TestUser, 'id' | 'email' | 'token'>) {
  const synced = await on.fetch('/api/user/sync', {
    method: 'POST',
    headers: { ...json, authorization: `Bearer ${token}` },
    body: JSON.stringify({ id, email }),
  });
  return cookiesOf(synced);
}

/** 403 for a user without the plan, 401 without a user. */
async function callBySession(on: TestServer, cookie: string): Promise<number> {
  const path = '/api/campaign/find-opportunities';
  return (await on.fetch(path, { method: 'POST', headers: { ...json, cookie }, body: '{}' })).status;
}

async function mailedLink(email: string, on: TestServer = server): Promise<string | undefined> {
  const page = await (await on.fetch('/outbox')).text();
  const mail = page.split('<article>').find((article) => article.includes(email));
  return mail && /href="([^"]+)"/.exec(mail)?.[1]?.replaceAll('&amp;', '&');
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function unsigned(claims: object): string {
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`;
}

const syncedUser = async ({ token, id, email }: TestUser) =>
  (await server.call('POST', '/api/user/sync', { token, body: { id, email } })).body;

describe('the synced user', () => {
  it('carries no counters before the first support request', async () => {
    const user = await server.signUp();
    expect(await syncedUser(user)).toEqual({ id: user.id, email: user.email, name: user.name, plan: 'free' });
  });

  it('carries what was made on each plan and what was given back', async () => {
    const user = await server.signUp();
    const { body } = await submitJob(server, user);
    await server.database.pool.query(
      "update users set pro_month = '2026-03', pro_month_requests = 4, extra_requests = 2 where id = $1",
      [user.id],
    );
    expect(await syncedUser(user)).toEqual({
      ...(body.user as object),
      lastFreeRequestTimestamp: expect.any(Number),
      proRequestsThisMonth: { monthYear: '2026-03', count: 4 },
      extraRequests: 2,
    });
  });

  it('says who works on support requests to these alone, by a verified address', async () => {
    const grace = await signUpVerified(server, 'grace@support.example', 'Grace');
    expect(await syncedUser(grace)).toMatchObject({ supportAgent: true });
    const submitted = await submitJob(server, grace);
    expect(submitted.body.user).toMatchObject({ supportAgent: true });
    for (const user of [
      await server.signUp('free', 'unproved@support.example'),
      await signUpVerified(server, 'somebody@support.example', 'Somebody'),
    ]) {
      expect(await syncedUser(user)).not.toHaveProperty('supportAgent');
      expect((await submitJob(server, user)).body.user).not.toHaveProperty('supportAgent');
    }
  });
});
