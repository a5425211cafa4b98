import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ruleCardOf } from './places/rule-cards.ts';
import { budgetSentences, type EarlierReply, promotionBudget } from './promotion-budget.ts';

const now = new Date('2031-05-20T12:00:00Z');
const card = ruleCardOf({ source: 'lemmy', host: 'lemmy.world', community: null }, '2026-11-22');
const hour = 60 * 60 * 1000;
const reply = (hoursAgo: number, isPromotion: boolean, community: string | null = 'a'): EarlierReply => ({
  repliedAt: new Date(now.getTime() - hoursAgo * hour),
  isPromotion,
  community,
});
const budgetOf = (history: EarlierReply[], community: string | null = 'a') =>
  promotionBudget(history, community, card, now);
const sentencesOf = (history: EarlierReply[]) => budgetSentences(budgetOf(history).figures);

describe('the promotion budget', () => {
  it('lets the first reply name the product', () => {
    const budget = budgetOf([]);
    expect(budget).toMatchObject({ promotionAllowed: true, repliesLeftToday: 3 });
    expect(sentencesOf([])).toEqual([
      'Last 24 hours on lemmy.world: 0 of 3 replies used, so 3 left.',
      'You have posted 0 replies on lemmy.world in 30 days: 0 helped without naming your product, 0 named it. One may name it at first, and one more for every 3 that only help: that makes 1, so one more may name it.',
      'One reply in 7 days may name your product in a: none did, so it is free.',
    ]);
  });

  it('asks for three that only help before the next that names it, and says the sum', () => {
    const promoted = reply(200, true, 'b');
    const helpful = [reply(30, false), reply(60, false), reply(90, false)];
    expect(sentencesOf([promoted, ...helpful])[1]).toBe(
      'You have posted 4 replies on lemmy.world in 30 days: 3 helped without naming your product, 1 named it. One may name it at first, and one more for every 3 that only help: that makes 2, so one more may name it.',
    );
    const short = [promoted, ...helpful.slice(1)];
    expect(budgetOf(short).promotionAllowed).toBe(false);
    expect(sentencesOf(short)[1]).toBe(
      'You have posted 3 replies on lemmy.world in 30 days: 2 helped without naming your product, 1 named it. One may name it at first, and one more for every 3 that only help: that makes 1, so the next may name it after 1 more that only help.',
    );
  });

  it('allows one promotion of a community in seven days, and another community meanwhile', () => {
    const history = [reply(100, true, 'A '), ...[30, 31, 32].map((hours) => reply(hours, false))];
    expect(budgetOf(history)).toMatchObject({ promotionAllowed: false });
    expect(sentencesOf(history)[2]).toContain('1 did, so it is free again in 3 days');
    expect(budgetOf(history, 'b').promotionAllowed).toBe(true);
    const old = [reply(24 * 7, true), ...history.slice(1)];
    expect(budgetOf(old).promotionAllowed).toBe(true);
  });

  it('takes a host without communities as one', () => {
    const history = [reply(30, true, null), ...[31, 32, 33].map((hours) => reply(hours, false, null))];
    expect(budgetOf(history, null).promotionAllowed).toBe(false);
  });

  it('ends after the replies of a day, whatever they say', () => {
    const budget = budgetOf([1, 2, 23].map((hours) => reply(hours, false)));
    expect(budget).toMatchObject({ promotionAllowed: false, repliesLeftToday: 0 });
    expect(budgetOf([1, 2, 24].map((hours) => reply(hours, false))).repliesLeftToday).toBe(1);
  });

  it('is smaller under an expired card', () => {
    const expired = ruleCardOf({ source: 'lemmy', host: 'lemmy.world', community: null }, '2999-01-01');
    expect(promotionBudget([reply(1, false)], 'a', expired, now).repliesLeftToday).toBe(0);
  });

  const histories = fc.array(
    fc.record({
      hours: fc.integer({ min: 0, max: 24 * 40 }),
      isPromotion: fc.boolean(),
      community: fc.constantFrom('a', 'b', null),
    }),
    { maxLength: 30 },
  );

  it('holds three to one, the day and the week for every history', () => {
    fc.assert(
      fc.property(histories, fc.constantFrom('a', 'b', null), (given, community) => {
        const history = given.map(({ hours, isPromotion, community }) =>
          reply(hours, isPromotion, community),
        );
        const budget = budgetOf(history, community);
        const month = given.filter(({ hours }) => hours < 24 * 30);
        const named = month.filter(({ isPromotion }) => isPromotion).length;
        const today = given.filter(({ hours }) => hours < 24).length;
        expect(budget.repliesLeftToday).toBe(Math.max(0, 3 - today));
        if (!budget.promotionAllowed) return;
        expect(named).toBeLessThanOrEqual(Math.floor((month.length - named) / 3));
        expect(
          month.some((each) => each.isPromotion && each.community === community && each.hours < 24 * 7),
        ).toBe(false);
      }),
    );
  });

  it('says after how many helpful replies the next may name it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 5 }), (helpful, named) => {
        const replies = (count: number, isPromotion: boolean) =>
          Array.from({ length: count }, (_, place) => reply(200 + place, isPromotion, 'b'));
        const history = [...replies(helpful, false), ...replies(named, true)];
        const missing = Number(sentencesOf(history)[1]?.match(/after (\d+) more/)?.[1] ?? 0);
        expect(budgetOf([...history, ...replies(missing, false)]).promotionAllowed).toBe(true);
        if (missing > 0)
          expect(budgetOf([...history, ...replies(missing - 1, false)]).promotionAllowed).toBe(false);
      }),
    );
  });
});
