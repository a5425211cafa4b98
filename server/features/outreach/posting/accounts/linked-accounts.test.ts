import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startBluesky } from '#fakes/bluesky/bluesky.ts';
import { startHackerNews } from '#fakes/hacker-news/hacker-news.ts';
import { startMastodon } from '#fakes/mastodon/mastodon.ts';
import { memoryLimits } from '#server/http/limits.ts';
import { somePost, worldStart } from '#server/testing/fake-sources.ts';
import { startTestServer } from '#server/testing/test-server.ts';
import { failureOf, openOutreachWorld } from '#server/testing/worlds/outreach-world.ts';

const [forum, mastodon, bluesky] = await Promise.all([startHackerNews(), startMastodon(), startBluesky()]);
const env = { ...forum.env, MASTODON_URLS: mastodon.url, BLUESKY_URL: bluesky.url };
let now = worldStart.getTime();
const world = openOutreachWorld({ posters: undefined, now: () => now }, env);
let campaignId = '';
beforeAll(async () => {
  world.sources.posts = [somePost()];
  campaignId = (await world.startCampaign()).campaign.id;
});
afterAll(async () => {
  for (const fake of [forum, mastodon, bluesky]) await fake.stop();
});
beforeEach(() => forum.addUser('ada'));

type Call = typeof world.call;
const call: Call = (...given) => world.call(...given);

async function startLink(by = call) {
  const { body } = await by('POST', '/api/hn/login', { campaignId });
  const loginUrl = String(body.loginUrl);
  const path = `/api/hn/links/${loginUrl.split('/').at(-1)}`;
  const { body: link } = await by('GET', path);
  return { path, loginUrl, code: String(link.code), link };
}

/** Calls of the founder to another process on the same database. */
async function asFounder(...[overrides, own]: Parameters<typeof startTestServer>): Promise<Call> {
  const server = await startTestServer(overrides, own, world.server);
  onTestFinished(server.close);
  return (method, path, body) => server.call(method, path, { token: world.founder.token, body });
}

const linkMastodon = (given: object = {}, by = call) => {
  const { host, account } = mastodon;
  const usual = { source: 'mastodon', host, username: 'ada', secret: account.secret };
  return by('POST', '/api/linked-accounts', { ...usual, ...given });
};
const listAccounts = async (user = world.founder) =>
  (await call('GET', '/api/linked-accounts', undefined, user)).body;

/** Neither the database nor the log nor a response may hold a secret. */
async function expectHidden(secret: RegExp | string, body: unknown): Promise<void> {
  const stored = [
    await world.query('select * from linked_accounts'),
    await world.query('select * from account_proofs'),
  ];
  expect(JSON.stringify([stored, body, world.server.logs])).not.toMatch(secret);
}

describe('linking a Hacker News account', () => {
  it('opens our own page, which waits for half an hour, for a campaign of one’s own', async () => {
    const { loginUrl, link } = await startLink();
    expect(loginUrl).toMatch(/^http:\/\/localhost:3000\/hn\/link\/[0-9a-f]{48}$/);
    expect(link).toEqual({
      code: expect.stringMatching(/^verify-[0-9a-f]{8}$/),
      state: 'waiting',
      expiresAt: new Date(now + 30 * 60_000).toISOString(),
      forumUrl: forum.url,
      account: null,
    });
    const foreign = await call('POST', '/api/hn/login', { campaignId }, world.stranger);
    const missing = await call('POST', '/api/hn/login', { campaignId: 'nothing' });
    for (const response of [foreign, missing]) expect(failureOf(response)).toBe('404 campaign_not_found');
  });

  it('proves the account by the code in its profile; it then posts by hand', async () => {
    const { path, code } = await startLink();
    const missing = await call('POST', `${path}/check`, { username: 'ada' });
    expect(failureOf(missing)).toBe('409 account_code_missing');
    expect(missing.body.message).toContain(code);
    forum.addUser('ada', { about: `I build things. ${code}` });
    const linked = { state: 'linked', account: { username: 'ada', way: 'proof', canPost: false, karma: 12 } };
    expect((await call('POST', `${path}/check`, { username: 'ada' })).body).toMatchObject(linked);
    expect((await call('GET', path)).body).toMatchObject(linked);
  });

  it('is used once', async () => {
    const { path, code } = await startLink();
    forum.addUser('ada', { about: code });
    const check = async () => failureOf(await call('POST', `${path}/check`, { username: 'ada' }));
    const tries = [...(await Promise.all([check(), check()])), await check()];
    const over = '410 account_link_expired';
    expect(tries.toSorted()).toEqual([expect.stringMatching(/^200 /), over, over]);
    expect(await listAccounts()).toHaveLength(1);
  });

  it('ends after half an hour', async () => {
    const { path } = await startLink();
    now += 30 * 60_000;
    expect((await call('GET', path)).body).toMatchObject({ state: 'expired' });
    const late = await call('POST', `${path}/check`, { username: 'ada' });
    expect(failureOf(late)).toBe('410 account_link_expired');
  });

  it.each(['', 'a b', 'x'.repeat(61), 7, '../ada', undefined])('refuses %j as a name', async (username) => {
    const { path } = await startLink();
    expect((await call('POST', `${path}/check`, { username })).status).toBe(400);
  });

  it('asks no password', async () => {
    const { path } = await startLink();
    const body = { username: 'ada', password: 'hn-password-of-ada' };
    expect((await call('POST', `${path}/sign-in`, body)).status).toBe(404);
    expect((await call('POST', `${path}/check`, body)).status).toBe(400);
  });

  it('says that the forum is away', async () => {
    const { path } = await startLink();
    forum.setApiAway(true);
    const away = await call('POST', `${path}/check`, { username: 'ada' });
    expect(failureOf(away)).toBe('409 account_host_unavailable');
    forum.setApiAway(false);
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
    expect(await listAccounts(world.stranger)).toEqual([]);
    await expectHidden(mastodon.account.secret, body);
  });

  it('sends nothing to a server that publishes no rules, or before they were read', async () => {
    mastodon.failReads({ body: { id: '7', username: 'ada', acct: 'ada' } }, { body: [] });
    const silent = { canPost: false, needsLink: false, rules: null };
    expect((await linkMastodon()).body).toMatchObject(silent);
    await linkMastodon();
    await world.query('update linked_accounts set rules = null');
    expect(await listAccounts()).toMatchObject([silent]);
  });

  it('asks each server for its rules and lengths once a day, and keeps them while it is away', async () => {
    await linkMastodon();
    await world.query('update linked_accounts set rules = null, limits = null');
    await world.runTasks('read-servers');
    const limits = async () => (await world.query('select limits from linked_accounts'))[0]?.limits;
    expect(await limits()).toEqual({ shortest: null, longest: 500 });
    expect(await listAccounts()).toMatchObject([
      { rules: { texts: ['Be kind to each other.'] }, canPost: true },
    ]);
    mastodon.failReads({ body: '<html>Please wait</html>' });
    await world.runTasks('read-servers');
    expect(await limits()).toEqual({ shortest: null, longest: 500 });
  });

  it('takes the address of a page for a host, and Bluesky without one', async () => {
    expect((await linkMastodon({ host: `${mastodon.url}/@ada` })).status).toBe(201);
    const { secret } = bluesky.account;
    const given = { source: 'bluesky', host: '', username: 'ada.bsky.example', secret };
    expect((await call('POST', '/api/linked-accounts', given)).body).toMatchObject({ host: bluesky.host });
  });

  it.each(['localhost', '10.0.0.1', 'http://169.254.169.254/latest', '[::1]:80', 'not a host', ''])(
    'refuses %j as a host',
    async (host) => {
      expect(failureOf(await linkMastodon({ host }))).toBe('400 account_host_not_allowed');
    },
  );

  it('distinguishes a wrong token and a host of another kind', async () => {
    expect(failureOf(await linkMastodon({ secret: 'wrong' }))).toBe('400 account_wrong_credentials');
    mastodon.failReads({ body: '<html>A shop</html>' });
    const other = await linkMastodon();
    expect(failureOf(other)).toBe('400 account_host_other_kind');
    expect(other.body.error).toContain('does not answer like a Mastodon server');
  });

  it('takes ten accounts in a row, whether their tokens are right or wrong', async () => {
    const by = await asFounder({ limits: memoryLimits }, env);
    expect((await linkMastodon({}, by)).status).toBe(201);
    for (let n = 2; n <= 10; n += 1)
      expect(failureOf(await linkMastodon({ secret: 'wrong' }, by))).toBe('400 account_wrong_credentials');
    expect(failureOf(await linkMastodon({}, by))).toBe('429 too_many_requests');
  });

  it('replaces an account of the same host under its id, so that its budget does not begin again', async () => {
    const first = await linkMastodon();
    const { body } = await linkMastodon();
    expect(body.id).toBe(first.body.id);
    expect(await listAccounts()).toMatchObject([{ id: body.id }]);
  });

  it('deletes the account at once when it is unlinked', async () => {
    const { body } = await linkMastodon();
    const unlinked = await call('DELETE', `/api/linked-accounts/${body.id}`);
    expect(unlinked.body).toEqual({ unlinked: true });
    expect(await world.query('select from linked_accounts')).toEqual([]);
  });
});
