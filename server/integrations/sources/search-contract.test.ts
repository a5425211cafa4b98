import { describe, expect, it } from 'vitest';
import type { BlueskyFake } from '#fakes/bluesky/bluesky.ts';
import { startLemmy } from '#fakes/lemmy/lemmy.ts';
import type { Post, PostGiven, SourceFake } from '#fakes/sources/source-fake.ts';
import { startOf } from '#fakes/sources/sources.ts';
import { fortnight, never, openSourceWorld } from '#server/testing/worlds/source-world.ts';

const starts: Record<string, () => Promise<SourceFake>> = {
  ...startOf,
  'lemmy 1.0': () => startLemmy('v4'),
};
const day = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * day);

/** The first word that a request asks for. */
const wordOf = ({ path, params }: SourceFake['requests'][number]) =>
  ['query', 'q', 'search_term'].map((name) => params.get(name)?.split(' ')[0] ?? '').join('') +
  (/\/tag\/(\w+)/.exec(path)?.[1] ?? '');

describe.each(Object.entries(starts))('%s', (name, start) => {
  const world = openSourceWorld(start, { largest: 1_000_000 });
  const isBluesky = name === 'bluesky';
  /** The places where DEV is searched are its tags. */
  const community = { dev: 'discuss', github: 'maker/ledger' }[name] ?? 'smallbusiness';
  const add = (post: PostGiven = {}) => {
    const body = post.body ?? 'How do you chase them?';
    return world.fake.posts.add({
      ...(post.threadId === undefined && { title: 'Late invoices' }),
      site: 'softwarerecs',
      community,
      ...post,
      body: name === 'mastodon' ? `${body} #Invoices #LateInvoices` : body,
    });
  };
  const make = (options = {}) =>
    world.source(
      isBluesky ? { blueskySession: (world.fake as SourceFake as BlueskyFake).giveSession() } : {},
      options,
    );
  const find = (source = make(), phrases = ['invoices'], since = fortnight()) =>
    source.find(phrases, since, never);
  const idOf = (post: Post) => world.fake.idOf(post);
  const close = (post: Post) =>
    world.fake.posts.change(post.id, name === 'hacker-news' ? { createdAt: daysAgo(15) } : { locked: true });

  it('finds posts that hold a phrase, as plain records', async () => {
    const createdAt = new Date(Math.floor(daysAgo(2).getTime() / 1000) * 1000);
    const opened = add({ author: 'someone', replies: 4, createdAt });
    world.fake.posts.add({ title: 'Something else', body: 'about gardens' });
    const source = make();
    const { hasTitles = false, hasCommunities = false } = world.fake.traits;
    const title = hasTitles ? 'Late invoices' : '';
    expect(await find(source)).toEqual({
      posts: [
        {
          source: world.fake.source,
          host: source.host,
          externalId: idOf(opened),
          threadId: idOf(opened),
          url: expect.stringMatching(/^https?:\/\/\S+$/),
          title,
          threadTitle: title || null,
          body: expect.stringContaining('How do you chase them?'),
          author: 'someone',
          createdAt,
          replies: 4,
          community: hasCommunities ? community : null,
          locked: false,
          license: name === 'stack-exchange' ? 'CC BY-SA 4.0' : null,
        },
      ],
      cached: false,
      missing: null,
    });
  });

  it('finds comments with the thread that they stand in', async ({ skip }) => {
    skip(!world.fake.traits.hasComments);
    const opened = add({ title: 'Cash flow', body: 'How is yours?' });
    const comment = add({ threadId: opened.id, body: 'Late invoices, mostly' });
    const { posts } = await find();
    expect(posts.find(({ externalId }) => externalId === idOf(comment))).toMatchObject({
      threadId: idOf(opened),
      title: '',
      threadTitle: world.fake.traits.hasTitles ? 'Cash flow' : null,
    });
  });

  it('gives a post once, from the asked second on, however many phrases it holds', async () => {
    add({ createdAt: daysAgo(15) });
    const since = new Date(Math.floor(Date.now() / 1000) * 1000 - day);
    const inTime = add({ id: 7, createdAt: since });
    add({ id: 8, createdAt: new Date(since.getTime() - 1000) });
    const { posts } = await find(make(), ['invoices', 'late invoices'], since);
    expect(posts.map(({ externalId }) => externalId)).toEqual([idOf(inTime)]);
  });

  it.runIf(!isBluesky)('asks an identical question once', async () => {
    add();
    const source = make();
    const { posts } = await find(source);
    const asked = world.fake.requests.length;
    expect(await find(source)).toMatchObject({ posts, cached: true, missing: null });
    expect(world.fake.requests).toHaveLength(asked);
  });

  it.runIf(name !== 'dev' && !isBluesky)('asks all phrases at once', async () => {
    world.fake.fault('hang');
    const searching = find(make({ timeoutMs: 500 }), ['invoices', 'payments']).catch(() => 'given up');
    const words = () => new Set(world.fake.requests.map(wordOf));
    await expect.poll(() => words().size, { timeout: 450 }).toBe(2);
    expect(await searching).toBe('given up');
  });

  it('removes scripts, pixels and broken markup of long posts', async ({ skip }) => {
    const { markup } = world.fake.traits;
    skip(markup === 'text');
    const pixel =
      markup === 'markdown' ? '![](https://t.example/p.gif)' : '<img src="https://t.example/p.gif">';
    add({ body: `invoices <script>alert(1)</script>${pixel}<b>end ${'long '.repeat(20_000)}` });
    const { posts } = await find();
    expect(posts[0]?.body).toMatch(/invoices end long long/);
    expect(posts[0]?.body).not.toMatch(/script|alert|t\.example/);
    expect(posts[0]?.body.length).toBeLessThanOrEqual(20_000);
  });

  it('reads an odd field as none, drops an odd post and keeps the others', async () => {
    const plain = add({ id: 7 });
    // As a source would that changed its shapes overnight.
    const strange = add({ id: 8, ...({ replies: {}, author: 42 } as object) });
    const isoDate = { valueOf: () => Date.now(), getTime: () => Number.NaN, toISOString: () => 'never' };
    add({ id: 9, createdAt: isoDate as unknown as Date });
    const { posts } = await find();
    expect(posts.map(({ externalId }) => externalId).sort()).toEqual([plain, strange].map(idOf).sort());
    const shown = posts.find(({ externalId }) => externalId === idOf(strange));
    expect(shown).toMatchObject({ replies: null, author: null });
  });

  it.each([
    ['hang', 'timed-out'],
    ['html', isBluesky ? 'auth-required' : 'refused'],
    ['wrong JSON', 'unreadable'],
    ['broken JSON', 'unreadable'],
    ['cut', 'unavailable'],
    ['huge', 'too-large'],
    [{ status: 429, headers: { 'retry-after': '60' } }, 'busy'],
    [{ status: 500 }, 'unavailable'],
    ['error inside', /^(?:unreadable|refused)$/],
  ] as const)('says what is wrong when it gives %j', async (fault, failure) => {
    world.fake.fault(fault);
    const source = make(fault === 'hang' ? { timeoutMs: 200 } : {});
    await expect(find(source)).rejects.toMatchObject({ failure: expect.stringMatching(failure) });
    if (fault === 'error inside') return;
    expect(await source.checkOpen({ externalId: '1', threadId: '1', url: '' }, never)).toBe('unknown');
  });

  it('is open, closed or gone', async () => {
    const opened = add();
    const look = (post = opened) =>
      make().checkOpen({ externalId: idOf(post), threadId: idOf(post), url: '' }, never);
    expect(await look()).toBe('open');
    expect(await look({ ...opened, id: 999 })).toBe('gone');
    close(opened);
    expect(await look()).toBe(world.fake.traits.closes ? 'closed' : 'open');
    world.fake.posts.change(opened.id, { deleted: true });
    expect(await look()).toBe('gone');
  });

  it('is closed for a comment whose thread is, and gone for a comment that is', async ({ skip }) => {
    skip(!world.fake.traits.hasComments);
    const thread = add({ title: 'Cash flow' });
    const comment = add({ threadId: thread.id, body: 'Late invoices' });
    const source = make();
    const { posts } = await find(source);
    const found = posts.find(({ externalId }) => externalId === idOf(comment));
    const look = () => source.checkOpen(found ?? { externalId: '', threadId: '', url: '' }, never);
    expect(await look()).toBe('open');
    close(thread);
    expect(await look()).toBe(world.fake.traits.closes ? 'closed' : 'open');
    world.fake.posts.change(comment.id, { deleted: true });
    expect(await look()).toBe('gone');
  });
});
