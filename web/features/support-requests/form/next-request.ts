import type { User } from '#shared/contracts/account.ts';
import { freeWindowMs } from '#shared/rules/request-limits.ts';

/** From when an account that has reached its limit can send the next request, in the browser's own zone and manner. */
export function nextRequestFrom(user: User, now: number): string | null {
  const at = nextRequestAt(user, now);
  if (at === null) return null;
  // Seconds are not shown: a minute that has begun would be too early.
  const minute = new Date(Math.ceil(at / 60_000) * 60_000);
  return minute.toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' });
}

function nextRequestAt({ plan, lastFreeRequestTimestamp }: User, now: number): number | null {
  if (plan === 'developer') return null;
  if (plan === 'free') return lastFreeRequestTimestamp ? lastFreeRequestTimestamp + freeWindowMs : null;
  // The months of the limit are those of UTC.
  const today = new Date(now);
  return Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1);
}
