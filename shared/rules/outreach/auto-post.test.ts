import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sourceName } from '#shared/contracts/outreach/conversation-sources.ts';
import type { HoldReason } from '#shared/contracts/outreach/hold-reasons.ts';
import { type AutoPostCase, autoPostBlockedBy, placeBlockedBy } from './auto-post.ts';
import { ruleCardOf } from './places/rule-cards.ts';
import { promotionBudget } from './promotion-budget.ts';

const cardOf = (source: string, day = '2026-11-22', host = 'some.example') =>
  ruleCardOf({ source: sourceName.parse(source), host, community: null }, day);
const given: AutoPostCase = {
  threshold: 95,
  confidence: 95,
  host: 'some.example',
  card: cardOf('mastodon'),
  suggestionKind: 'draft',
  account: { canPost: true, host: 'some.example' },
  budget: promotionBudget([], null, cardOf('mastodon'), new Date('2026-11-22')),
  isPromotion: true,
  unapproved: null,
};
const blockedBy = (change: Partial<AutoPostCase>) => autoPostBlockedBy({ ...given, ...change });
const spent = { ...given.budget, promotionAllowed: false };

it('sends where the card, the threshold, the account and the budget allow it', () => {
  expect(blockedBy({})).toBeNull();
  expect(blockedBy({ budget: spent, isPromotion: false })).toBeNull();
  expect(blockedBy({ card: banning, isPromotion: false })).toBeNull();
});

const place = 'some.example';
const about = 'https://some.example/about';
const banning = { ...given.card, rules: [{ text: 'Be kind. No advertising.', source: about }] };
const held: [Partial<AutoPostCase>, HoldReason][] = [
  [
    { card: cardOf('hacker-news', '2026-11-22', 'news.ycombinator.com') },
    { code: 'not-automated', place: 'Hacker News' },
  ],
  [{ card: cardOf('discourse') }, { code: 'rules-unknown', place }],
  [{ card: cardOf('stack-exchange') }, { code: 'read-only', place: 'Stack Exchange' }],
  [
    { card: cardOf('mastodon', '2999-01-01') },
    { code: 'rules-outdated', place, readOn: cardOf('mastodon').readOn },
  ],
  [{ suggestionKind: 'briefing' }, { code: 'no-model' }],
  [{ card: banning }, { code: 'promotion-banned', place, rule: 'No advertising.' }],
  [{ confidence: 94 }, { code: 'unsure', confidence: 94, threshold: 95 }],
  [{ account: null }, { code: 'no-account', place }],
  [{ account: { canPost: false, host: place } }, { code: 'account-unusable', place }],
  [{ account: { canPost: true, host: 'home.example' } }, { code: 'other-server', host: 'home.example' }],
  [{ unapproved: 'It is free forever.' }, { code: 'unapproved', sentence: 'It is free forever.' }],
  [{ budget: { ...given.budget, repliesLeftToday: 0 } }, { code: 'day-used-up', place }],
  [{ budget: spent }, { code: 'promotions-used-up', place }],
];

it.each(held)('leaves the reply to its owner for %o', (change, because) => {
  expect(blockedBy(change)).toEqual(because);
});

it('leaves a whole place to its owner where no model writes replies', () => {
  const { card, account, host } = given;
  expect(placeBlockedBy({ card, account, host, hasModel: true })).toBeNull();
  expect(placeBlockedBy({ card, account, host, hasModel: false })).toEqual({ code: 'no-model' });
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
