import { describe, expect, it } from 'vitest';
import { startBluesky } from '#fakes/bluesky/bluesky.ts';
import {
  fixClock,
  fortnight,
  never,
  openPosting,
  openSourceWorld,
} from '#server/testing/worlds/source-world.ts';

fixClock();
const world = openSourceWorld(startBluesky);

describe('a search on Bluesky', () => {
  /** A source for an owner with this session, who remembers what became of it. */
  function openSource(blueskySession: string) {
    const saved: string[] = [];
    let refusals = 0;
    const source = world.source({
      blueskySession,
      saveBlueskySession: async (session) => void saved.push(session),
      onSessionRefused: async () => {
        refusals += 1;
      },
    });
    const find = (phrase = 'invoices', signal = never) => source.find([phrase], fortnight(), signal);
    return { find, saved, refusals: () => refusals };
  }
  const methods = () => world.fake.requests.map(({ path }) => path.split('.').at(-1));

  it('takes each token once: the next one is saved, and serves for the next search', async () => {
    world.fake.posts.add({ title: '', body: 'Who chases invoices?' });
    const first = world.fake.giveSession();
    const { find, saved } = openSource(first);
    expect(await find()).toMatchObject({ posts: [{ body: 'Who chases invoices?' }], missing: null });
    expect(saved).toHaveLength(1);
    await expect(openSource(first).find()).rejects.toMatchObject({ failure: 'auth-required' });
    const next = openSource(saved[0] ?? '');
    expect(await next.find()).toMatchObject({ missing: null });
    expect(next.saved).toHaveLength(1);
  });

  it('shares a session with searches that run at once', async () => {
    const { find, saved } = openSource(world.fake.giveSession());
    const answers = await Promise.all([find('invoices'), find('payments')]);
    expect(answers).toMatchObject([{ missing: null }, { missing: null }]);
    expect(methods().sort()).toEqual(['refreshSession', 'searchPosts', 'searchPosts']);
    expect(saved).toHaveLength(1);
  });

  it('saves the next token though the search was given up meanwhile', async () => {
    world.fake.fault({ latencyMs: 100 });
    const { find, saved } = openSource(world.fake.giveSession());
    await expect(find('invoices', AbortSignal.timeout(20))).rejects.toMatchObject({ failure: 'timed-out' });
    expect(saved).toHaveLength(1);
  });

  it.each([
    [400, 'ExpiredToken'],
    [400, 'InvalidToken'],
    [401, 'AuthenticationRequired'],
    [400, 'AccountTakedown'],
  ])('tells once that a session is over: %i %s', async (status, error) => {
    world.fake.fault({ status, body: { error, message: 'No' } });
    const { find, saved, refusals } = openSource(world.fake.giveSession());
    const searches = [find('one'), find('two')];
    await expect(Promise.all(searches)).rejects.toMatchObject({ failure: 'auth-required' });
    await Promise.allSettled(searches);
    expect([refusals(), saved]).toEqual([1, []]);
    expect(methods()).toEqual(['refreshSession']);
  });

  it.each([
    [{ status: 403, body: '<html>Request forbidden by administrative rules.</html>' }, 'auth-required'],
    [{ status: 401, body: '<html>Sign in to the network</html>' }, 'auth-required'],
    [{ status: 429, body: { error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' } }, 'busy'],
    [{ status: 502, body: { error: 'UpstreamFailure', message: 'Upstream Failure' } }, 'unavailable'],
    [{ status: 200, body: '<html>Please wait</html>' }, 'unreadable'],
    ['cut', 'unavailable'],
  ] as const)('does not take %j for the end of a session', async (fault, failure) => {
    world.fake.fault(fault);
    const { find, refusals } = openSource(world.fake.giveSession());
    await expect(find()).rejects.toMatchObject({ failure });
    expect(refusals()).toBe(0);
  });

  it('needs an account, and still knows without one if a post is there', async () => {
    const source = world.source();
    expect(source.notConfigured).toBe('needs-account');
    const externalId = world.fake.idOf(world.fake.posts.add({}));
    expect(await source.checkOpen({ externalId, threadId: '', url: '' }, never)).toBe('open');
  });
});

describe('a reply on Bluesky', () => {
  it('gives a new session with every reply, whatever becomes of it', async () => {
    const { account, send } = await openPosting(world.fake);
    const first = { ...account };
    const renewed = expect.stringMatching(/^refresh-/);
    expect(await send()).toMatchObject({ outcome: 'posted', session: renewed });
    expect(account.session).not.toBe(first.session);
    world.fake.failWrites({ status: 400, body: { error: 'InvalidRequest', message: 'No' } });
    expect(await send({ key: 'key-2' })).toMatchObject({ outcome: 'refused', text: 'No', session: renewed });
    expect(await send({ account: first })).toMatchObject({ outcome: 'logged-out' });
  });

  it('is one however often it is sent', async () => {
    const { send } = await openPosting(world.fake);
    const { session: _, ...first } = await send();
    expect(await send()).toMatchObject(first);
    expect(world.fake.posts.sent()).toHaveLength(1);
  });

  it('that the author of the post takes from others alone is told from one in a closed thread', async () => {
    const { send, post } = await openPosting(world.fake);
    world.fake.posts.change(post.id, { locked: true });
    expect(await send()).toMatchObject({ outcome: 'closed', reason: 'not-from-you' });
    world.fake.posts.change(post.id, { deleted: true });
    expect(await send()).not.toHaveProperty('reason');
  });

  it('marks addresses by their bytes, and names the head of the thread', async () => {
    const { send, post, targetOf } = await openPosting(world.fake);
    const answered = world.fake.posts.add({ threadId: post.id, author: 'grace' });
    await send({ target: targetOf(answered), text: 'Zoë 🎉: see https://spark.example/r/a?b=1, or ask.' });
    expect(world.fake.records.at(-1)).toMatchObject({
      reply: { root: { uri: world.fake.idOf(post) }, parent: { uri: world.fake.idOf(answered) } },
      facets: [
        {
          index: { byteStart: 15, byteEnd: 44 },
          features: [{ $type: 'app.bsky.richtext.facet#link', uri: 'https://spark.example/r/a?b=1' }],
        },
      ],
    });
  });

  it('whose response is lost is found by its own key, below a hundred newer records', async () => {
    const { send, readBack, post } = await openPosting(world.fake);
    world.fake.failWrites('cut-after');
    expect(await send()).toMatchObject({ outcome: 'unknown' });
    const [own] = world.fake.posts.sent();
    for (let n = 100; n < 250; n += 1)
      world.fake.posts.add({ author: 'ada.bsky.example', key: `zzzzzzzzzz${n}`, body: 'Of today' });
    const asked = world.fake.requests.length;
    expect(await readBack()).toMatchObject({ found: 'posted', externalId: world.fake.idOf(own ?? post) });
    const methods = world.fake.requests.slice(asked).map(({ path }) => path.split('.').at(-1));
    expect(methods).toEqual(['getRecord']);
  });

  it('by hand is found below many of greater keys', async () => {
    const { readBack, post, text } = await openPosting(world.fake);
    for (let n = 100; n < 210; n += 1)
      world.fake.posts.add({ author: 'ada.bsky.example', key: `f222222222${n}`, body: 'Of last year' });
    const reply = { threadId: post.id, author: 'ada.bsky.example', createdAt: new Date() };
    const own = world.fake.posts.add({ ...reply, key: '3mabcdefghijk', body: 'In my own words' });
    expect(await readBack({ text, sameWords: false })).toMatchObject({
      found: 'posted',
      externalId: world.fake.idOf(own),
      changedText: 'In my own words',
    });
  });

  it('is found beside a record that is no post', async () => {
    const { readBack, post, text, account } = await openPosting(world.fake);
    const parent = { uri: world.fake.idOf(post), cid: 'cid' };
    const value = { text, createdAt: new Date().toISOString(), reply: { root: parent, parent } };
    const uri = `at://${account.externalId}/app.bsky.feed.post/3mabcdefghijk`;
    const records = [{ uri: 7 }, { uri, cid: 'cid', value: { text: null } }, { uri, cid: 'cid', value }];
    const missing = { status: 400, body: { error: 'RecordNotFound' } };
    world.fake.failReads(missing, { body: { records } });
    expect(await readBack()).toMatchObject({ found: 'posted', externalId: uri });
  });

  it('has the id that its address names today', async () => {
    const { poster, post, account } = await openPosting(world.fake);
    const find = (url: string) => poster.findPost?.({ host: world.fake.host, url, id: null, account }, never);
    expect(await find(world.fake.urlOf(post))).toEqual({ id: world.fake.idOf(post), isOwn: false });
    expect(await find('https://bsky.app/profile/nobody/post/3k1')).toBeNull();
    expect(await find('https://bsky.app/')).toBeNull();
  });
});
