import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sourceName } from '#shared/contracts/conversation-sources.ts';
import { type AutoPostCase, findAutoPostHold, findPlaceHold } from './auto-post.ts';
import { ruleCardOf } from './places/rule-cards.ts';

const cardOf = (source: string, day = '2026-11-22', host = 'some.example') =>
  ruleCardOf({ source: sourceName.parse(source), host, community: null }, day);
const given: AutoPostCase = {
  autoPost: true,
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
const holdOf = (change: Partial<AutoPostCase>) => findAutoPostHold({ ...given, ...change });

describe('automated posting', () => {
  it('sends where the card, the threshold, the account and the budget allow it', () => {
    expect(holdOf({})).toBeNull();
    const spent = { ...given.budget, promotionAllowed: false };
    expect(holdOf({ budget: spent, isPromotion: false })).toBeNull();
  });

  it('leaves the reply to its owner and says why', () => {
    const hackerNews = ruleCardOf(
      { source: 'hacker-news', host: 'news.ycombinator.com', community: null },
      '2026-11-22',
    );
    expect(holdOf({ autoPost: false })).toBe('Automated posting is off for this campaign.');
    expect(holdOf({ card: hackerNews })).toBe(
      'Automated posting is not allowed on Hacker News, so this reply is left for you.',
    );
    expect(holdOf({ card: cardOf('discourse') })).toBe(
      "We don't know the rules of some.example, so this reply is left for you.",
    );
    expect(holdOf({ card: cardOf('stack-exchange') })).toContain('for reading');
    expect(holdOf({ card: cardOf('mastodon', '2999-01-01') })).toContain('too long ago');
    expect(holdOf({ suggestionKind: 'briefing' })).toBe(
      'Without a model there are only outlines, so this reply is left for you.',
    );
    expect(holdOf({ confidence: 94 })).toBe('Its confidence of 94 is below your threshold of 95.');
    expect(holdOf({ account: null })).toBe('No account on some.example is linked.');
    expect(holdOf({ account: { canPost: false, host: 'some.example' } })).toContain('can not post');
    expect(holdOf({ account: { canPost: true, host: 'home.example' } })).toBe(
      'Your account is on home.example, and nothing is sent to other servers without you.',
    );
    expect(holdOf({ unapproved: 'It is free forever.' })).toBe(
      'You have not approved this sentence before: “It is free forever.” Read it first.',
    );
    expect(holdOf({ budget: { ...given.budget, repliesLeftToday: 0 } })).toContain('used up');
    expect(holdOf({ budget: { ...given.budget, promotionAllowed: false } })).toContain('promotion budget');
  });

  it('leaves a whole place to its owner where no model writes replies', () => {
    const { card, account, host } = given;
    expect(findPlaceHold({ card, account, host, hasModel: true })).toBeNull();
    expect(findPlaceHold({ card, account, host, hasModel: false })).toBe(
      'Without a model there are only outlines, so replies there are left for you.',
    );
  });

  it('never sends where a card forbids it, whatever else holds', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...sourceName.options),
        fc.constantFrom('2026-11-22', '2999-01-01'),
        fc.integer({ min: 0, max: 100 }),
        (source, day, confidence) => {
          const card = cardOf(source, day);
          const hold = holdOf({ card, confidence, threshold: 50 });
          if (hold === null) expect(card).toMatchObject({ automatedPosting: true, expired: false });
          expect(hold === null && confidence < 50).toBe(false);
        },
      ),
    );
  });
});
