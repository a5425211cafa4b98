import { describe, expect, it } from 'vitest';
import { blueskyUri } from '#fakes/bluesky/search.ts';
import type { Post } from '#fakes/sources/posts.ts';
import type { FakeName, SourceFake } from '#fakes/sources/sources.ts';
import { firstSource, openSourceWorld } from '#server/testing/worlds/source-world.ts';
import { bluesky } from './bluesky/bluesky.ts';
import { dev } from './dev/dev.ts';
import { discourse } from './discourse/discourse.ts';
import { github } from './github/github.ts';
import { hackerNews } from './hacker-news/hacker-news.ts';
import { lemmy } from './lemmy/lemmy.ts';
import { mastodon } from './mastodon/mastodon.ts';
import type { ConversationSource, SourceFailure } from './port.ts';
import { stackExchange } from './stack-exchange/stack-exchange.ts';

const world = openSourceWorld({ timeoutMs: 5_000, largest: 1_000_000 });

type Adapter = {
  make: () => ConversationSource;
  hasComments?: boolean;
  /** A host without a title of its own for each post. */
  isUntitled?: boolean;
  /** One that gives plain text, in which markup is but characters. */
  isPlain?: boolean;
  /** True when a thread can be closed to replies. */
  canClose?: boolean;
  community?: string | null;
  license?: string;
  idOf?: (post: Post) => string;
  /** Text that a post must contain to be found. */
  marked?: (body: string) => string;
  forbidden?: SourceFailure;
};

const adapters: Record<FakeName, Adapter> = {
  'hacker-news': {
    make: () => {
      const address = world.fake.addressOf('hacker-news');
      const addresses = { algolia: address, api: address, site: 'https://forum.example' };
      return firstSource(hackerNews(world.client, addresses));
    },
    hasComments: true,
    canClose: true,
    community: null,
  },
  'stack-exchange': {
    make: () =>
      firstSource(
        stackExchange(world.client, { api: world.fake.addressOf('stack-exchange'), sites: ['softwarerecs'] }),
      ),
    canClose: true,
    license: 'CC BY-SA 4.0',
  },
  lemmy: {
    make: () => firstSource(lemmy(world.client, [world.fake.addressOf('lemmy')])),
    hasComments: true,
    canClose: true,
  },
  'lemmy-v4': {
    make: () => firstSource(lemmy(world.client, [world.fake.addressOf('lemmy-v4')])),
    hasComments: true,
    canClose: true,
  },
  discourse: {
    make: () => firstSource(discourse(world.client, [world.fake.addressOf('discourse')])),
    hasComments: true,
    canClose: true,
  },
  dev: {
    make: () => firstSource(dev(world.client, world.fake.addressOf('dev'))),
    isPlain: true,
    community: 'discuss',
  },
  github: {
    make: () => firstSource(github(world.client, world.fake.addressOf('github'))),
    canClose: true,
    community: 'maker/ledger',
    idOf: ({ id }) => `maker/ledger#${id}`,
  },
  mastodon: {
    make: () => firstSource(mastodon(world.client, [world.fake.addressOf('mastodon')])),
    hasComments: true,
    isUntitled: true,
    community: null,
    marked: (body) => `${body} #Invoices #LateInvoices`,
  },
  bluesky: {
    make: () =>
      firstSource(bluesky(world.client, world.fake.addressOf('bluesky')), {
        forums: [],
        blueskySession: world.fake.bluesky.giveSession(),
      }),
    hasComments: true,
    isUntitled: true,
    isPlain: true,
    community: null,
    idOf: blueskyUri,
    forbidden: 'auth-required',
  },
};

const never = new AbortController().signal;
const day = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * day);
const fortnight = daysAgo(14);
const wordsOf = ({ path, params }: SourceFake['requests'][number]) =>
  ['query', 'q', 'search_term'].map((name) => params.get(name)?.split(' ')[0] ?? '').join('') +
  (/\/tag\/(\w+)/.exec(path)?.[1] ?? '');

describe.each(Object.entries(adapters))('%s', (given, adapter) => {
  const name = given as FakeName;
  const { make, hasComments = false, canClose = false, isUntitled = false, isPlain = false } = adapter;
  const { community = 'smallbusiness', idOf = ({ id }) => String(id), marked = (body) => body } = adapter;
  const add = (post: Parameters<SourceFake['add']>[1] = {}) =>
    world.fake.add(name, {
      ...(post.threadId === undefined && { title: 'Late invoices' }),
      site: 'softwarerecs',
      ...(community !== null && { community }),
      ...post,
      body: marked(post.body ?? 'How do you chase them?'),
    });
  const find = (source = make(), phrases = ['invoices'], since = fortnight) =>
    source.find(phrases, since, never);

  it('finds posts that hold a phrase, as plain records', async () => {
    const createdAt = new Date(Math.floor(daysAgo(2).getTime() / 1000) * 1000);
    const opened = add({ author: 'someone', score: 12, replies: 4, createdAt });
    world.fake.add(name, { title: 'Something else', body: 'about gardens' });
    const source = make();
    const { posts, cached, missing } = await find(source);
    expect({ cached, missing }).toEqual({ cached: false, missing: null });
    expect(posts).toHaveLength(1);
    expect(posts[0]).toMatchObject({
      source: name === 'lemmy-v4' ? 'lemmy' : name,
      host: source.host,
      externalId: idOf(opened),
      threadId: idOf(opened),
      title: isUntitled ? '' : 'Late invoices',
      threadTitle: isUntitled ? null : 'Late invoices',
      body: expect.stringContaining('How do you chase them?'),
      author: 'someone',
      createdAt,
      score: name === 'github' ? null : 12,
      replies: 4,
      locked: false,
      license: adapter.license ?? null,
      community,
    });
    expect(new URL(posts[0]?.url ?? '').protocol).toMatch(/^https?:$/);
  });

  it.runIf(hasComments)('finds comments with the thread that they stand in', async () => {
    const opened = add({ title: 'Cash flow', body: 'How is yours?' });
    add({ threadId: opened.id, body: 'Late invoices, mostly' });
    const { posts } = await find();
    const comment = posts.find(({ kind }) => kind === 'comment');
    expect(comment).toMatchObject({
      threadId: idOf(opened),
      title: '',
      threadTitle: isUntitled ? null : 'Cash flow',
    });
    expect(comment?.externalId).not.toBe(idOf(opened));
  });

  it('gives a post once, however many phrases it holds', async () => {
    add();
    const { posts } = await find(make(), ['invoices', 'late invoices', 'chase']);
    expect(posts).toHaveLength(1);
  });

  it('gives nothing that is older than asked for, to the second', async () => {
    add({ createdAt: daysAgo(15) });
    const since = new Date(Math.floor(Date.now() / 1000) * 1000 - day);
    const inTime = add({ id: 7, createdAt: since });
    add({ id: 8, createdAt: new Date(since.getTime() - 1000) });
    const { posts } = await find(make(), ['invoices'], since);
    expect(posts.map(({ externalId }) => externalId)).toEqual([idOf(inTime)]);
  });

  it.runIf(name !== 'bluesky')('asks an identical question once', async () => {
    add();
    const source = make();
    const { posts } = await find(source);
    const asked = world.fake.requests.length;
    expect(await find(source)).toMatchObject({ posts, cached: true, missing: null });
    expect(world.fake.requests).toHaveLength(asked);
  });

  it.runIf(name !== 'dev' && name !== 'bluesky')('asks all phrases at once', async () => {
    world.fake.fault(name, 'hang');
    world.client = world.makeClient({ timeoutMs: 500 });
    const searching = find(make(), ['invoices', 'payments']).catch(() => 'given up');
    const words = () => new Set(world.fake.requests.map(wordsOf));
    await expect.poll(() => words().size, { timeout: 450 }).toBe(2);
    expect(await searching).toBe('given up');
  });

  it.runIf(!isPlain)('keeps nothing of scripts, pixels and broken markup in long posts', async () => {
    const isMarkdown = name.startsWith('lemmy') || name === 'github';
    const pixel = isMarkdown ? '![](https://t.example/p.gif)' : '<img src="https://t.example/p.gif">';
    add({ body: `invoices <script>alert(1)</script>${pixel}<b>end ${'long '.repeat(20_000)}` });
    const { posts } = await find();
    expect(posts[0]?.body).toMatch(/invoices end long long/);
    expect(posts[0]?.body).not.toMatch(/script|alert|t\.example/);
    expect(posts[0]?.body.length).toBeLessThanOrEqual(20_000);
  });

  it('takes an odd field for none, drops an odd post and keeps the others', async () => {
    const plain = add({ id: 7 });
    const odd = { score: 'many', replies: {}, author: 42 };
    // As a source would that changed its shapes overnight.
    const strange = add({ id: 8, ...(odd as unknown as { score: number }) });
    const never = { valueOf: () => Date.now(), getTime: () => Number.NaN, toISOString: () => 'never' };
    add({ id: 9, createdAt: never as unknown as Date });
    const { posts } = await find();
    expect(posts.map(({ externalId }) => externalId).sort()).toEqual([plain, strange].map(idOf).sort());
    const shown = posts.find(({ externalId }) => externalId === idOf(strange));
    expect(shown).toMatchObject({ score: null, author: null });
  });

  it.each([
    ['hang', 'timed-out'],
    ['html', 'refused'],
    ['wrong JSON', 'unreadable'],
    ['broken JSON', 'unreadable'],
    ['cut', 'unavailable'],
    ['huge', 'too-large'],
    [{ status: 429, headers: { 'retry-after': '60' } }, 'busy'],
    [{ status: 500 }, 'unavailable'],
  ] as const)('says what is wrong when it gives %j', async (fault, failure) => {
    world.fake.fault(name, fault);
    if (fault === 'hang') world.client = world.makeClient({ timeoutMs: 200 });
    const told = fault === 'html' ? (adapter.forbidden ?? failure) : failure;
    await expect(find()).rejects.toMatchObject({ name: 'Error', failure: told });
    expect(await make().checkOpen({ externalId: '1', threadId: '1', url: '' }, never)).toBe('unknown');
  });

  it('calls an error inside a good answer no answer', async () => {
    world.fake.fault(name, 'error inside');
    await expect(find()).rejects.toMatchObject({
      failure: expect.stringMatching(/^(?:unreadable|refused)$/),
    });
  });

  it('is open, closed or gone', async () => {
    const opened = add();
    const look = (post = opened) =>
      make().checkOpen({ externalId: idOf(post), threadId: idOf(post), url: '' }, never);
    expect(await look()).toBe('open');
    expect(await look({ ...opened, id: 999 })).toBe('gone');
    if (name === 'hacker-news') world.fake.change(name, opened.id, { createdAt: daysAgo(15) });
    else world.fake.change(name, opened.id, { locked: true });
    expect(await look()).toBe(canClose ? 'closed' : 'open');
    world.fake.change(name, opened.id, { deleted: true });
    expect(await look()).toBe('gone');
  });

  it.runIf(hasComments)(
    'is closed for a comment whose thread is, and gone for a comment that is',
    async () => {
      const thread = add({ title: 'Cash flow' });
      const comment = add({ threadId: thread.id, body: 'Late invoices' });
      const source = make();
      const { posts } = await find(source);
      const found = posts.find(({ kind }) => kind === 'comment');
      const look = () => source.checkOpen(found ?? { externalId: '', threadId: '', url: '' }, never);
      expect(await look()).toBe('open');
      if (name === 'hacker-news') world.fake.change(name, thread.id, { dead: true });
      else world.fake.change(name, thread.id, { locked: true });
      expect(await look()).toBe(canClose ? 'closed' : 'open');
      world.fake.change(name, comment.id, { deleted: true });
      expect(await look()).toBe('gone');
    },
  );
});
