import type { RequestCounters } from '#shared/rules/support/request-limits.ts';
import type { users } from './tables.ts';

type CounterColumns = Pick<
  typeof users.$inferSelect,
  'lastFreeRequestAt' | 'proMonth' | 'proMonthRequests' | 'extraRequests'
>;

/** Counters of a user's support requests, as the API returns them. */
export function readCounters(row: CounterColumns): RequestCounters {
  const { lastFreeRequestAt, proMonth, proMonthRequests, extraRequests } = row;
  return {
    ...(lastFreeRequestAt && { lastFreeRequestTimestamp: lastFreeRequestAt.getTime() }),
    ...(proMonth !== null &&
      proMonthRequests > 0 && { proRequestsThisMonth: { monthYear: proMonth, count: proMonthRequests } }),
    ...(extraRequests > 0 && { extraRequests }),
  };
}

/** The same as it is stored. */
export function counterColumns(counters: RequestCounters): CounterColumns {
  const { lastFreeRequestTimestamp, proRequestsThisMonth, extraRequests = 0 } = counters;
  return {
    lastFreeRequestAt: lastFreeRequestTimestamp === undefined ? null : new Date(lastFreeRequestTimestamp),
    proMonth: proRequestsThisMonth?.monthYear ?? null,
    proMonthRequests: proRequestsThisMonth?.count ?? 0,
    extraRequests,
  };
}
