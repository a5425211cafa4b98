import type { Subscription } from '#server/integrations/payments/port.ts';
import { monthsAfter } from '#shared/rules/months.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** When to ask the provider again about something it should have told of itself: the older, the more seldom. */
export function nextAsk(since: Date, now: Date): Date {
  return later(since, now, 5 * minute);
}

/**
 * A subscription is asked about when its period is over; while its payment is being tried again, or never came, every
 * six hours; and, as its invoice is a draft at first, some hours after each period began that is not known to be paid.
 */
export function nextSubscriptionAsk(
  { state, currentPeriodEnd }: Pick<Subscription, 'state' | 'currentPeriodEnd'>,
  lastPaidAt: Date | null,
  now: Date,
): Date {
  if (state === 'ended') return currentPeriodEnd;
  const atEnd = currentPeriodEnd > now ? currentPeriodEnd : nextAsk(currentPeriodEnd, now);
  if (state !== 'active') return earlier(atEnd, new Date(now.getTime() + 6 * hour));
  const began = monthsAfter(currentPeriodEnd, -1);
  // Clocks differ, and nobody pays a day before a period begins.
  const isPaid = lastPaidAt !== null && lastPaidAt.getTime() > began.getTime() - day;
  return isPaid ? atEnd : earlier(atEnd, later(began, now, 3 * hour));
}

/** When to ask about a subscription again of which nothing could be heard. */
export function nextTry(currentPeriodEnd: Date, now: Date): Date {
  return currentPeriodEnd > now ? new Date(now.getTime() + hour) : nextAsk(currentPeriodEnd, now);
}

const watched = 28 * day;

/** A payment is read again daily for four weeks, then never, unless something was taken back: that may change for long. */
export function nextPaymentAsk(
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
