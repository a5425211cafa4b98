import { randomBytes, randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import * as z from 'zod';
import { type BlueskyFake, startBluesky } from '#fakes/bluesky/posting.ts';
import { type Forum, startForum } from '#fakes/hacker-news/forum.ts';
import { type MastodonFake, startMastodon } from '#fakes/mastodon/posting.ts';
import { connectDatabase, type Database } from '#server/database/connect.ts';
import { accountProofs, campaigns, linkedAccounts, users } from '#server/database/tables.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { createApplication } from '#server/http/application.ts';
import { mount } from '#server/http/handle.ts';
import { type Limits, memoryLimits, noLimits } from '#server/http/limits.ts';
import { createLog } from '#server/http/log.ts';
import { selectSources } from '#server/integrations/sources/select.ts';
import { sourceAddresses, sourceVariables } from '#server/source-addresses.ts';
import { type LinkedAccountFeature, linkedAccountFeature } from './feature.ts';

let testDatabase: TestDatabase;
let database: Database;
let forum: Forum;
let mastodon: MastodonFake;
let bluesky: BlueskyFake;
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('testDatabaseUrl'));
  database = connectDatabase(testDatabase.url, () => {});
  forum = await startForum();
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
type Call = (method: string, path: string, body?: object, caller?: string) => Promise<Reply>;
let feature: LinkedAccountFeature & { call: Call };

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
    randomId: randomUUID,
    randomHex: (bytes) => randomBytes(bytes).toString('hex'),
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
  return { ...made, call: ask };
}

const call: Call = (...given) => feature.call(...given);

async function startLink(caller = 'ada') {
  const { body } = await call('POST', '/api/hn/login', { campaignId: `campaign-${caller}` }, caller);
  const nonce = String(body.loginUrl).split('/').at(-1) ?? '';
  const { body: link } = await call('GET', `/api/hn/links/${nonce}`, undefined, caller);
  return {
    nonce,
    path: `/api/hn/links/${nonce}`,
    loginUrl: String(body.loginUrl),
    code: String(link.code),
    link,
  };
}

const linkMastodon = (given: object = {}) =>
  call('POST', '/api/linked-accounts', {
    source: 'mastodon',
    host: mastodon.host,
    username: 'ada',
    secret: mastodon.token,
    ...given,
  });
const credentials = { username: 'ada', password: 'hn-password-of-ada' };

describe('linking a Hacker News account', () => {
  it('opens our own page, which waits for half an hour', async () => {
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
  });

  it("needs a campaign of one's own", async () => {
    for (const campaignId of ['campaign-eve', 'nothing']) {
      expect(await call('POST', '/api/hn/login', { campaignId })).toMatchObject({
        status: 404,
        body: { code: 'campaign_not_found' },
      });
    }
  });

  it('proves the account by the code in its profile; it then posts by hand', async () => {
    const { path, code } = await startLink();
    const missing = await call('POST', `${path}/check`, { username: 'ada' });
    expect(missing).toMatchObject({ status: 409, body: { code: 'account_code_missing' } });
    expect(missing.body.message).toContain(code);
    forum.addUser('ada', 'hn-password-of-ada', { about: `I build things. ${code}` });
    const { status, body } = await call('POST', `${path}/check`, { username: 'ada' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: 'linked',
      account: { username: 'ada', way: 'proof', canPost: false, karma: 12 },
    });
    expect(await call('GET', path)).toMatchObject({ body: { state: 'linked' } });
    expect(await feature.findAccount('ada', 'hacker-news', new URL(forum.url).host)).toMatchObject({
      session: null,
      canPost: false,
    });
  });

  it('signs in once and keeps the session alone, sealed', async () => {
    const { path } = await startLink();
    const { body } = await call('POST', `${path}/sign-in`, credentials);
    expect(body).toMatchObject({
      state: 'linked',
      account: { way: 'session', canPost: true, needsLink: false },
    });
    const found = await feature.findAccount('ada', 'hacker-news', new URL(forum.url).host);
    expect(found).toMatchObject({
      username: 'ada',
      canPost: true,
      session: expect.stringMatching(/^ada&[0-9a-f]+$/),
    });
    const kept = JSON.stringify([
      await database.sql.select().from(linkedAccounts),
      await database.sql.select().from(accountProofs),
    ]);
    for (const secret of [credentials.password, found?.session ?? 'none']) {
      expect(kept).not.toContain(secret);
      expect(logs.join('')).not.toContain(secret);
      expect(JSON.stringify(body)).not.toContain(secret);
    }
  });

  it('tells a wrong password, a captcha and a forum that is away apart, and repeats no password', async () => {
    const { path } = await startLink();
    const wrong = { ...credentials, password: 'not-the-password-of-ada' };
    const refused = await call('POST', `${path}/sign-in`, wrong);
    expect(refused).toMatchObject({ status: 400, body: { code: 'account_wrong_credentials' } });
    forum.loginFaults.add('captcha', 'cut');
    expect(await call('POST', `${path}/sign-in`, wrong)).toMatchObject({
      status: 409,
      body: { code: 'account_captcha' },
    });
    expect(await call('POST', `${path}/sign-in`, wrong)).toMatchObject({
      status: 409,
      body: { code: 'account_host_unavailable' },
    });
    expect(JSON.stringify(refused.body) + logs.join('')).not.toContain(wrong.password);
  });

  it('is used once', async () => {
    const { path } = await startLink();
    const both = await Promise.all([1, 2].map(() => call('POST', `${path}/sign-in`, credentials)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410]);
    expect(await call('POST', `${path}/sign-in`, credentials)).toMatchObject({
      status: 410,
      body: { code: 'account_link_expired' },
    });
    expect(await database.sql.$count(linkedAccounts)).toBe(1);
  });

  it('ends after half an hour', async () => {
    const { path } = await startLink();
    now = new Date(now.getTime() + 30 * 60_000);
    expect(await call('GET', path)).toMatchObject({ status: 200, body: { state: 'expired' } });
    for (const [step, body] of [
      ['check', { username: 'ada' }],
      ['sign-in', credentials],
    ] as const) {
      expect(await call('POST', `${path}/${step}`, body)).toMatchObject({
        status: 410,
        body: { code: 'account_link_expired' },
      });
    }
  });

  it('is nothing to anybody else', async () => {
    const { path } = await startLink();
    for (const [method, to, body] of [
      ['GET', path, undefined],
      ['POST', `${path}/check`, { username: 'ada' }],
      ['POST', `${path}/sign-in`, credentials],
    ] as const) {
      expect(await call(method, to, body, 'eve')).toMatchObject({
        status: 404,
        body: { code: 'account_not_found' },
      });
    }
  });

  it.each([
    {},
    { username: '' },
    { username: 'a b' },
    { username: 'x'.repeat(61) },
    { username: 7 },
    { username: '../ada' },
  ])('refuses %j as a name', async (body) => {
    const { path } = await startLink();
    expect(await call('POST', `${path}/check`, body)).toMatchObject({ status: 400 });
  });

  it('offers no sign-in to Hacker News itself, and sends no password there', async () => {
    feature = makeFeature({ env: {} });
    const { path, link } = await startLink();
    expect(link).toMatchObject({ signInOffered: false, forumUrl: 'https://news.ycombinator.com' });
    expect(await call('POST', `${path}/sign-in`, credentials)).toMatchObject({
      status: 403,
      body: { code: 'account_sign_in_closed' },
    });
  });

  it('limits attempts to guess a password', async () => {
    feature = makeFeature({ limits: memoryLimits });
    const { path } = await startLink();
    const wrong = { ...credentials, password: 'wrong' };
    for (let n = 0; n < 5; n++)
      expect(await call('POST', `${path}/sign-in`, wrong)).toMatchObject({ status: 400 });
    expect(await call('POST', `${path}/sign-in`, wrong)).toMatchObject({ status: 429 });
  });
});

describe('linking accounts of other places', () => {
  it('keeps the token sealed, and lists the account without it', async () => {
    const { status, body } = await linkMastodon();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      source: 'mastodon',
      host: mastodon.host,
      username: 'ada',
      way: 'session',
      canPost: true,
    });
    expect(await call('GET', '/api/linked-accounts')).toMatchObject({ body: [body] });
    expect(await call('GET', '/api/linked-accounts', undefined, 'eve')).toMatchObject({ body: [] });
    const kept = JSON.stringify(await database.sql.select().from(linkedAccounts));
    expect(kept + JSON.stringify(body) + logs.join('')).not.toContain(mastodon.token);
  });

  it('shows the rules of a Mastodon server, and sends nothing there before they were read', async () => {
    const { body } = await linkMastodon();
    expect(body).toMatchObject({ canPost: true, rules: { texts: ['Be kind to each other.'] } });
    await database.sql.update(linkedAccounts).set({ rules: null });
    expect(await call('GET', '/api/linked-accounts')).toMatchObject({
      body: [{ canPost: false, needsLink: false, rules: null }],
    });
  });

  it('sends nothing to a server that publishes no rules', async () => {
    mastodon.failReads({ json: { username: 'ada', acct: 'ada' } }, { json: [] });
    expect(await linkMastodon()).toMatchObject({
      status: 201,
      body: { canPost: false, needsLink: false, rules: null },
    });
  });

  it('takes the address of a page for a host, and Bluesky without one', async () => {
    expect(await linkMastodon({ host: `${mastodon.url}/@ada` })).toMatchObject({ status: 201 });
    const given = { source: 'bluesky', host: '', username: 'ada.bsky.example', secret: bluesky.password };
    expect(await call('POST', '/api/linked-accounts', given)).toMatchObject({
      status: 201,
      body: { host: bluesky.host },
    });
  });

  it.each([
    ['localhost', 'account_host_not_allowed'],
    ['10.0.0.1', 'account_host_not_allowed'],
    ['http://169.254.169.254/latest', 'account_host_not_allowed'],
    ['[::1]:80', 'account_host_not_allowed'],
    ['not a host', 'account_host_not_allowed'],
    ['', 'account_host_not_allowed'],
  ])('refuses %j as a host', async (host, code) => {
    expect(await linkMastodon({ host })).toMatchObject({ status: 400, body: { code } });
  });

  it('tells a wrong token and a host of another kind apart', async () => {
    expect(await linkMastodon({ secret: 'wrong' })).toMatchObject({
      status: 400,
      body: { code: 'account_wrong_credentials' },
    });
    mastodon.failReads({ status: 200, html: '<html>A shop</html>' });
    const other = await linkMastodon();
    expect(other).toMatchObject({ status: 400, body: { code: 'account_host_other_kind' } });
    expect(other.body.error).toContain('does not answer like a Mastodon server');
  });

  it('replaces an account of the same host', async () => {
    const first = await linkMastodon();
    const { body } = await linkMastodon();
    expect(await call('GET', '/api/linked-accounts')).toMatchObject({ body: [{ id: body.id }] });
    // Its sent replies still count: linking it again gives no new budget.
    expect(body.id).toBe(first.body.id);
    expect(await feature.findAccount('ada', 'mastodon', mastodon.host)).toMatchObject({
      session: mastodon.token,
    });
  });

  it('answers on another host of the same network, and only there', async () => {
    await linkMastodon();
    expect(await feature.findAccount('ada', 'mastodon', 'other.example')).toMatchObject({
      host: mastodon.host,
    });
    expect(await feature.findAccount('ada', 'discourse', 'other.example')).toBeNull();
    expect(await feature.findAccount('eve', 'mastodon', mastodon.host)).toBeNull();
  });

  it('is still who wrote the replies there when its session is over, here and on other hosts', async () => {
    const { body } = await linkMastodon();
    await feature.markNeedsLink({ id: String(body.id), session: mastodon.token });
    for (const host of [mastodon.host, 'other.example'])
      expect(await feature.findAccount('ada', 'mastodon', host)).toMatchObject({
        id: body.id,
        session: null,
        canPost: false,
      });
  });

  it('deletes the session at once when it is unlinked, by its owner alone', async () => {
    const { body } = await linkMastodon();
    expect(await call('DELETE', `/api/linked-accounts/${body.id}`, undefined, 'eve')).toMatchObject({
      status: 404,
    });
    expect(await call('DELETE', `/api/linked-accounts/${body.id}`)).toMatchObject({
      status: 200,
      body: { unlinked: true },
    });
    expect(await database.sql.$count(linkedAccounts)).toBe(0);
    expect(await call('DELETE', `/api/linked-accounts/${body.id}`)).toMatchObject({
      status: 404,
      body: { code: 'account_not_found' },
    });
    await feature.replaceSession({ id: String(body.id), session: mastodon.token }, 'a later session');
    expect(await feature.findAccount('ada', 'mastodon', mastodon.host)).toBeNull();
  });

  it('asks to link again when the source, or this secret key, no longer takes the session', async () => {
    const { body } = await linkMastodon();
    await feature.replaceSession({ id: String(body.id), session: mastodon.token }, 'a renewed session');
    expect(await feature.findAccount('ada', 'mastodon', mastodon.host)).toMatchObject({
      session: 'a renewed session',
      canPost: true,
    });
    const rotated = makeFeature({ secretKey: 'another secret key' });
    expect(await rotated.findAccount('ada', 'mastodon', mastodon.host)).toMatchObject({
      session: null,
      canPost: false,
    });
    expect(await call('GET', '/api/linked-accounts')).toMatchObject({
      body: [{ needsLink: true, canPost: false }],
    });
    const again = await linkMastodon();
    expect(again.body).toMatchObject({ needsLink: false, canPost: true });
    await feature.markNeedsLink({ id: String(again.body.id), session: mastodon.token });
    expect(await feature.findAccount('ada', 'mastodon', mastodon.host)).toMatchObject({
      session: null,
      canPost: false,
    });
  });
});
