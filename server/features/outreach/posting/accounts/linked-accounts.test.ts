import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import * as z from 'zod';
import { type BlueskyFake, startBluesky } from '#fakes/bluesky/bluesky.ts';
import { type HackerNewsFake, startHackerNews } from '#fakes/hacker-news/hacker-news.ts';
import { captchaPage } from '#fakes/hacker-news/pages.ts';
import { type MastodonFake, startMastodon } from '#fakes/mastodon/mastodon.ts';
import { connectDatabase, type Database } from '#server/database/connect.ts';
import { accountProofs, campaigns, linkedAccounts, users } from '#server/database/tables.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { createApplication } from '#server/http/application.ts';
import { mount } from '#server/http/handle.ts';
import { type Limits, memoryLimits, noLimits } from '#server/http/limits.ts';
import { createLog } from '#server/http/log.ts';
import { selectSources } from '#server/integrations/sources/select.ts';
import { sourceAddresses, sourceVariables } from '#server/source-addresses.ts';
import { linkedAccountFeature } from './feature.ts';
import type { AccountSessions } from './sessions.ts';

let testDatabase: TestDatabase;
let database: Database;
let forum: HackerNewsFake;
let mastodon: MastodonFake;
let bluesky: BlueskyFake;
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('testDatabaseUrl'));
  database = connectDatabase(testDatabase.url, () => {});
  forum = await startHackerNews();
  mastodon = await startMastodon();
  bluesky = await startBluesky();
  forum.addUser('ada', 'hn-password-of-ada');
  await database.sql.insert(users).values(['ada', 'eve'].map((id) => ({ id, email: `${id}@example.com` })));
  const row = {
    name: 'Spark',
    url: 'https://spark.example',
    description: 'd',
    keywords: [],
    nextListenAt: new Date(),
  };
  const own = (id: string, ownerId: string) => ({ ...row, id, ownerId, idempotencyKey: id });
  await database.sql.insert(campaigns).values([own('campaign-ada', 'ada'), own('campaign-eve', 'eve')]);
});
afterAll(async () => {
  for (const server of [forum, mastodon, bluesky]) await server.stop();
  await database.close();
  await testDatabase.drop();
});
beforeEach(async () => {
  await database.sql.delete(linkedAccounts);
  await database.sql.delete(accountProofs);
  feature = makeFeature();
});

let now = new Date('2026-03-01T12:00:00Z');
const logs: string[] = [];
type Reply = { status: number; body: Record<string, unknown> & unknown[] };
const outcomeOf = ({ status, body }: Reply) => (status < 300 ? `${status}` : `${status} ${body.code}`);
type Call = (method: string, path: string, body?: object, caller?: string) => Promise<Reply>;
let feature: AccountSessions & { call: Call };

function makeFeature(settings: { limits?: Limits; secretKey?: string; env?: Record<string, string> } = {}) {
  const env = settings.env ?? { ...forum.env, MASTODON_URLS: mastodon.url, BLUESKY_URL: bluesky.url };
  const addresses = sourceAddresses(z.object(sourceVariables).parse(env));
  const log = createLog('debug', { write: (line) => void logs.push(line) });
  const made = linkedAccountFeature({
    onSignedIn: async () => {},
    database,
    addresses,
    log,
    posters: selectSources(addresses, { fetchPublic: fetch, now: Date.now, log: pino({ enabled: false }) }),
    limits: settings.limits ?? noLimits,
    secretKey: settings.secretKey ?? 'a secret key of this installation',
    siteUrl: () => 'https://spark.example',
    now: () => now,
  });
  const app = createApplication({ log, https: false });
  const claims = { email: '', emailVerified: true, name: '', issuedAt: 0 };
  mount(app, made.routes, {
    verifyToken: async (token) => ({ ...claims, subject: token, providerSubject: token }),
    readSession: async () => null,
    isAgent: () => false,
  });
  const ask: Call = async (method, path, body, caller = 'ada') => {
    const headers = {
      authorization: `Bearer ${caller}`,
      ...(body && { 'content-type': 'application/json' }),
    };
    const reply = await app.request(path, { method, headers, body: body && JSON.stringify(body) });
    return { status: reply.status, body: (await reply.json()) as Reply['body'] };
  };
  return { ...made.sessions, call: ask };
}

const call: Call = (...given) => feature.call(...given);

async function startLink() {
  const { body } = await call('POST', '/api/hn/login', { campaignId: 'campaign-ada' });
  const loginUrl = String(body.loginUrl);
  const path = `/api/hn/links/${loginUrl.split('/').at(-1)}`;
  const { body: link } = await call('GET', path);
  return { path, loginUrl, code: String(link.code), link };
}

const credentials = { username: 'ada', password: 'hn-password-of-ada' };
const linkMastodon = (given: object = {}) =>
  call('POST', '/api/linked-accounts', {
    source: 'mastodon',
    host: mastodon.host,
    username: 'ada',
    secret: mastodon.account.secret,
    ...given,
  });
const listAccounts = async (caller = 'ada') =>
  (await call('GET', '/api/linked-accounts', undefined, caller)).body;
const onForum = () => feature.findAccount('ada', 'hacker-news', new URL(forum.url).host);
const onMastodon = (host = mastodon.host) => feature.findAccount('ada', 'mastodon', host);

/** Neither the database nor the log nor a response may hold a secret. */
async function expectHidden(secrets: unknown[], body: unknown): Promise<void> {
  const stored = [
    await database.sql.select().from(linkedAccounts),
    await database.sql.select().from(accountProofs),
  ];
  for (const secret of secrets) expect(JSON.stringify([stored, body, logs])).not.toContain(String(secret));
}

describe('linking a Hacker News account', () => {
  it('opens our own page, which waits for half an hour, for a campaign of one’s own', async () => {
    const { loginUrl, link } = await startLink();
    expect(loginUrl).toMatch(/^https:\/\/spark\.example\/hn\/link\/[0-9a-f]{48}$/);
    expect(link).toEqual({
      code: expect.stringMatching(/^verify-[0-9a-f]{8}$/),
      state: 'waiting',
      expiresAt: '2026-03-01T12:30:00.000Z',
      forumUrl: forum.url,
      signInOffered: true,
      account: null,
    });
    for (const campaignId of ['campaign-eve', 'nothing'])
      expect(outcomeOf(await call('POST', '/api/hn/login', { campaignId }))).toBe('404 campaign_not_found');
  });

  it('proves the account by the code in its profile; it then posts by hand', async () => {
    const { path, code } = await startLink();
    const missing = await call('POST', `${path}/check`, { username: 'ada' });
    expect(outcomeOf(missing)).toBe('409 account_code_missing');
    expect(missing.body.message).toContain(code);
    forum.addUser('ada', 'hn-password-of-ada', { about: `I build things. ${code}` });
    const linked = { state: 'linked', account: { username: 'ada', way: 'proof', canPost: false, karma: 12 } };
    expect((await call('POST', `${path}/check`, { username: 'ada' })).body).toMatchObject(linked);
    expect((await call('GET', path)).body).toMatchObject(linked);
    expect(await onForum()).toMatchObject({ session: null, canPost: false });
  });

  it('signs in once and stores the session alone, sealed', async () => {
    const { path } = await startLink();
    const { body } = await call('POST', `${path}/sign-in`, credentials);
    expect(body).toMatchObject({
      state: 'linked',
      account: { way: 'session', canPost: true, needsLink: false },
    });
    const found = await onForum();
    expect(found).toMatchObject({ username: 'ada', canPost: true });
    expect(found?.session).toMatch(/^ada&[0-9a-f]+$/);
    await expectHidden([credentials.password, found?.session], body);
  });

  it('distinguishes a wrong password, a captcha and a forum that is away, and repeats no password', async () => {
    const { path } = await startLink();
    const wrong = { ...credentials, password: 'not-the-password-of-ada' };
    const signIn = () => call('POST', `${path}/sign-in`, wrong);
    const refused = await signIn();
    forum.failReads({ body: captchaPage }, 'cut');
    expect([outcomeOf(refused), outcomeOf(await signIn()), outcomeOf(await signIn())]).toEqual([
      '400 account_wrong_credentials',
      '409 account_captcha',
      '409 account_host_unavailable',
    ]);
    await expectHidden([wrong.password], refused.body);
  });

  it('is used once', async () => {
    const { path } = await startLink();
    const signIn = () => call('POST', `${path}/sign-in`, credentials);
    const tries = [...(await Promise.all([signIn(), signIn()])), await signIn()];
    expect(tries.map(outcomeOf).toSorted()).toEqual([
      '200',
      '410 account_link_expired',
      '410 account_link_expired',
    ]);
    expect(await database.sql.$count(linkedAccounts)).toBe(1);
  });

  it('ends after half an hour, and does not exist for anybody else', async () => {
    const { path } = await startLink();
    const steps: [string, string, object?][] = [
      ['GET', path],
      ['POST', `${path}/check`, { username: 'ada' }],
      ['POST', `${path}/sign-in`, credentials],
    ];
    for (const [method, to, body] of steps)
      expect(outcomeOf(await call(method, to, body, 'eve'))).toBe('404 account_not_found');
    now = new Date(now.getTime() + 30 * 60_000);
    expect((await call('GET', path)).body).toMatchObject({ state: 'expired' });
    for (const [method, to, body] of steps.slice(1))
      expect(outcomeOf(await call(method, to, body))).toBe('410 account_link_expired');
  });

  it.each(['', 'a b', 'x'.repeat(61), 7, '../ada', undefined])('refuses %j as a name', async (username) => {
    const { path } = await startLink();
    expect((await call('POST', `${path}/check`, { username })).status).toBe(400);
  });

  it('offers no sign-in to Hacker News itself, and sends no password there', async () => {
    feature = makeFeature({ env: {} });
    const { path, link } = await startLink();
    expect(link).toMatchObject({ signInOffered: false, forumUrl: 'https://news.ycombinator.com' });
    const refused = await call('POST', `${path}/sign-in`, credentials);
    expect(outcomeOf(refused)).toBe('403 account_sign_in_closed');
  });

  it('limits attempts to guess a password', async () => {
    feature = makeFeature({ limits: memoryLimits });
    const { path } = await startLink();
    const guess = async () =>
      (await call('POST', `${path}/sign-in`, { ...credentials, password: 'wrong' })).status;
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push(await guess());
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });
});

describe('linking accounts of other places', () => {
  it('stores the token sealed, and lists the account with the rules of its server', async () => {
    const { status, body } = await linkMastodon();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      source: 'mastodon',
      host: mastodon.host,
      username: 'ada',
      way: 'session',
      canPost: true,
      rules: { texts: ['Be kind to each other.'] },
    });
    expect(await listAccounts()).toEqual([body]);
    expect(await listAccounts('eve')).toEqual([]);
    await expectHidden([mastodon.account.secret], body);
  });

  it('sends nothing to a server that publishes no rules, or before they were read', async () => {
    mastodon.failReads({ body: { username: 'ada', acct: 'ada' } }, { body: [] });
    const silent = { canPost: false, needsLink: false, rules: null };
    expect((await linkMastodon()).body).toMatchObject(silent);
    await linkMastodon();
    await database.sql.update(linkedAccounts).set({ rules: null });
    expect(await listAccounts()).toMatchObject([silent]);
  });

  it('takes the address of a page for a host, and Bluesky without one', async () => {
    expect((await linkMastodon({ host: `${mastodon.url}/@ada` })).status).toBe(201);
    const given = {
      source: 'bluesky',
      host: '',
      username: 'ada.bsky.example',
      secret: bluesky.account.secret,
    };
    expect((await call('POST', '/api/linked-accounts', given)).body).toMatchObject({ host: bluesky.host });
  });

  it.each(['localhost', '10.0.0.1', 'http://169.254.169.254/latest', '[::1]:80', 'not a host', ''])(
    'refuses %j as a host',
    async (host) => {
      expect(outcomeOf(await linkMastodon({ host }))).toBe('400 account_host_not_allowed');
    },
  );

  it('distinguishes a wrong token and a host of another kind', async () => {
    expect(outcomeOf(await linkMastodon({ secret: 'wrong' }))).toBe('400 account_wrong_credentials');
    mastodon.failReads({ body: '<html>A shop</html>' });
    const other = await linkMastodon();
    expect(outcomeOf(other)).toBe('400 account_host_other_kind');
    expect(other.body.error).toContain('does not answer like a Mastodon server');
  });

  it('replaces an account of the same host under its id, so that its budget does not begin again', async () => {
    const first = await linkMastodon();
    const { body } = await linkMastodon();
    expect(body.id).toBe(first.body.id);
    expect(await listAccounts()).toMatchObject([{ id: body.id }]);
    expect(await onMastodon()).toMatchObject({ session: mastodon.account.secret });
  });

  it('answers on other hosts of the same network alone, also once its session is over', async () => {
    const { body } = await linkMastodon();
    expect(await onMastodon('other.example')).toMatchObject({ host: mastodon.host, canPost: true });
    expect(await feature.findAccount('ada', 'discourse', 'other.example')).toBeNull();
    expect(await feature.findAccount('eve', 'mastodon', mastodon.host)).toBeNull();
    await feature.markNeedsLink({ id: String(body.id), session: mastodon.account.secret });
    for (const host of [mastodon.host, 'other.example'])
      expect(await onMastodon(host)).toMatchObject({ id: body.id, session: null, canPost: false });
  });

  it('deletes the session at once when it is unlinked, by its owner alone', async () => {
    const { body } = await linkMastodon();
    const unlink = (caller = 'ada') => call('DELETE', `/api/linked-accounts/${body.id}`, undefined, caller);
    expect(outcomeOf(await unlink('eve'))).toBe('404 account_not_found');
    expect((await unlink()).body).toEqual({ unlinked: true });
    expect(await database.sql.$count(linkedAccounts)).toBe(0);
    expect(outcomeOf(await unlink())).toBe('404 account_not_found');
    await feature.replaceSession(
      { id: String(body.id), session: mastodon.account.secret },
      'a later session',
    );
    expect(await onMastodon()).toBeNull();
  });

  it('asks to link again when the source, or this secret key, no longer takes the session', async () => {
    const { body } = await linkMastodon();
    await feature.replaceSession(
      { id: String(body.id), session: mastodon.account.secret },
      'a renewed session',
    );
    expect(await onMastodon()).toMatchObject({ session: 'a renewed session', canPost: true });
    feature = makeFeature({ secretKey: 'another secret key' });
    expect(await onMastodon()).toMatchObject({ session: null, canPost: false });
    expect(await listAccounts()).toMatchObject([{ needsLink: true, canPost: false }]);
    const again = await linkMastodon();
    expect(again.body).toMatchObject({ needsLink: false, canPost: true });
    await feature.markNeedsLink({ id: String(again.body.id), session: mastodon.account.secret });
    expect(await onMastodon()).toMatchObject({ session: null, canPost: false });
  });
});
