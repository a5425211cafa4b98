import { describe, expect, it } from 'vitest';
import { loadWordWeights } from '#server/features/outreach/find/phrases/word-weights.ts';
import { inventedPost } from '#server/features/outreach/find/search.fixture.ts';
import type { FoundPost } from '#server/integrations/sources/port.ts';
import { ruleCardOf } from '#shared/rules/outreach/places/rule-cards.ts';
import { promotionBudget } from '#shared/rules/outreach/promotion-budget.ts';
import { findReplyProblem } from '#shared/rules/outreach/reply-checks.ts';
import { checkDraft } from './check-draft.ts';

const words = await loadWordWeights();
const product = {
  name: 'QuietDesk',
  url: 'https://quietdesk.app',
  description:
    'QuietDesk blocks distracting sites during study sessions of 25 minutes. It works with Firefox.',
};
const post = inventedPost({
  source: 'lemmy',
  host: 'lemmy.world',
  title: 'How do I stop opening distracting sites while I study?',
  body: 'Every evening I lose an hour to the news. I tried LeechBlock on 3 machines.',
});
const check = (draft: string, place: Partial<FoundPost> = {}) =>
  checkDraft(draft, { post: { ...post, ...place }, product, words });

const advice = 'Note for a week when it happens, then block the first site of each evening.';
const disclosed = 'I built QuietDesk for that, so I am biased.';
const honest = `${advice} ${disclosed}`;
const linked = honest.replace('QuietDesk', 'QuietDesk (https://quietdesk.app)');

it('leaves an honest draft as it is, with the address behind the name, so that it may be approved', () => {
  const { text, cuts } = check(honest);
  expect([text, cuts]).toEqual([linked, []]);
  const tracked = { ...product, trackedLink: 'https://spark.example/r/abc123' };
  const card = ruleCardOf(post, '2026-11-22');
  const problem = findReplyProblem({
    reply: linked.replaceAll(product.url, tracked.trackedLink),
    source: post.source,
    product: tracked,
    card,
    suggestion: { kind: 'draft', text: linked },
    otherSuggestions: [],
    earlierReplies: [],
    budget: promotionBudget([], null, card, new Date('2026-11-22')),
  });
  expect(problem).toBeNull();
});

describe('an honest sentence', () => {
  it.each([
    'Happy to answer questions.',
    'What works for many is a fixed hour without the phone.',
    'It works for small groups too.',
    'Put the phone in a drawer on Fridays, and read the news in English or German once a day.',
    'LeechBlock on 3 machines should do, if its list is the same on each.',
    'Sessions of 25 minutes are short enough to begin.',
    'A threat of a bad grade makes it worse, so plan a break instead.',
    'E.g. a PDF of the page is as good as the page.',
    'I can’t promise that it helps.',
    'There is more to read on other sites.',
  ])('stays: %s', (sentence) => {
    expect(check(`${advice} ${sentence} ${disclosed}`)).toEqual({
      text: linked.replace(disclosed.slice(0, 7), `${sentence} I built`),
      cuts: [],
    });
  });
});

describe('a sentence that nobody could stand behind is cut, with the reason', () => {
  it.each([
    ['figure', 'Studies show that breaks double what people remember.'],
    ['figure', 'People who block sites learn twice as fast.'],
    ['figure', 'It saved 400 students an hour.'],
    ['experience', 'Our customers tell us that their evenings came back.'],
    ['experience', 'I had the same problem for years.'],
    ['promise', 'You will never lose an evening again.'],
    ['promise', 'It is guaranteed to get your grades up.'],
    ['threat', 'If you keep on like this, you will fail your exams.'],
    ['other-product', 'Something like ColdTurkey does it too.'],
    ['other-product', 'You could also keep the list in Notion.'],
    ['link', 'See https://other.example/x too.'],
    ['link', '**Do** that first.'],
    ['link', 'Ask @admin for the list.'],
    ['named-again', 'QuietDesk helps.'],
  ] as const)('%s: %s', (reason, sentence) => {
    expect(check(`${honest} ${sentence}`)).toEqual({ text: linked, cuts: [{ sentence, reason }] });
  });
});

it('says who made the product where the draft only names it', () => {
  expect(check(`${advice} QuietDesk blocks such sites while a session runs.`).text).toBe(
    `${advice} QuietDesk (https://quietdesk.app) blocks such sites while a session runs. Disclosure: I built QuietDesk.`,
  );
});

it('keeps the product’s own address in a sentence of its own', () => {
  const own = `${advice} I built QuietDesk. See https://quietdesk.app for more.`;
  expect(check(own)).toEqual({ text: own, cuts: [] });
});

it('keeps the paragraphs, and a draft that names no product', () => {
  expect(check(`${advice}\n\nHappy to answer questions.`).text).toBe(
    `${advice}\n\nHappy to answer questions.`,
  );
});

it.each([
  ['nothing but the product', disclosed.repeat(2)],
  ['hardly a word', 'I built it.'],
  ['only what is cut', 'Studies show it. You will never regret it. I built QuietDesk.'],
])('leaves nothing of %s', (_, draft) => {
  expect(check(draft).text).toBeNull();
});

it('cuts whole sentences of help until a draft fits its place', () => {
  const tips = ['hall', 'kitchen', 'cellar', 'garden', 'shed', 'attic'].map(
    (place) => `Leave the telephone in the ${place} until the page is read.`,
  );
  const { text, cuts } = check(`${tips.join(' ')} ${disclosed}`, { source: 'bluesky', host: 'bsky.app' });
  expect(text).toBe(`${tips.slice(0, 4).join(' ')} ${disclosed}`);
  expect(cuts.map(({ reason }) => reason)).toEqual(['too-long', 'too-long']);
});
