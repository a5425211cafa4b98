import { expect, it } from 'vitest';
import { message } from '#shared/messages/catalogue.ts';
import { ruleCardOf } from './places/rule-cards.ts';
import { promotionBudget } from './promotion-budget.ts';
import { findReplyProblem, type ReplyCase } from './reply-checks.ts';

const cardOf = (source: 'hacker-news' | 'lemmy' | 'stack-exchange', host: string, day = '2026-11-22') =>
  ruleCardOf({ source, host, community: null }, day);
const lemmy = cardOf('lemmy', 'lemmy.world');
const hackerNews = cardOf('hacker-news', 'news.ycombinator.com');

const draft =
  'Note for a week when it happens; the pattern tells you which site to block first.\n\nDisclosure: I built QuietDesk (https://quietdesk.app): it blocks sites while a study session runs.';
const given: ReplyCase = {
  reply: draft,
  source: 'lemmy',
  product: {
    name: 'QuietDesk',
    url: 'https://quietdesk.app',
    trackedLink: 'https://spark.example/r/abc123',
  },
  card: lemmy,
  suggestion: { kind: 'draft', text: draft },
  otherSuggestions: [],
  earlierReplies: [],
  budget: promotionBudget([], null, lemmy, new Date('2026-11-22')),
};
const problemOf = (change: Partial<ReplyCase>) => findReplyProblem({ ...given, ...change });
const own = 'Put the phone in another room for the first ten minutes. That was enough for most evenings.';

const briefing = {
  kind: 'briefing' as const,
  text: `For your eyes only.\n\n${draft}\n\n${own.repeat(3)}`,
};
const ownSuggested = { kind: 'briefing' as const, text: own };
const padded = `${own} ${'Rain, wind and umbrellas come and go with the weeks. '.repeat(2)}`;
const about = 'https://lemmy.world/legal';
const banning = { ...lemmy, rules: [{ text: 'Be kind. No self-promotion.', source: about }] };
const spent = { ...given.budget, promotionAllowed: false };
const expired = cardOf('lemmy', 'lemmy.world', '2999-01-01');
const silent = `${own} There is also https://spark.example/r/abc123.`;

it.each<[string, Partial<ReplyCase>]>([
  ['a welcome draft', {}],
  ['the tracked address', { reply: draft.replace(given.product.url, given.product.trackedLink) }],
  [
    'own words, where nothing generated is wanted',
    { reply: own, card: hackerNews, suggestion: { ...briefing, text: draft } },
  ],
  [
    'a draft suggested elsewhere, where drafts are welcome',
    { otherSuggestions: [draft], suggestion: { kind: 'draft', text: own } },
  ],
  ['the offered disclosure', { reply: `${silent} Disclosure: I built QuietDesk.` }],
  ['only help where promotion is forbidden', { card: banning, reply: own }],
  ['only help when the promotion budget is spent', { budget: spent, reply: own }],
])('approves %s', (_, change) => {
  expect(problemOf(change)).toBeNull();
});

it.each<[string, Partial<ReplyCase>, ReturnType<typeof problemOf>]>([
  [
    'where replies are not allowed',
    { card: cardOf('stack-exchange', 'stackoverflow.com'), reply: own },
    { code: 'reply_not_welcome', params: { place: 'Stack Exchange' } },
  ],
  [
    'that names the product where promotion is forbidden',
    { card: banning },
    { code: 'reply_promotion_banned', params: { place: 'lemmy.world', rule: 'No self-promotion.' } },
  ],
  ...[briefing.text, draft].map((reply): [string, Partial<ReplyCase>, ReturnType<typeof problemOf>] => [
    'that is the briefing or a piece of it',
    { card: hackerNews, suggestion: briefing, reply },
    { code: 'reply_own_words', params: { place: 'Hacker News' } },
  ]),
  [
    'that is a piece of a briefing, where drafts are welcome',
    { suggestion: briefing, reply: draft },
    { code: 'reply_too_alike', params: {} },
  ],
  [
    'that was suggested for another conversation, where own words are asked for',
    { card: hackerNews, suggestion: ownSuggested, otherSuggestions: ['Else.', draft] },
    { code: 'reply_own_words', params: { place: 'Hacker News' } },
  ],
  [
    'that is a suggestion with as much put around it',
    { card: hackerNews, suggestion: ownSuggested, reply: padded },
    { code: 'reply_own_words', params: { place: 'Hacker News' } },
  ],
  [
    'that is an earlier one with as much put around it',
    { reply: padded, earlierReplies: ['Else.', own.toUpperCase()] },
    { code: 'reply_too_alike', params: {} },
  ],
  [
    'that its place would refuse',
    { source: 'bluesky', reply: 'a'.repeat(400) },
    {
      code: 'reply_too_long',
      params: { place: 'Bluesky', most: 300, length: 400 },
    },
  ],
  [
    'that is a draft of ours when the card has turned strict since',
    { card: expired },
    { code: 'reply_own_words', params: { place: 'lemmy.world' } },
  ],
  [
    'that names the product twice',
    { reply: `${draft} Get QuietDesk today.` },
    {
      code: 'reply_promotes_twice',
      params: {
        sentences:
          '“Disclosure: I built QuietDesk (https://spark.example/r/abc123): it blocks sites ...”, “Get QuietDesk today.”',
      },
    },
  ],
  [
    'that hides who made the product',
    { reply: silent },
    { code: 'reply_without_disclosure', params: { disclosure: 'Disclosure: I built QuietDesk.' } },
  ],
  [
    'that promotes beyond the budget',
    { budget: spent },
    {
      code: 'reply_over_budget',
      params: { advice: expect.stringMatching(/^Leave QuietDesk out of this reply: /) },
    },
  ],
  [
    'that only helps when the day is used up',
    { budget: { ...spent, repliesLeftToday: 0 }, reply: own },
    {
      code: 'reply_over_budget',
      params: { advice: expect.stringMatching(/^Wait: no more replies on .* today\.$/) },
    },
  ],
])('rejects a reply %s', (_, change, expected) => {
  const problem = problemOf(change);
  expect(problem).toEqual(expected);
  expect(problem && message(problem.code, problem.params).text).not.toMatch(/\{/);
});
