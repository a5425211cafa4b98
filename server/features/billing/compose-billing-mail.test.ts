import { describe, expect, it } from 'vitest';
import { type BillingMail, composeBillingMail } from './compose-billing-mail.ts';

const row: BillingMail = {
  id: 'receipt:pi_1',
  userId: 'ada',
  kind: 'receipt',
  plan: 'pro',
  paymentId: 'pi_1',
  createdAt: new Date('2026-11-01T10:00:00Z'),
  deliveredAt: null,
  failure: null,
  givenUpAt: null,
  email: 'ada@example.com',
  userPlan: 'pro',
  payment: {
    id: 'pi_1',
    userId: 'ada',
    plan: 'pro',
    origin: 'stripe-live',
    chargedAs: 'pi_1',
    subscriptionId: null,
    amount: 2900,
    currency: 'USD',
    refundedAmount: 0,
    disputed: false,
    paidAt: new Date('2026-11-01T23:30:00Z'),
    receiptUrl: 'https://pay.example/receipt',
  },
};
const real = { siteUrl: 'https://spark.example', supportEmail: 'help@spark.example', isTest: false };
const failed: BillingMail = { ...row, id: 'failed:in_1:2', kind: 'failed', plan: 'developer', payment: null };

describe('a receipt', () => {
  it('says what was paid, when, and where the provider has its own', () => {
    const { to, subject, text, id } = composeBillingMail(row, real);
    expect([to, subject, id]).toEqual([
      'ada@example.com',
      'Receipt for your Pro Plan',
      'billing-receipt-pi_1-1793527200000',
    ]);
    expect(text).toContain('Amount: $29.00 USD');
    expect(text).toContain('1 November 2026 (UTC)');
    expect(text).toContain('https://pay.example/receipt');
    expect(text).toContain('https://spark.example/startup-spark-suite/billing');
    expect(text).not.toContain('test');
  });

  it('counts in what the currency is counted in', () => {
    const yen = row.payment && { ...row.payment, amount: 2900, currency: 'JPY' };
    expect(composeBillingMail({ ...row, payment: yen }, real).text).toContain('¥2,900 JPY');
  });
});

describe('a letter about a payment that failed', () => {
  it('says that the plan stays while it is tried again', () => {
    const { text } = composeBillingMail({ ...failed, userPlan: 'developer' }, real);
    expect(text).toContain('You keep your plan for now');
    expect(text).toContain('You can switch such mails off');
  });

  it('says which plan is left when it does not', () => {
    const { text } = composeBillingMail({ ...failed, userPlan: 'free' }, real);
    expect(text).toContain('Your plan is now: Free Trial.');
    expect(text).not.toContain('You keep');
  });
});
