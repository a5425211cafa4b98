import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { type ConversationSource, type FoundPost, SourceError } from '#server/integrations/sources/port.ts';
import type { SearchProgress } from '#shared/contracts/outreach/opportunities.ts';
import {
  fittingTexts,
  inventedPost,
  inventedSource,
  searchAmong,
  seatingPlanner,
  strayTexts,
  testNow,
} from './search.fixture.ts';
import type { SearchRequest } from './search-request.ts';

afterEach(() => vi.useRealTimers());

const search = (posts: FoundPost[], given: Partial<SearchRequest> = {}) =>
  searchAmong([inventedSource(posts)], given);
const fitting = () => fittingTexts.map((text) => inventedPost(text));
const founder = { source: 'discourse', host: 'forum.example', username: '@founder' } as const;
const answered = { id: 'answered', repliedAt: testNow };
const findKnown: SearchRequest['findKnown'] = ({ externalId }) =>
  externalId.startsWith('known') ? answered : null;
const [first = { title: '', body: '' }, second = first] = fittingTexts;

test('shows what is about the product’s problem and nothing else, surest first', async () => {
  const { found, leftOut, considered } = await search([
    ...strayTexts.map((text) => inventedPost(text)),
    ...fitting(),
  ]);
  expect(found.map(({ post }) => post.title).sort()).toEqual(fittingTexts.map(({ title }) => title).sort());
  expect(leftOut).toEqual([{ reason: 'off-topic', count: strayTexts.length }]);
  expect(considered).toBe(found.length + strayTexts.length);
  for (const { opportunity } of found) {
    expect(opportunity.confidence).toBeGreaterThanOrEqual(60);
    expect(opportunity.confidence).toBeLessThan(100);
  }
});

test('gives the sentence that asks and the shared words for the reason, and claims nothing else', async () => {
  const given = { ...first, license: 'CC BY-SA 4.0', createdAt: hoursAgo(3) };
  const { found } = await search([inventedPost(given)]);
  expect(found[0]?.opportunity).toMatchObject({
    id: 'id-1',
    status: 'AWAITING_REVIEW',
    day: 1,
    quote: 'Does anyone know a good way to keep it up to date?',
    draft_cuts: [],
    license: 'CC BY-SA 4.0',
    source: 'discourse',
    posted_at: hoursAgo(3).toISOString(),
  });
  expect(found[0]?.opportunity.keywords_used).toEqual(
    expect.arrayContaining(['seating chart', 'guest list', 'RSVP']),
  );
});

const hiring =
  'We are hiring a wedding planner for seating charts and guest lists. Full time, remote. Send your resume and apply today.';
const launch =
  'I built a free app for the seating chart and guest list of weddings. I just launched it and would love your feedback. Check it out and sign up for the beta.';
const story =
  'Last weekend was our wedding. The guest list was long and the seating chart took me all night, but the caterer loved it and everybody sat where they wanted. It was a wonderful day.';

test('quotes a sentence without the marks around it', async () => {
  const body =
    'The guest list changes **every day.** Does anyone know a good way to keep the seating chart up to date? Any advice?';
  const { found } = await search([inventedPost({ title: 'Guest list and seating chart', body })]);
  expect(found[0]?.opportunity.quote).toMatch(/^(Does|Any)/);
});

test.each([
  ['too-old', { createdAt: hoursAgo(15 * 24) }],
  ['known', { externalId: 'known' }],
  ['own', { author: 'Founder' }],
  ['own', { body: `${first.body} I use https://www.tablefor.example/start for it.` }],
  ['locked', { locked: true }],
  ['not-asking', { title: 'We are hiring a wedding planner', body: hiring }],
  ['not-asking', { title: 'Show HN: a seating chart and guest list for weddings', body: launch }],
  ['not-asking', { title: 'Our seating chart worked', body: story }],
  ['crisis', { body: `${first.body} I want to die.` }],
  ['crisis', { body: `${first.body} He hits me when the guest list changes.` }],
] as const)('leaves out what is %s: %o', async (reason, given) => {
  const { found, leftOut } = await search([inventedPost({ ...first, ...given })], {
    ownNames: [founder],
    findKnown,
  });
  expect(found).toEqual([]);
  expect(leftOut).toEqual([{ reason, count: 1 }]);
});

test('takes no words of a post for a rule against promotion', async () => {
  const body = `${first.body} With no ads, please. I don't plug it in anywhere.`;
  const { found } = await search([inventedPost({ ...first, body })]);
  expect(found).toHaveLength(1);
});

test('takes a post for the owner’s only at the source and the host of their account', async () => {
  const home = { source: 'mastodon', host: 'home.example' } as const;
  const elsewhere = { source: 'mastodon', host: 'other.example' } as const;
  const posts = [
    inventedPost({ ...first, author: 'sam' }),
    inventedPost({ ...first, ...elsewhere, author: 'sam' }),
    inventedPost({ ...first, ...elsewhere, author: 'sam@home.example' }),
    inventedPost({ ...first, ...home, author: 'sam@other.example' }),
    inventedPost({ ...first, ...home, author: '@sam' }),
  ];
  const { leftOutPosts } = await search(posts, { ownNames: [{ ...home, username: 'Sam' }] });
  const own = leftOutPosts.filter(({ reason }) => reason === 'own');
  expect(own.map(({ post }) => post.externalId).sort()).toEqual(
    [posts[2], posts[4]].map((post) => post?.externalId).sort(),
  );
});

test('offers nobody in distress, whatever the product, its forums and its keywords', async () => {
  const description = 'Calorie counter that logs meals, weight and calories of a diet day by day.';
  const post = inventedPost({
    title: 'I am now officially underweight',
    body: 'I log meals, weight and calories of my diet day by day in a calorie counter.',
  });
  const { found, leftOut } = await search([post], {
    product: { ...seatingPlanner, description },
    keywords: ['underweight', 'anorexia'],
    asker: { forums: ['forum.example'], blueskySession: null },
  });
  expect(found).toEqual([]);
  expect(leftOut).toEqual([{ reason: 'crisis', count: 1 }]);
});

test('drops posts that their host reports gone or closed, and shows unknown ones', async () => {
  const statuses = ['gone', 'closed', 'unknown', 'open'] as const;
  const posts = fittingTexts.map((text, place) => inventedPost({ ...text, externalId: `post-${place}` }));
  const checkOpen: ConversationSource['checkOpen'] = async ({ externalId }) =>
    statuses[posts.findIndex((post) => post.externalId === externalId)] ?? 'unknown';
  const { found, leftOut } = await searchAmong([inventedSource(posts, { checkOpen })]);
  expect(found).toHaveLength(2);
  expect(leftOut).toEqual([
    { reason: 'dead', count: 1 },
    { reason: 'locked', count: 1 },
  ]);
});

test('counts a post once that several phrases found, and leaves out those that repeat one or stand in its thread', async () => {
  const post = inventedPost(second);
  const repost = inventedPost({
    ...second,
    body: `${second.body} Thanks!`,
    host: 'other.example',
  });
  const sameThread = inventedPost({ ...first, threadId: post.threadId });
  const { found, leftOut, considered } = await search([post, post, repost, sameThread]);
  expect(considered).toBe(3);
  expect(found).toHaveLength(1);
  expect(leftOut).toEqual([{ reason: 'duplicate', count: 2 }]);
});

test('does not count posts as repeated that begin without letters or digits', async () => {
  const posts = fitting().map((post) => ({ ...post, title: '…', body: `${'-'.repeat(300)} ${post.body}` }));
  expect((await search(posts)).leftOut.filter(({ reason }) => reason === 'duplicate')).toEqual([]);
});

test('shows neither a post that shares one word only nor anything for a product without sense', async () => {
  const repeated = inventedPost({ title: 'RSVP RSVP RSVP', body: 'RSVP, rsvp and RSVP again?' });
  expect((await search([repeated])).found).toEqual([]);
  const description = 'Purple teapots whisper sideways while quiet submarines juggle the Tuesday moon.';
  const posts = [...fitting(), ...strayTexts.map((text) => inventedPost(text))];
  expect((await search(posts, { product: { ...seatingPlanner, description } })).found).toEqual([]);
});

test('the surest come first, and among nearly as sure posts the newer', async () => {
  const ask =
    'Hello. Our wedding is in May. How do you keep the guest list and the seating chart up to date? Any advice?';
  const app = 'Can anyone recommend an app that keeps the guest list up to date? Any recommendations?';
  const posts = [
    inventedPost({ title: 'Keeping a guest list', body: ask, externalId: 'old', createdAt: hoursAgo(200) }),
    inventedPost({ title: 'Keeping our guest list', body: ask, externalId: 'new' }),
    inventedPost({
      title: 'Any app for the seating chart?',
      body: app,
      createdAt: hoursAgo(100),
      externalId: 'sure',
    }),
  ];
  const { found } = await search(posts);
  expect(found.map(({ post }) => post.externalId)).toEqual(['sure', 'new', 'old']);
});

test('finds one rare word in a title that asks enough', async () => {
  const product = {
    ...seatingPlanner,
    description: 'Invoices and payment reminders for freelancers: late clients, deposits and tax receipts.',
  };
  const posts = [
    inventedPost({ title: 'Looking for low cost invoicing software' }),
    inventedPost({ title: 'Invoicing, a history', body: 'Clay tablets were the first of them.' }),
    inventedPost({ title: 'Looking for low cost garden software' }),
  ];
  const { found, leftOutPosts } = await search(posts, { product });
  expect(found.map(({ post }) => post.title)).toEqual(['Looking for low cost invoicing software']);
  expect(leftOutPosts.map(({ reason, post }) => [reason, post.title])).toEqual([
    ['not-asking', 'Invoicing, a history'],
    ['off-topic', 'Looking for low cost garden software'],
  ]);
});

test('shows no post about ETH for a product about ETFs', async () => {
  const description = 'An ETF tracker. It shows what an ETF holds and costs.';
  const product = { ...seatingPlanner, description };
  const posts = ['ETH', 'ETF'].map((word) =>
    inventedPost({
      title: `Which ${word} tracker do you use?`,
      body: `I need a tracker that shows what my ${word} holds and costs. Can anyone recommend one?`,
    }),
  );
  const { found } = await search(posts, { product });
  expect(found.map(({ post }) => post.title)).toEqual(['Which ETF tracker do you use?']);
});

test('gives what was left out with its reason, and what may come back as an opportunity', async () => {
  const posts = [
    inventedPost({ title: 'Our seating chart worked', body: story }),
    inventedPost({ ...strayTexts[1], body: 'I want to die. The tomatoes on my balcony are dead.' }),
    inventedPost(strayTexts[0]),
    inventedPost({ ...second, locked: true }),
    inventedPost({ ...second, externalId: 'known' }),
    inventedPost(first),
    inventedPost({ ...first, host: 'other.example', body: `${first.body} Thanks!` }),
  ];
  const { found, leftOut, leftOutPosts, considered } = await search(posts, {
    findKnown,
  });
  expect(leftOutPosts.map(({ reason, opportunity }) => [reason, opportunity !== null])).toEqual([
    ['not-asking', true],
    ['crisis', false],
    ['off-topic', true],
    ['known', false],
    ['duplicate', true],
    ['locked', false],
  ]);
  expect(leftOut).toContainEqual({ reason: 'crisis', count: 1 });
  expect(leftOut.reduce((sum, { count }) => sum + count, found.length)).toBe(considered);
  expect(leftOutPosts[0]?.opportunity).toMatchObject({ title: 'Our seating chart worked', day: 1 });
  const known = leftOutPosts.flatMap((one) => one.known ?? []);
  expect(known).toEqual([answered]);
});

test('gives the nearest twenty of each reason, however many reasons there are', async () => {
  const posts = (given: (n: number) => Partial<FoundPost>) =>
    Array.from({ length: 25 }, (_, n) => inventedPost({ ...first, title: `Number ${n}`, ...given(n) }));
  const { leftOut, leftOutPosts } = await search(
    [
      ...posts((n) => ({ title: `Story ${n}`, body: `${n}. ${story}` })),
      ...posts((n) => ({ title: `Kernel panic ${n}`, body: `It was the ${n}th update.` })),
      ...posts((n) => ({ externalId: `known-${n}` })),
      ...posts(() => ({ author: 'founder' })),
      ...posts((n) => ({ body: `${n}. ${first.body} It is for a gala.` })),
      ...posts(() => ({ body: `${first.body} I want to die.` })),
      ...posts(() => ({ locked: true })),
    ],
    {
      ownNames: [founder],
      findKnown,
      excludedWords: ['gala'],
    },
  );
  const reasons = ['not-asking', 'off-topic', 'known', 'own', 'excluded', 'crisis', 'locked'];
  expect(leftOut).toEqual(reasons.map((reason) => ({ reason, count: 25 })));
  for (const one of reasons) expect(leftOutPosts.filter(({ reason }) => reason === one)).toHaveLength(20);
});

test('shows the surest two hundred, and says of the others that they fit less well', async () => {
  const posts = Array.from({ length: 203 }, (_, n) =>
    inventedPost({ ...first, title: `${n}. ${first.title}` }),
  );
  const { found, leftOut, leftOutPosts } = await search(posts);
  expect(found).toHaveLength(200);
  expect(leftOut).toEqual([{ reason: 'beyond', count: 3 }]);
  expect(leftOutPosts.filter(({ opportunity }) => opportunity !== null)).toHaveLength(3);
});

test('waits no longer for checks than a moment after the last answer', async () => {
  const checkOpen = () => new Promise<never>(() => {});
  const startedAt = performance.now();
  const { found } = await searchAmong([inventedSource(fitting(), { checkOpen })]);
  expect(found).toHaveLength(fittingTexts.length);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});

test('takes up what checks answered while the posts of the last answer were read', async () => {
  const source = inventedSource(fitting(), {
    find: async () => {
      await sleep(270);
      return { posts: fitting(), cached: false, missing: null };
    },
    async checkOpen() {
      await nextTurn();
      return nextTurn('gone' as const);
    },
  });
  const findKnown = () => {
    const until = performance.now() + 20;
    while (performance.now() < until);
    return null;
  };
  const { leftOut } = await searchAmong([source], { findKnown });
  expect(leftOut).toEqual([{ reason: 'dead', count: fittingTexts.length }]);
});

test('gives each host three replies a day', async () => {
  const posts = ['a.example', 'b.example'].flatMap((host) =>
    fittingTexts.map(({ title, body }, place) =>
      inventedPost({
        title: `${title} ${host}`,
        body: `${'Well now then. '.repeat(host === 'a.example' ? 0 : 40)}${body}`,
        host,
        externalId: `${host}-${place}`,
      }),
    ),
  );
  const { found } = await search(posts);
  const days = found
    .filter(({ post }) => post.host === 'a.example')
    .map(({ opportunity }) => opportunity.day);
  expect(days).toEqual([1, 1, 1, 2]);
});

test('asks all hosts at once and reports the result of each', async () => {
  const progress: SearchProgress[] = [];
  const onRanking = vi.fn();
  const failing = (error: unknown) => ({ find: () => Promise.reject(error) });
  const { found, sources } = await searchAmong(
    [
      inventedSource(fitting(), { host: 'a.example' }),
      inventedSource([], { host: 'b.example', ...failing(new SourceError('refused')) }),
      inventedSource([], { host: 'c.example', ...failing(new SourceError('busy', { quietUntil: testNow })) }),
      inventedSource([], { host: 'd.example', ...failing(new TypeError('unforeseen')) }),
      inventedSource([], { host: 'e.example', notConfigured: 'needs-approval' }),
      inventedSource([], {
        host: 'f.example',
        find: async () => ({ posts: [], cached: true, missing: 'timed-out' }),
      }),
    ],
    {},
    { onProgress: (step) => progress.push(step), onRanking },
  );
  expect(found).toHaveLength(fittingTexts.length);
  expect(sources.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['answered', null],
    ['failed', { code: 'refused' }],
    ['waiting', { code: 'busy', until: testNow.toISOString() }],
    ['failed', { code: 'unavailable' }],
    ['not-configured', { code: 'needs-approval' }],
    ['cached', { code: 'timed-out' }],
  ]);
  expect(progress.slice(0, 6).map(({ report }) => report)).toEqual(Array(6).fill(null));
  expect(progress.slice(6).map(({ report }) => report)).toEqual(expect.arrayContaining(sources));
  expect(onRanking).toHaveBeenCalledOnce();
});

test('leaves a host behind that hangs, and one that hangs when asked about a post', async () => {
  vi.useFakeTimers();
  const hanging = new Promise<never>(() => {});
  const searching = searchAmong([
    inventedSource(fitting(), { host: 'a.example', checkOpen: () => hanging }),
    inventedSource([], { host: 'b.example', find: () => hanging }),
  ]);
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.waitFor(() => vi.advanceTimersByTime(30_000));
  const { found, sources } = await searching;
  expect(found).toHaveLength(fittingTexts.length);
  expect(sources[1]).toMatchObject({ outcome: 'failed', reason: { code: 'timed-out' } });
});

test('ends with its caller', async () => {
  const caller = new AbortController();
  const searching = searchAmong(
    [inventedSource([], { find: () => new Promise(() => {}) })],
    {},
    { signal: caller.signal },
  );
  caller.abort(new Error('the reader went away'));
  await expect(searching).rejects.toThrow('the reader went away');
});

test('asks for the campaign’s keywords when it has some, else for phrases of the description', async () => {
  const asked: string[][] = [];
  const source = inventedSource([], {
    find: async (phrases) => {
      asked.push(phrases);
      return { posts: [], cached: false, missing: null };
    },
  });
  const keywords = ['Table plan', 'head table'];
  expect((await searchAmong([source], { keywords })).searchedFor).toEqual(['table plan', 'head table']);
  const { searchedFor } = await searchAmong([source]);
  expect(asked).toEqual([['table plan', 'head table'], searchedFor]);
});

test('shows German posts for a German description, never as sure, and none that share little', async () => {
  const description =
    'Ein Planer für Hochzeiten: Gästeliste, Sitzplan, Rückmeldungen und Menüwünsche für Brautpaare und die Köche.';
  const posts = [
    inventedPost({
      title: 'Wie macht ihr den Sitzplan und die Gästeliste?',
      body: 'Wir planen gerade. Der Sitzplan ändert sich mit den Rückmeldungen jeden Tag, und die Köche fragen nach den Menüwünschen der Brautpaare.',
    }),
    inventedPost({
      title: 'Was kostet eine Reise für die ganze Familie?',
      body: 'Ein Freund und ich fragen für die Köche und die Rückmeldungen.',
    }),
  ];
  const { found } = await search(posts, { product: { ...seatingPlanner, description } });
  expect(found.map(({ post }) => post.title)).toEqual([posts[0]?.title]);
  expect(found[0]?.opportunity.confidence).toBeLessThanOrEqual(75);
  expect(found[0]?.opportunity.keywords_used).not.toContain('für');
});

test.each(['An app that helps people 🎉', 'the and of it', 'Twenty minutes a week', 'sourdough'])(
  'asks nobody when the description has too few words to look for: %s',
  async (description) => {
    const find = vi.fn();
    const product = { ...seatingPlanner, description };
    const searching = searchAmong([inventedSource([], { find })], { product });
    await expect(searching).rejects.toMatchObject({ code: 'description_without_words' });
    expect(find).not.toHaveBeenCalled();
  },
);

test('takes any text for a post or a description', async () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '',
      '💐'.repeat(200),
      '\ud800 wedding',
      `${'seating chart '.repeat(8_000)}`,
      '</script><img src=x>',
      '婚礼'.repeat(500),
    ),
  );
  await fc.assert(
    fc.asyncProperty(anyText, anyText, anyText, async (title, body, description) => {
      const product = { ...seatingPlanner, description: `${seatingPlanner.description} ${description}` };
      const { found, leftOut, considered } = await search(
        [inventedPost({ title, body }), inventedPost({ ...first, title })],
        { product },
      );
      const left = leftOut.reduce((sum, { count }) => sum + count, 0);
      expect(found.length + left).toBe(considered);
    }),
    { numRuns: 40 },
  );
});

function hoursAgo(hours: number): Date {
  return new Date(testNow.getTime() - hours * 3_600_000);
}
