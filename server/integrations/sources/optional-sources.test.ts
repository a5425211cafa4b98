import { beforeEach, describe, expect, it } from 'vitest';
import type { SourceStandIn } from '#e2e/stand-ins/sources/sources.ts';
import { fixClock, openSourceWorld } from '#server/testing/source-world.ts';
import { bluesky } from './bluesky/search.ts';
import { dev } from './dev/search.ts';
import { github } from './github/search.ts';
import { mastodon } from './mastodon/search.ts';

fixClock();
const world = openSourceWorld({ timeoutMs: 5_000 });

const never = new AbortController().signal;
const fortnight = new Date(Date.now() - 14 * 86_400_000);
const inAMinute = () => Math.floor(Date.now() / 1000) + 60;

describe('DEV', () => {
  const make = () => dev(world.client, world.standIn.addressOf('dev'));

  it('is asked for the tags where people ask, whatever the words are, and knows questions', async () => {
    world.standIn.add('dev', { title: 'How do you invoice?', community: 'help' });
    world.standIn.add('dev', { title: 'Launch day', community: 'startup' });
    world.standIn.add('dev', { title: 'A tutorial', community: 'webdev' });
    const { posts } = await make().find(['gardening'], fortnight, never);
    expect(posts.map(({ kind, community }) => [kind, community]).sort()).toEqual([
      ['post', 'startup'],
      ['question', 'help'],
    ]);
    expect(world.standIn.requests.map(({ params }) => params.get('tag'))).toEqual([
      'discuss',
      'help',
      'startup',
    ]);
  });

  it('is asked once for two searches with different words', async () => {
    await make().find(['gardening'], fortnight, never);
    expect(await make().find(['invoices'], fortnight, never)).toMatchObject({ cached: true });
    expect(world.standIn.requests).toHaveLength(3);
  });
});

describe('GitHub', () => {
  const make = () => github(world.client, world.standIn.addressOf('github'));
  const add = (post: Parameters<SourceStandIn['add']>[1]) =>
    world.standIn.add('github', { title: 'Export invoices', community: 'maker/ledger', ...post });

  it('gives issues of people: no changes, no programs, nothing closed', async () => {
    add({ id: 1 });
    add({ id: 2, bot: true });
    add({ id: 3, pullRequest: true });
    add({ id: 4, dead: true });
    const { posts } = await make().find(['invoices'], fortnight, never);
    expect(posts).toMatchObject([{ externalId: 'maker/ledger#1', kind: 'question', locked: false }]);
  });

  it('marks an issue that is locked, and calls a closed one closed', async () => {
    add({ id: 1, locked: true });
    const { posts } = await make().find(['invoices'], fortnight, never);
    expect(posts).toMatchObject([{ locked: true }]);
    world.standIn.change('github', 1, { locked: false, dead: true });
    const post = { externalId: 'maker/ledger#1', threadId: '', url: '' };
    expect(await make().checkOpen(post, never)).toBe('closed');
  });

  it('is asked for three phrases at most, none of which can set a filter', async () => {
    await make().find(['repo:secret', 'two', 'three', 'four'], fortnight, never);
    const asked = world.standIn.requests.map(({ params }) => params.get('q') ?? '');
    expect(asked).toHaveLength(3);
    expect(asked[0]).toMatch(/^repo secret is:issue is:open created:>=\d{4}-\d\d-\d\d$/);
  });

  it('keeps quiet until its limit is reset', async () => {
    const reset = inAMinute();
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) };
    world.standIn.fault('github', { status: 403, headers, body: { message: 'API rate limit exceeded' } });
    const busy = { failure: 'busy', quietUntil: new Date(reset * 1000) };
    await expect(make().find(['one'], fortnight, never)).rejects.toMatchObject(busy);
    world.standIn.fault('github', null);
    await expect(make().find(['two'], fortnight, never)).rejects.toMatchObject(busy);
    expect(world.standIn.requests).toHaveLength(1);
  });

  it('refuses a query that it can not read', async () => {
    world.standIn.fault('github', { status: 422, body: { message: 'Validation Failed' } });
    await expect(make().find(['one'], fortnight, never)).rejects.toMatchObject({ failure: 'refused' });
  });
});

describe('Mastodon', () => {
  const make = () => mastodon(world.client, world.standIn.addressOf('mastodon'));

  it('is asked for hashtags, five at most and none that is too short', async () => {
    const phrases = ['guest list', 'Guest-List', 'c#', 'one', 'two', 'three', 'four', 'five'];
    await make().find(phrases, fortnight, never);
    expect(world.standIn.requests.map(({ path }) => path.split('/').at(-1)).sort()).toEqual([
      'four',
      'guestlist',
      'one',
      'three',
      'two',
    ]);
  });

  it('leaves programs alone, whoever asked not to be found, and what is not for everybody', async () => {
    const body = 'Who chases #invoices?';
    world.standIn.add('mastodon', { id: 1, title: '', body, warning: 'Money' });
    world.standIn.add('mastodon', { id: 2, body, bot: true });
    world.standIn.add('mastodon', { id: 3, body, noindex: true });
    for (const visibility of ['unlisted', 'private', 'direct'] as const)
      world.standIn.add('mastodon', { body, visibility });
    const { posts } = await make().find(['invoices'], fortnight, never);
    expect(posts).toMatchObject([{ externalId: '1', body: 'Money\n\nWho chases #invoices?' }]);
  });

  it.each([
    [401, 'This method requires an authenticated user'],
    [422, 'This method requires an authenticated user'],
  ])('without a preview answers %i, and asks for an account', async (status, error) => {
    world.standIn.fault('mastodon', { status, body: { error } });
    await expect(make().find(['one'], fortnight, never)).rejects.toMatchObject({ failure: 'auth-required' });
    const post = { externalId: '1', threadId: '1', url: '' };
    expect(await make().checkOpen(post, never)).toBe('unknown');
  });

  it('names the end of its wait as a date', async () => {
    const reset = new Date(inAMinute() * 1000);
    world.standIn.fault('mastodon', { status: 429, headers: { 'x-ratelimit-reset': reset.toISOString() } });
    const busy = { failure: 'busy', quietUntil: reset };
    await expect(make().find(['one'], fortnight, never)).rejects.toMatchObject(busy);
  });
});

describe('Bluesky', () => {
  const kept: string[] = [];
  let refusals = 0;
  beforeEach(() => {
    kept.splice(0);
    refusals = 0;
  });
  const open = () => bluesky(world.client, world.standIn.addressOf('bluesky'));
  const askerWith = (blueskySession: string) => ({
    forums: [],
    blueskySession,
    saveBlueskySession: async (session: string) => void kept.push(session),
    onSessionRefused: async () => {
      refusals += 1;
    },
  });
  const pathsOf = () => world.standIn.requests.map(({ path }) => path.split('.').at(-1));

  it('takes each token once: the next one is kept, and serves for the next search', async () => {
    world.standIn.add('bluesky', { title: '', body: 'Who chases invoices?' });
    const first = world.standIn.bluesky.giveSession();
    expect(await open()(askerWith(first)).find(['invoices'], fortnight, never)).toMatchObject({
      posts: [{ body: 'Who chases invoices?' }],
      missing: null,
    });
    expect(kept).toHaveLength(1);
    await expect(open()(askerWith(first)).find(['invoices'], fortnight, never)).rejects.toMatchObject({
      failure: 'auth-required',
    });
    const next = kept[0] ?? '';
    expect(await open()(askerWith(next)).find(['invoices'], fortnight, never)).toMatchObject({
      missing: null,
    });
    expect(kept).toHaveLength(2);
  });

  it('shares a session among searches that run at once', async () => {
    const sourceFor = open();
    const asker = askerWith(world.standIn.bluesky.giveSession());
    const answers = await Promise.all(
      ['invoices', 'payments'].map((phrase) => sourceFor(asker).find([phrase], fortnight, never)),
    );
    expect(answers).toMatchObject([{ missing: null }, { missing: null }]);
    expect(pathsOf().sort()).toEqual(['refreshSession', 'searchPosts', 'searchPosts']);
    expect(kept).toHaveLength(1);
  });

  it('keeps the next token though the search was given up meanwhile', async () => {
    world.standIn.fault('bluesky', { latencyMs: 100 });
    const gone = AbortSignal.timeout(20);
    const asker = askerWith(world.standIn.bluesky.giveSession());
    await expect(open()(asker).find(['invoices'], fortnight, gone)).rejects.toMatchObject({
      failure: 'timed-out',
    });
    expect(kept).toHaveLength(1);
  });

  it('whose session is over asks for the account again', async () => {
    const asker = askerWith(world.standIn.bluesky.giveSession());
    world.standIn.bluesky.endSessions();
    await expect(open()(asker).find(['one'], fortnight, never)).rejects.toMatchObject({
      failure: 'auth-required',
    });
    expect(kept).toEqual([]);
    expect(pathsOf()).toEqual(['refreshSession']);
  });

  it.each([
    [400, 'ExpiredToken'],
    [400, 'InvalidToken'],
    [401, 'AuthenticationRequired'],
    [400, 'AccountTakedown'],
  ])('tells once that a session is over: %i %s', async (status, error) => {
    world.standIn.fault('bluesky', { status, body: { error, message: 'No' } });
    const sourceFor = open();
    const asker = askerWith(world.standIn.bluesky.giveSession());
    const searches = ['one', 'two'].map((phrase) => sourceFor(asker).find([phrase], fortnight, never));
    await expect(Promise.all(searches)).rejects.toMatchObject({ failure: 'auth-required' });
    await Promise.allSettled(searches);
    expect(refusals).toBe(1);
  });

  it.each([
    { status: 403, body: '<html><body>Request forbidden by administrative rules.</body></html>' },
    { status: 401, body: '<html><body>Sign in to the network</body></html>' },
    { status: 429, body: { error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' } },
    { status: 502, body: { error: 'UpstreamFailure', message: 'Upstream Failure' } },
    { status: 200, body: '<html><body>Please wait</body></html>' },
    'cut',
  ] as const)('does not take %j for the end of a session', async (fault) => {
    world.standIn.fault('bluesky', fault);
    const asker = askerWith(world.standIn.bluesky.giveSession());
    await expect(open()(asker).find(['one'], fortnight, never)).rejects.toThrow();
    expect(refusals).toBe(0);
  });

  it('that turns strangers away with a page wants an account', async () => {
    const body = '<html><body>Request forbidden by administrative rules.</body></html>';
    world.standIn.fault('bluesky', { status: 403, body });
    const asker = askerWith(world.standIn.bluesky.giveSession());
    await expect(open()(asker).find(['one'], fortnight, never)).rejects.toMatchObject({
      failure: 'auth-required',
    });
  });

  it('says without a session what it needs, and still knows if a post is there', async () => {
    const source = open()({ forums: [], blueskySession: null });
    expect(source.notConfigured).toBe('needs your Bluesky account: link it in Settings');
    const { id, author } = world.standIn.add('bluesky', {});
    const post = { externalId: `at://did:plc:${author}/app.bsky.feed.post/3k${id}`, threadId: '', url: '' };
    expect(await source.checkOpen(post, never)).toBe('open');
  });
});
