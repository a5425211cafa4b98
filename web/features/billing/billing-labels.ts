import type { Billing, PaymentReceipt } from '#shared/contracts/billing.ts';
import { planNames, prices } from '#shared/rules/billing/plans.ts';

/** An amount of the currency's smallest unit, as the reader's own place writes it. */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat(undefined, { style: 'currency', currency });
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  return format.format(amount / 10 ** digits);
}

/** A day as the reader's own place writes it. */
export function day(at: string): string {
  return new Date(at).toLocaleDateString(undefined, { dateStyle: 'long' });
}

/** The name of the plan that is left when the subscription ends. */
export function planAfterwards({ hasPro }: Pick<Billing, 'hasPro'>): string {
  return planNames[hasPro ? 'pro' : 'free'];
}

/** Price of a month of the subscription: the last payment's, or the plan's before any is known. */
export function renewalPrice({ receipts }: Pick<Billing, 'receipts'>): string {
  const paid = receipts.filter(({ plan, elsewhere }) => plan === 'developer' && !elsewhere);
  const [newest] = paid.sort((one, other) => Date.parse(other.paidAt) - Date.parse(one.paidAt));
  return newest ? money(newest.amount, newest.currency) : money(prices.developer.dollars * 100, 'USD');
}

type ReceiptStatus = { word: string; tone: 'good' | 'neutral' | 'warn' };

export function receiptStatus({ state, currency, refundedAmount, elsewhere }: PaymentReceipt): ReceiptStatus {
  if (elsewhere)
    return {
      word: `${elsewhere === 'test' ? 'Test payment' : 'Real payment'}, does not count here`,
      tone: 'neutral',
    };
  if (state === 'disputed') return { word: 'Disputed', tone: 'warn' };
  if (state === 'refunded') return { word: 'Refunded', tone: 'neutral' };
  if (refundedAmount === 0) return { word: 'Paid', tone: 'good' };
  return { word: `Partly refunded: ${money(refundedAmount, currency)}`, tone: 'neutral' };
}
