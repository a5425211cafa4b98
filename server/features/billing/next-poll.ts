import type { Subscription } from '#server/integrations/payments/port.ts';
import { monthsAfter } from '#shared/rules/billing/months.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Next poll of a checkout: the older, the rarer. */
export function nextPollAt(since: Date, now: Date): Date {
  return later(since, now, 5 * minute);
}

/**
 * Polls a subscription when its period ends. Polls every six hours while a payment is retried or missing. Polls some
 * hours after an unpaid period began, because its invoice is a draft at first.
 */
export function nextSubscriptionPollAt(
  { state, currentPeriodEnd }: Pick<Subscription, 'state' | 'currentPeriodEnd'>,
  lastPaidAt: Date | null,
  now: Date,
): Date {
  if (state === 'ended') return currentPeriodEnd;
  const atEnd = currentPeriodEnd > now ? currentPeriodEnd : nextPollAt(currentPeriodEnd, now);
  if (state !== 'active') return earlier(atEnd, new Date(now.getTime() + 6 * hour));
  const began = monthsAfter(currentPeriodEnd, -1);
  // Allow a day for clock differences.
  const isPaid = lastPaidAt !== null && lastPaidAt.getTime() > began.getTime() - day;
  return isPaid ? atEnd : earlier(atEnd, later(began, now, 3 * hour));
}

/** Next poll after a read that failed. */
export function nextRetryAt(currentPeriodEnd: Date, now: Date): Date {
  return currentPeriodEnd > now ? new Date(now.getTime() + hour) : nextPollAt(currentPeriodEnd, now);
}

const watched = 28 * day;

/** Polls a payment daily for four weeks, then only while a refund or dispute may change. */
export function nextPaymentPollAt(
  { paidAt, refundedAmount, disputed }: { paidAt: Date; refundedAmount: number; disputed: boolean },
  now: Date,
): Date | null {
  if (refundedAmount > 0 || disputed) return later(paidAt, now, day);
  return now.getTime() - paidAt.getTime() < watched ? new Date(now.getTime() + day) : null;
}

function later(since: Date, now: Date, atLeast: number): Date {
  return new Date(now.getTime() + Math.max(atLeast, (now.getTime() - since.getTime()) / 4));
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}
