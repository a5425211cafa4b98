import { describe, expect, it } from 'vitest';
import { derivePlan, hasPro, type PaidFact, paymentState } from './plan-rule.ts';

const pro: PaidFact = {
  plan: 'pro',
  subscriptionId: null,
  amount: 2900,
  refundedAmount: 0,
  disputed: false,
  paidAt: new Date('2026-11-01'),
};
const month: PaidFact = { ...pro, plan: 'developer', subscriptionId: 'sub', amount: 9900 };
const now = new Date('2026-11-15');
const running = { id: 'sub', state: 'active' as const };

describe('the plan', () => {
  it.each([
    ['free without a payment', [], [], 'free'],
    ['pro with a pro payment', [pro], [], 'pro'],
    ['developer while a paid subscription runs', [month], [running], 'developer'],
    ['developer whatever else was bought', [pro, month], [running], 'developer'],
    [
      'developer while the card is tried again',
      [month],
      [{ ...running, state: 'past_due' as const }],
      'developer',
    ],
    ['pro again when the subscription ends', [pro, month], [{ ...running, state: 'ended' as const }], 'pro'],
    ['free when the subscription ends', [month], [{ ...running, state: 'ended' as const }], 'free'],
    ['free while a subscription has not been paid', [], [running], 'free'],
    ['not raised by the payment of another subscription', [month], [{ ...running, id: 'other' }], 'free'],
    [
      'raised by any subscription that runs',
      [month],
      [{ id: 'old', state: 'ended' as const }, running],
      'developer',
    ],
    [
      'developer in the thirtieth day after what was paid',
      [{ ...month, paidAt: new Date('2026-09-16') }],
      [{ ...running, state: 'past_due' as const }],
      'developer',
    ],
    [
      'free when the card has failed for longer',
      [{ ...month, paidAt: new Date('2026-09-14') }],
      [{ ...running, state: 'past_due' as const }],
      'free',
    ],
    ['free while a subscription waits', [month], [{ ...running, state: 'waiting' as const }], 'free'],
    [
      'not given back by an invoice of nothing in a month that was refunded',
      [
        { ...month, refundedAmount: 9900 },
        { ...month, amount: 0, paidAt: new Date('2026-11-10') },
      ],
      [running],
      'free',
    ],
    [
      'kept by a later month that costs nothing',
      [
        { ...month, paidAt: new Date('2026-10-01') },
        { ...month, amount: 0 },
      ],
      [running],
      'developer',
    ],
    ['free when the payment is refunded whole', [{ ...pro, refundedAmount: 2900 }], [], 'free'],
    ['kept when a part is refunded', [{ ...pro, refundedAmount: 2899 }], [], 'pro'],
    ['pro while one of two payments counts', [{ ...pro, refundedAmount: 2900 }, pro], [], 'pro'],
    ['free while the payment is disputed', [{ ...pro, disputed: true }], [], 'free'],
    ['taken by a refund of the newest month', [{ ...month, refundedAmount: 9900 }], [running], 'free'],
    ['given for nothing when there was nothing to pay', [{ ...pro, amount: 0 }], [], 'pro'],
  ])('is %s', (_case, payments, subscriptions, plan) => {
    expect(derivePlan(payments, subscriptions, now)).toBe(plan);
  });

  it('depends on the newest month alone, in whatever order the payments are known', () => {
    const older = { ...month, paidAt: new Date('2026-10-01') };
    const refunded = { ...month, refundedAmount: 9900 };
    expect(derivePlan([older, refunded], [running], now)).toBe('free');
    expect(derivePlan([refunded, older], [running], now)).toBe('free');
    expect(derivePlan([{ ...older, refundedAmount: 9900 }, month], [running], now)).toBe('developer');
  });
});

describe('a payment', () => {
  it('that is refunded whole is refunded, also while it is disputed', () => {
    expect(paymentState({ ...pro, refundedAmount: 2900, disputed: true })).toBe('refunded');
    expect(paymentState({ ...pro, refundedAmount: 100, disputed: true })).toBe('disputed');
    expect(paymentState({ ...pro, refundedAmount: 100 })).toBe('paid');
  });

  it('of a subscription buys no pro', () => {
    expect([hasPro([month]), hasPro([month, pro])]).toEqual([false, true]);
  });
});
