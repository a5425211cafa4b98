import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sourceName } from '#shared/contracts/conversation-sources.ts';
import { type AutoPostCase, autoPostBlockedBy, placeBlockedBy } from './auto-post.ts';
import { ruleCardOf } from './places/rule-cards.ts';

const cardOf = (source: string, day = '2026-11-22', host = 'some.example') =>
  ruleCardOf({ source: sourceName.parse(source), host, community: null }, day);
const given: AutoPostCase = {
  threshold: 95,
  confidence: 95,
  host: 'some.example',
  card: cardOf('mastodon'),
  suggestionKind: 'draft',
  account: { canPost: true, host: 'some.example' },
  budget: { promotionAllowed: true, repliesLeftToday: 1, arithmetic: [] },
  isPromotion: true,
  unapproved: null,
};
const blockedBy = (change: Partial<AutoPostCase>) => autoPostBlockedBy({ ...given, ...change });
const spent = { ...given.budget, promotionAllowed: false };

it('sends where the card, the threshold, the account and the budget allow it', () => {
  expect(blockedBy({})).toBeNull();
  expect(blockedBy({ budget: spent, isPromotion: false })).toBeNull();
});

it.each<[Partial<AutoPostCase>, string]>([
  [
    { card: cardOf('hacker-news', '2026-11-22', 'news.ycombinator.com') },
    'Automated posting is not allowed on Hacker News, so this reply is left for you.',
  ],
  [{ card: cardOf('discourse') }, "We don't know the rules of some.example, so this reply is left for you."],
  [{ card: cardOf('stack-exchange') }, 'for reading'],
  [{ card: cardOf('mastodon', '2999-01-01') }, 'too long ago'],
  [{ suggestionKind: 'briefing' }, 'Without a model there are only outlines, so this reply is left for you.'],
  [{ confidence: 94 }, 'Its confidence of 94 is below your threshold of 95.'],
  [{ account: null }, 'No account on some.example is linked.'],
  [{ account: { canPost: false, host: 'some.example' } }, 'can not post'],
  [
    { account: { canPost: true, host: 'home.example' } },
    'Your account is on home.example, and nothing is sent to other servers without you.',
  ],
  [
    { unapproved: 'It is free forever.' },
    'You have not approved this sentence before: “It is free forever.” Read it first.',
  ],
  [{ budget: { ...given.budget, repliesLeftToday: 0 } }, 'used up'],
  [{ budget: spent }, 'promotion budget'],
])('leaves the reply to its owner for %o', (change, because) => {
  expect(blockedBy(change)).toContain(because);
});

it('leaves a whole place to its owner where no model writes replies', () => {
  const { card, account, host } = given;
  expect(placeBlockedBy({ card, account, host, hasModel: true })).toBeNull();
  expect(placeBlockedBy({ card, account, host, hasModel: false })).toBe(
    'Without a model there are only outlines, so replies there are left for you.',
  );
});

it('never sends where a card forbids it, whatever else holds', () => {
  const days = fc.constantFrom('2026-11-22', '2999-01-01');
  fc.assert(
    fc.property(fc.constantFrom(...sourceName.options), days, fc.nat(100), (source, day, confidence) => {
      const card = cardOf(source, day);
      if (blockedBy({ card, confidence, threshold: 50 }) !== null) return;
      expect(card).toMatchObject({ automatedPosting: true, expired: false });
      expect(confidence).toBeGreaterThanOrEqual(50);
    }),
  );
});
