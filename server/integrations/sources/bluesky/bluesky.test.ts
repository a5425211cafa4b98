import { beforeEach, describe, expect, it } from 'vitest';
import type { Asker } from '#server/integrations/sources/port.ts';
import { firstSource, fixClock, openSourceWorld } from '#server/testing/worlds/source-world.ts';
import { bluesky } from './bluesky.ts';

fixClock();
const world = openSourceWorld({ timeoutMs: 5_000 });

const never = new AbortController().signal;
const fortnight = new Date(Date.now() - 14 * 86_400_000);

describe('Bluesky', () => {
  const kept: string[] = [];
  let refusals = 0;
  beforeEach(() => {
    kept.splice(0);
    refusals = 0;
  });
  const open = () => {
    const { sourcesFor } = bluesky(world.client, world.fake.addressOf('bluesky'));
    return (asker: Asker) => firstSource({ sourcesFor, poster: null }, asker);
  };
  const askerWith = (blueskySession: string) => ({
    forums: [],
    blueskySession,
    saveBlueskySession: async (session: string) => void kept.push(session),
    onSessionRefused: async () => {
      refusals += 1;
    },
  });
  const pathsOf = () => world.fake.requests.map(({ path }) => path.split('.').at(-1));

  it('takes each token once: the next one is kept, and serves for the next search', async () => {
    world.fake.add('bluesky', { title: '', body: 'Who chases invoices?' });
    const first = world.fake.bluesky.giveSession();
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
    const asker = askerWith(world.fake.bluesky.giveSession());
    const answers = await Promise.all(
      ['invoices', 'payments'].map((phrase) => sourceFor(asker).find([phrase], fortnight, never)),
    );
    expect(answers).toMatchObject([{ missing: null }, { missing: null }]);
    expect(pathsOf().sort()).toEqual(['refreshSession', 'searchPosts', 'searchPosts']);
    expect(kept).toHaveLength(1);
  });

  it('keeps the next token though the search was given up meanwhile', async () => {
    world.fake.fault('bluesky', { latencyMs: 100 });
    const gone = AbortSignal.timeout(20);
    const asker = askerWith(world.fake.bluesky.giveSession());
    await expect(open()(asker).find(['invoices'], fortnight, gone)).rejects.toMatchObject({
      failure: 'timed-out',
    });
    expect(kept).toHaveLength(1);
  });

  it('whose session is over asks for the account again', async () => {
    const asker = askerWith(world.fake.bluesky.giveSession());
    world.fake.bluesky.endSessions();
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
    world.fake.fault('bluesky', { status, body: { error, message: 'No' } });
    const sourceFor = open();
    const asker = askerWith(world.fake.bluesky.giveSession());
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
    world.fake.fault('bluesky', fault);
    const asker = askerWith(world.fake.bluesky.giveSession());
    await expect(open()(asker).find(['one'], fortnight, never)).rejects.toThrow();
    expect(refusals).toBe(0);
  });

  it('that turns strangers away with a page wants an account', async () => {
    const body = '<html><body>Request forbidden by administrative rules.</body></html>';
    world.fake.fault('bluesky', { status: 403, body });
    const asker = askerWith(world.fake.bluesky.giveSession());
    await expect(open()(asker).find(['one'], fortnight, never)).rejects.toMatchObject({
      failure: 'auth-required',
    });
  });

  it('says without a session what it needs, and still knows if a post is there', async () => {
    const source = open()({ forums: [], blueskySession: null });
    expect(source.notConfigured).toBe('needs your Bluesky account: link it in Settings');
    const { id, author } = world.fake.add('bluesky', {});
    const post = { externalId: `at://did:plc:${author}/app.bsky.feed.post/3k${id}`, threadId: '', url: '' };
    expect(await source.checkOpen(post, never)).toBe('open');
  });
});
