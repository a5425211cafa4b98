import type { Plan, User } from '#shared/contracts/account.ts';

/** The account's record of the requests made so far, as on the wire. */
export type RequestAllowance = Pick<
  User,
  'plan' | 'lastFreeRequestTimestamp' | 'proRequestsThisMonth' | 'extraRequests'
>;

/** The counters after one more request; those that it leaves alone are as they were. */
export type RequestCounters = Omit<RequestAllowance, 'plan'>;

export type RequestRefusal =
  | { code: 'request_limit_free'; params: { n: number } }
  | { code: 'request_limit_pro'; params: Record<string, never> };

/** Allowance of one more request, or its refusal. */
export type CountedRequest =
  | { refusal: null; countedAs: 'free' | 'pro' | 'developer' | 'extra'; counters: RequestCounters }
  | { refusal: RequestRefusal };

/** One request in this time on the free plan: thirty days (specification 9). */
export const freeWindowMs = 2_592_000_000;
/** Requests of one calendar month, in UTC, on the pro plan. */
export const proRequestsAllowed = 10;

const dayMs = 86_400_000;

/**
 * Checks if a user may make one more request at `now`, epoch milliseconds, and names the allowance it uses up. The
 * plan's own comes first, then a request given back for a breached SLA (specification 5 and 9). The free plan opens
 * again at exactly thirty days; the refusal's `n` are whole days, rounded up.
 */
export function countRequest(user: RequestAllowance, now: number): CountedRequest {
  const { plan, lastFreeRequestTimestamp, proRequestsThisMonth, extraRequests = 0 } = user;
  const counters = { lastFreeRequestTimestamp, proRequestsThisMonth, extraRequests };
  const refusal = ownRefusal(user, now);
  if (refusal && extraRequests === 0) return { refusal };
  if (refusal)
    return { refusal: null, countedAs: 'extra', counters: { ...counters, extraRequests: extraRequests - 1 } };
  if (plan === 'free')
    return { refusal: null, countedAs: 'free', counters: { ...counters, lastFreeRequestTimestamp: now } };
  if (plan === 'developer') return { refusal: null, countedAs: 'developer', counters };
  const month = { monthYear: monthOf(now), count: proRequestsMade(user, now) + 1 };
  return { refusal: null, countedAs: 'pro', counters: { ...counters, proRequestsThisMonth: month } };
}

/** Requests made on the pro plan in the month of `now`. */
export function proRequestsMade({ proRequestsThisMonth }: RequestAllowance, now: number): number {
  return proRequestsThisMonth?.monthYear === monthOf(now) ? proRequestsThisMonth.count : 0;
}

/** Most issues in one request; Infinity where there is no limit. */
export function issuesAllowed(plan: Plan): number {
  return { free: 1, pro: 5, developer: Number.POSITIVE_INFINITY }[plan];
}

/** Working hours within which a plan's first answer is due. */
export function slaHours(plan: Plan): number {
  return { free: 48, pro: 24, developer: 4 }[plan];
}

function ownRefusal(user: RequestAllowance, now: number): RequestRefusal | null {
  if (user.plan === 'developer') return null;
  if (user.plan === 'pro') {
    if (proRequestsMade(user, now) < proRequestsAllowed) return null;
    return { code: 'request_limit_pro', params: {} };
  }
  const sinceLast = now - (user.lastFreeRequestTimestamp ?? Number.NEGATIVE_INFINITY);
  // Negative after a clock was set back; the wait is never longer than the window.
  const waitMs = freeWindowMs - Math.max(0, sinceLast);
  if (waitMs <= 0) return null;
  return { code: 'request_limit_free', params: { n: Math.ceil(waitMs / dayMs) } };
}

/** 'YYYY-MM' in UTC. */
function monthOf(now: number): string {
  return new Date(now).toISOString().slice(0, 7);
}
