import type { Plan } from '#shared/contracts/account.ts';
import type { PaidPlan, PaymentReceipt } from '#shared/contracts/billing.ts';
import { monthsAfter } from '#shared/rules/billing/months.ts';

/** Facts of a payment for the plan rule; amounts in the currency's smallest unit. */
export type PaidFact = {
  plan: PaidPlan;
  subscriptionId: string | null;
  amount: number;
  refundedAmount: number;
  /** True while a dispute keeps the money, also after it was lost. */
  disputed: boolean;
  paidAt: Date;
};

type SubscriptionFact = { id: string; state: 'active' | 'past_due' | 'waiting' | 'ended' };

/** How long a plan goes on after the last paid period while the provider tries the card again. */
export const graceDays = 30;
const day = 86_400_000;

/**
 * The plan derived from payments and subscriptions: developer while a subscription runs and its newest
 * payment counts, else pro while one pro payment counts, else free (design 7.9).
 */
export function derivePlan(payments: PaidFact[], subscriptions: SubscriptionFact[], now: Date): Plan {
  const runs = subscriptions.some((subscription) => withheldBy(payments, subscription, now) === null);
  if (runs) return 'developer';
  return hasPro(payments) ? 'pro' : 'free';
}

/** True while one pro payment counts. */
export function hasPro(payments: PaidFact[]): boolean {
  return payments.some((payment) => payment.plan === 'pro' && isPaid(payment));
}

/** Why a subscription gives no plan; null for one that does. */
export function withheldBy(
  payments: PaidFact[],
  { id, state }: SubscriptionFact,
  now: Date,
): 'ended' | 'unpaid' | 'taken-back' | 'overdue' | null {
  if (state === 'ended') return 'ended';
  const newest = newestPayment(payments.filter((payment) => payment.subscriptionId === id));
  if (state === 'waiting' || !newest) return 'unpaid';
  if (!isPaid(newest)) return 'taken-back';
  const graceEnd = monthsAfter(newest.paidAt, 1).getTime() + graceDays * day;
  return state === 'past_due' && now.getTime() > graceEnd ? 'overdue' : null;
}

/** A partly refunded payment is still paid. */
export function paymentState({
  amount,
  refundedAmount,
  disputed,
}: Pick<PaidFact, 'amount' | 'refundedAmount' | 'disputed'>): PaymentReceipt['state'] {
  if (refundedAmount > 0 && refundedAmount >= amount) return 'refunded';
  return disputed ? 'disputed' : 'paid';
}

function isPaid(payment: PaidFact): boolean {
  return paymentState(payment) === 'paid';
}

/** The payment of the period. A free one within a month of a real one does not count. */
function newestPayment(payments: PaidFact[]): PaidFact | undefined {
  const sorted = payments.toSorted((a, b) => b.paidAt.getTime() - a.paidAt.getTime());
  const [newest] = sorted;
  const real = sorted.find(({ amount }) => amount > 0);
  if (!newest || !real) return newest;
  const isNextPeriod = newest.paidAt.getTime() >= monthsAfter(real.paidAt, 1).getTime() - day;
  return isNextPeriod ? newest : real;
}
