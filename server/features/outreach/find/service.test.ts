import * as fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import type { SearchRequest } from '#server/conversation-search.ts';
import { type ConversationSource, type FoundPost, SourceError } from '#server/integrations/sources/port.ts';
import type { SearchProgress } from '#shared/contracts/opportunities.ts';
import {
  fittingTexts,
  inventedPost,
  inventedSource,
  searchAmong,
  seatingPlanner,
  strayTexts,
  testNow,
} from './search.fixture.ts';

afterEach(() => vi.useRealTimers());

const search = (posts: FoundPost[], given: Partial<SearchRequest> = {}) =>
  searchAmong([inventedSource(posts)], given);
const fitting = () => fittingTexts.map((text) => inventedPost(text));
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

test('says why a post matched in the description’s own words', async () => {
  const { found } = await search([inventedPost({ ...first, replies: 2, createdAt: hoursAgo(3) })]);
  expect(found[0]?.opportunity).toMatchObject({
    id: 'id-1',
    status: 'AWAITING_REVIEW',
    day: 1,
    quote: null,
    source: 'discourse',
    posted_at: hoursAgo(3).toISOString(),
  });
  expect(found[0]?.opportunity.keywords_used).toEqual(
    expect.arrayContaining(['seating chart', 'guest list', 'RSVP']),
  );
  expect(found[0]?.opportunity.why).toEqual([
    expect.stringMatching(/^It speaks of “[^”]+”, “[^”]+” and “[^”]+”, as your description does\.$/),
    'It asks: “How do you keep the seating chart up to date with late RSVPs?”',
  ]);
});

test.each([
  ['too-old', { createdAt: hoursAgo(15 * 24) }],
  ['known', { externalId: 'known' }],
  ['own', { author: 'Founder' }],
  ['own', { body: `${first.body} I use https://www.tablefor.example/start for it.` }],
  ['locked', { locked: true }],
  ['hiring', { title: '[Hiring] Wedding planner for seating charts and guest lists' }],
  ['hiring', { threadTitle: 'Ask HN: Who is hiring?' }],
  ['promotional', { title: 'Show HN: a seating chart and guest list for weddings' }],
  ['promotional', { title: 'We launched a wedding seating chart with RSVP' }],
  ['promotional', { title: 'Check out my seating chart for weddings' }],
  ['crisis', { body: `${first.body} I want to die.` }],
  ['crisis', { body: `${first.body} He hits me when the guest list changes.` }],
  ['no-self-promotion', { body: `${first.body} No self-promotion please.` }],
] as const)('leaves out what is %s: %o', async (reason, given) => {
  const { found, leftOut } = await search([inventedPost({ ...first, ...given })], {
    ownNames: ['@founder'],
    isKnown: ({ externalId }) => externalId === 'known',
  });
  expect(found).toEqual([]);
  expect(leftOut).toEqual([{ reason, count: 1 }]);
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
  const post = inventedPost(first);
  const repost = inventedPost({
    ...first,
    body: `${first.body} Thanks!`,
    host: 'other.example',
  });
  const sameThread = inventedPost({ ...second, kind: 'comment', threadId: post.threadId });
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

test('among nearly as sure posts those come first that ask, and the newer', async () => {
  const statement = {
    title: 'The seating chart',
    body: 'Wedding guest list with RSVP and dietary wishes for the caterer.',
  };
  const posts = [
    inventedPost({
      ...statement,
      body: `${statement.body} It rained.`,
      externalId: 'old',
      createdAt: hoursAgo(200),
    }),
    inventedPost({ ...statement, body: `We had one too: ${statement.body}`, externalId: 'new' }),
    inventedPost({ ...statement, title: 'Any tool for the seating chart?', externalId: 'asks' }),
  ].map((post) => ({ ...post, title: `${post.title} ${post.externalId}` }));
  const { found } = await search(posts);
  expect(found.map(({ post }) => post.externalId)).toEqual(['asks', 'new', 'old']);
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
      inventedSource([], { host: 'e.example', notConfigured: 'It needs an approved app.' }),
      inventedSource([], {
        host: 'f.example',
        find: async () => ({ posts: [], cached: true, missing: 'timed-out' }),
      }),
    ],
    {},
    { onProgress: (step) => progress.push(step), onRanking },
  );
  expect(found).toHaveLength(fittingTexts.length);
  expect(sources.map(({ outcome, message }) => [outcome, message])).toEqual([
    ['answered', ''],
    ['failed', 'It refused to answer.'],
    ['waiting', 'Its limit keeps us from asking now. It may be asked again at 12:00 UTC.'],
    ['failed', 'It could not be reached.'],
    ['not-configured', 'It needs an approved app.'],
    ['cached', 'Some of its answers are missing: it did not answer in time.'],
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
  expect(sources[1]).toMatchObject({ outcome: 'failed', message: 'It did not answer in time.' });
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
