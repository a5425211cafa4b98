import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type FakeAccount,
  type IdentityToolkit,
  startIdentityToolkit,
} from '#fakes/identity-toolkit/identity-toolkit.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

// One database, two deployments: with the embedded identity before, with Firebase after.

let toolkit: IdentityToolkit;
let before: TestServer;
let after: TestServer;
let database: pg.Client;
let clockAhead = 0;
beforeAll(async () => {
  toolkit = await startIdentityToolkit();
  const now = () => Date.now() + clockAhead;
  before = await startTestServer({ now });
  after = await startTestServer({ now }, toolkit.env, before);
  database = new pg.Client({ connectionString: before.databaseUrl });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await after.close();
  await before.close();
  await toolkit.stop();
});
afterEach(() => {
  clockAhead = 0;
});

let email: string;
let people = 0;
beforeEach(() => {
  people += 1;
  email = `mover-${people}@example.com`;
});

type Person = { account: FakeAccount; token: string };

async function signUpAtFirebase(given: Partial<FakeAccount> = {}): Promise<Person> {
  const account = toolkit.accounts.add({ email, password: 'secret-enough', displayName: 'Ada', ...given });
  return { account, token: await tokenOf(account) };
}

const tokenOf = async (account: FakeAccount) => (await toolkit.tokens.issue(account)).idToken;

const sync = (token: string, id: string, server = after, name?: string) =>
  server.call('POST', '/api/user/sync', { token, body: { id, email, ...(name ? { name } : {}) } });

async function enter({ account, token }: Person): Promise<Record<string, unknown>> {
  const { status, body } = await sync(token, account.localId);
  expect(status).toBe(200);
  return body;
}

const identitiesOf = async (userId: unknown) =>
  (
    await database.query(
      'select provider, subject, email_verified from user_identities where user_id = $1 order by provider',
      [userId],
    )
  ).rows;

const usersWith = async (address: string) =>
  (await database.query('select id from users where lower(email) = $1', [address])).rows.length;

const survey = (surveyId: string) => ({
  surveyId,
  idea: 'A map of benches',
  socialLinks: [],
  questions: [{ question: 'Where do you rest?', type: 'open-ended', options: null }],
});

it('a copied session cookie fails at once after a sign-out at Firebase too', async () => {
  const { account, token } = await signUpAtFirebase();
  const entered = await after.fetch('/api/user/sync', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ id: account.localId, email }),
  });
  const headers = {
    'content-type': 'application/json',
    cookie: entered.headers.getSetCookie()[0]?.split(';')[0] ?? '',
  };
  const use = async () =>
    (await after.fetch('/api/campaign/find-opportunities', { method: 'POST', headers, body: '{}' })).status;
  expect(await use()).toBe(403);
  await after.fetch('/api/user/session', { method: 'DELETE', headers });
  expect(await use()).toBe(401);
});

describe('a person who comes through another provider', () => {
  it('with the same verified e-mail keeps plan and surveys, and acts as the same user', async () => {
    const old = await before.signUp('pro', email);
    const { token } = old;
    const saved = await before.call('POST', '/api/surveys', { token, body: survey(`survey-kept-${people}`) });
    expect(saved.status).toBe(201);
    const person = await signUpAtFirebase({ emailVerified: true });
    expect(await enter(person)).toMatchObject({ id: old.id, plan: 'pro', email, name: 'Ada' });
    const read = await after.call('GET', `/api/surveys/survey-kept-${people}`, { token: person.token });
    expect(read.body).toMatchObject({ isOwner: true });
    const checkout = await after.call('POST', '/api/create-checkout-session', {
      token: person.token,
      body: { priceId: 'price_embedded_developer', userId: old.id, mode: 'subscription', userEmail: email },
    });
    expect(checkout.status).toBe(200);
  });

  it('is the same whatever the case of the e-mail', async () => {
    const old = await before.signUp('free', email);
    const person = await signUpAtFirebase({ emailVerified: true });
    const shouting = { ...person.account, email: email.toUpperCase() };
    expect(await enter({ account: shouting, token: await tokenOf(shouting) })).toMatchObject({ id: old.id });
  });

  it('is somebody else while the e-mail is not verified', async () => {
    const old = await before.signUp('pro', email);
    const person = await signUpAtFirebase();
    expect(await enter(person)).toMatchObject({ id: person.account.localId, plan: 'free', email });
    expect(await identitiesOf(old.id)).toHaveLength(1);
  });

  it('gets the account as soon as the e-mail is verified, if the new one is still empty', async () => {
    const old = await before.signUp('pro', email);
    const person = await signUpAtFirebase();
    const fresh = await enter(person);
    toolkit.accounts.change(email, { emailVerified: true });
    const token = await tokenOf(person.account);
    expect((await sync(token, String(fresh.id))).body).toMatchObject({ id: old.id, plan: 'pro' });
    expect(await usersWith(email)).toBe(1);
    const saved = await after.call('POST', '/api/surveys', { token, body: survey(`survey-late-${people}`) });
    expect(saved.status).toBe(201);
  });

  it('gets the account then also with the new one on the waitlist, and takes that place along', async () => {
    const old = await before.signUp('pro', email);
    const person = await signUpAtFirebase();
    const fresh = await enter(person);
    await database.query(
      'insert into waitlist (email, token, user_id, requested_at) values ($1, $1, $2, now())',
      [email, fresh.id],
    );
    toolkit.accounts.change(email, { emailVerified: true });
    expect(await enter({ ...person, token: await tokenOf(person.account) })).toMatchObject({ id: old.id });
    const { rows } = await database.query('select user_id from waitlist where email = $1', [email]);
    expect(rows).toEqual([{ user_id: old.id }]);
  });

  it('keeps both accounts when the new one has been paid for', async () => {
    const old = await before.signUp('pro', email);
    const person = await signUpAtFirebase();
    const fresh = await enter(person);
    await database.query(
      `insert into payments (session_id, user_id, plan, origin, amount, currency, paid_at)
       values ($1, $2, 'pro', 'embedded', 2900, 'USD', now())`,
      [`paid-${people}`, fresh.id],
    );
    toolkit.accounts.change(email, { emailVerified: true });
    expect((await sync(await tokenOf(person.account), person.account.localId)).body).toMatchObject({
      id: fresh.id,
    });
    expect(await identitiesOf(fresh.id)).toEqual([
      { provider: 'firebase', subject: person.account.localId, email_verified: true },
    ]);
    expect(await identitiesOf(old.id)).toHaveLength(1);
  });

  it('shuts out a user who registered the address without owning it', async () => {
    const hijacker = await before.signUp('free', email);
    const owner = await signUpAtFirebase({ emailVerified: true });
    const { id } = await enter(owner);
    expect(id).toBe(hijacker.id);
    expect(await identitiesOf(id)).toMatchObject([{ provider: 'firebase' }]);
    clockAhead = 31_000;
    const unknown = await before.call('POST', '/api/surveys', {
      token: hijacker.token,
      body: survey(`survey-stolen-${people}`),
    });
    expect(unknown.body.code).toBe('sync_refused');
    const back = await sync(hijacker.token, hijacker.id, before);
    expect(back.body.id).not.toBe(id);
    expect(await identitiesOf(id)).toMatchObject([{ provider: 'firebase' }]);
  });

  it('keeps a sign-in that has proved the address', async () => {
    const old = await before.signUp('free', email);
    await database.query('update user_identities set email_verified = true where user_id = $1', [old.id]);
    await enter(await signUpAtFirebase({ emailVerified: true }));
    expect(await identitiesOf(old.id)).toMatchObject([{ provider: 'embedded' }, { provider: 'firebase' }]);
  });

  it('gets the account that has proved the address, not the oldest', async () => {
    const [pretender, owner] = [await before.signUp('free'), await before.signUp('free', email)];
    await database.query('update users set email = $1 where id = $2', [email, pretender.id]);
    await database.query('update user_identities set email_verified = true where user_id = $1', [owner.id]);
    expect(await enter(await signUpAtFirebase({ emailVerified: true }))).toMatchObject({ id: owner.id });
  });
});

describe('the first syncs of a sign-in that come at once', () => {
  const many = Array.from({ length: 8 });

  it.each([
    ['make one user', false],
    ['find one user', true],
  ])('%s', async (_case, isKnown) => {
    if (isKnown) await before.signUp('free', email);
    const beside = await startTestServer({}, toolkit.env, before);
    const { account, token } = await signUpAtFirebase({ emailVerified: true });
    const replies = await Promise.all(
      many.map((_, at) => sync(token, account.localId, at % 2 ? after : beside)),
    );
    await beside.close();
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const ids = new Set(replies.map(({ body }) => body.id));
    expect(ids.size).toBe(1);
    expect(await usersWith(email)).toBe(1);
    expect(await identitiesOf([...ids][0])).toHaveLength(1);
  });

  it('give the account to one of two sign-ins with the same address', async () => {
    const old = await before.signUp('free', email);
    const persons = [
      await signUpAtFirebase({ emailVerified: true }),
      await signUpAtFirebase({ emailVerified: true }),
    ];
    const ids = (await Promise.all(persons.map(enter))).map(({ id }) => id);
    expect(ids.filter((id) => id === old.id)).toHaveLength(1);
    expect(new Set(ids).size).toBe(2);
  });
});

describe('a sign-in', () => {
  it('may name itself by its own id or by ours, and no other user', async () => {
    const [old, other] = [await before.signUp('free', email), await before.signUp()];
    const { account, token } = await signUpAtFirebase({ emailVerified: true });
    expect((await sync(token, old.id)).body.code).toBe('foreign_user');
    await enter({ account, token });
    expect((await sync(token, old.id)).body.id).toBe(old.id);
    expect((await sync(token, account.localId)).body.id).toBe(old.id);
    expect((await sync(token, other.id)).body.code).toBe('foreign_user');
  });

  it('whose id is another user’s id here never passes for that user', async () => {
    const old = await before.signUp('pro', email);
    email = `other-${email}`;
    const person = await signUpAtFirebase({ localId: old.id });
    const refused = await after.call('POST', '/api/surveys', {
      token: person.token,
      body: survey(`survey-not-mine-${people}`),
    });
    expect(refused.body.code).toBe('sync_refused');
    const mine = await enter(person);
    expect(mine).toMatchObject({ plan: 'free', email });
    expect(mine.id).not.toBe(old.id);
    expect(await enter(person)).toMatchObject({ id: mine.id });
  });

  it('takes the name from the token, else from the body, and keeps a known one', async () => {
    const { account, token } = await signUpAtFirebase({ displayName: '' });
    expect((await sync(token, account.localId, after, 'Typed Name')).body.name).toBe('Typed Name');
    expect((await sync(token, account.localId)).body.name).toBe('Typed Name');
    toolkit.accounts.change(email, { displayName: 'Told Name' });
    expect((await sync(await tokenOf(account), account.localId)).body.name).toBe('Told Name');
  });
});

describe('a token from before its e-mail was verified', () => {
  const verify = async ({ account }: Person) => {
    toolkit.accounts.change(email, { emailVerified: true });
    const token = await tokenOf(account);
    return { token, user: await enter({ account, token }) };
  };

  it.each([
    ['moved to the account', true],
    ['kept its own account', false],
  ])('no longer leads anywhere when the sign-in has %s', async (_case, isKnown) => {
    if (isKnown) await before.signUp('pro', email);
    const person = await signUpAtFirebase();
    await enter(person);
    const { token, user } = await verify(person);
    const others = [
      () => sync(person.token, person.account.localId),
      () => sync(person.token, String(user.id)),
      () => after.call('POST', '/api/surveys', { token: person.token, body: survey(`survey-bad-${people}`) }),
    ];
    for (const attempt of others) {
      const { status, body } = await attempt();
      expect([status, body.code]).toEqual([401, 'sign_in_expired']);
    }
    expect(await identitiesOf(user.id)).toContainEqual({
      provider: 'firebase',
      subject: person.account.localId,
      email_verified: true,
    });
    expect((await sync(token, String(user.id))).status).toBe(200);
  });

  it('stays refused after a younger one that is not verified either, which is taken', async () => {
    const person = await signUpAtFirebase();
    await enter(person);
    await verify(person);
    // Both were made just now; the proof is given an age.
    await database.query(
      "update user_identities set verified_at = verified_at - interval '5 seconds' where subject = $1",
      [person.account.localId],
    );
    toolkit.accounts.change(email, { emailVerified: false });
    const younger = await tokenOf(person.account);
    expect((await sync(younger, person.account.localId)).status).toBe(200);
    expect(await identitiesOf(person.account.localId)).toMatchObject([{ email_verified: false }]);
    await database.query('update user_identities set verified_at = now() where subject = $1', [
      person.account.localId,
    ]);
    clockAhead = 31_000;
    expect((await sync(person.token, person.account.localId)).body.code).toBe('sign_in_expired');
  });
});

describe('a deployment with Firebase', () => {
  it('tells browsers its project and lets them call nothing foreign but its hosts', async () => {
    const config = await after.call('GET', '/api/config');
    expect(config.body).toMatchObject({
      identity: 'firebase',
      firebase: { projectId: toolkit.tokens.projectId, emulatorUrl: `http://${toolkit.host}` },
    });
    const policyOf = async (server: TestServer) =>
      /connect-src ([^;]*)/.exec(
        (await server.fetch('/healthz')).headers.get('content-security-policy') ?? '',
      )?.[1];
    expect(await policyOf(after)).toBe(`'self' http://${toolkit.host}`);
    expect(await policyOf(before)).toBe("'self'");
    const { FIREBASE_AUTH_EMULATOR_HOST: _host, ...real } = toolkit.env;
    const google = await startTestServer({}, real, before);
    expect(await policyOf(google)).toBe(
      "'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com",
    );
    await google.close();
  });

  it('serves no sign-in of its own, and takes no token of another provider', async () => {
    expect((await after.fetch('/api/auth/get-session')).status).toBe(404);
    const old = await before.signUp('free', email);
    expect((await sync(old.token, old.id)).body.code).toBe('sign_in_expired');
  });

  it('says that signing in can not be checked while its keys can not be had, and goes on afterwards', async () => {
    const cold = await startTestServer({}, toolkit.env, before);
    const { account, token } = await signUpAtFirebase();
    toolkit.setAway(true);
    const refused = await sync(token, account.localId, cold);
    expect([refused.status, refused.body.code]).toEqual([503, 'sign_in_unavailable']);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect((await cold.call('GET', '/api/config')).status).toBe(200);
    expect(cold.logs.join()).toContain('tokens can not be checked');
    toolkit.setAway(false);
    expect((await sync(token, account.localId, cold)).status).toBe(200);
    toolkit.setAway(true);
    expect((await sync(await tokenOf(account), account.localId, cold)).status).toBe(200);
    toolkit.setAway(false);
    await cold.close();
  });
});
