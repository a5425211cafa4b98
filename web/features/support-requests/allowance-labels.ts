import type { User } from '#shared/contracts/account.ts';
import type { PublicConfig } from '#shared/contracts/config.ts';
import { message } from '#shared/messages/catalogue.ts';
import { planNames } from '#shared/rules/billing/plans.ts';
import {
  countRequest,
  proRequestsAllowed,
  proRequestsMade,
  slaHours,
} from '#shared/rules/support/request-limits.ts';
import { dayAndTime } from './time.ts';

/** Reason why no request can be made at `now`, epoch milliseconds; null when one can. */
export function limitText(user: User, now: number): string | null {
  const { refusal } = countRequest(user, notBefore(user, now));
  return refusal && message(refusal.code, refusal.params).text;
}

/** Requests left on the plan at `now`. */
export function allowanceLabel(user: User, now: number): string {
  const counted = countRequest(user, notBefore(user, now));
  const { extraRequests: extra = 0 } = user;
  if (counted.refusal) return message(counted.refusal.code, counted.refusal.params).text;
  if (counted.countedAs === 'extra')
    return `Your plan’s requests are used up, but late answers of ours gave you ${extra} back.`;
  return extra === 0 || user.plan === 'developer'
    ? planLabels(user, now)
    : `${planLabels(user, now)} Late answers of ours add ${extra}.`;
}

/** This clock may be behind the server's: a request of the future would make the wait longer than it is. */
function notBefore({ lastFreeRequestTimestamp = 0 }: User, now: number): number {
  return Math.max(now, lastFreeRequestTimestamp);
}

function planLabels(user: User, now: number): string {
  if (user.plan === 'developer') return `The ${planNames.developer} has no limit on requests.`;
  if (user.plan === 'free') return 'You have 1 free request; the next one comes 30 days after it.';
  const left = proRequestsAllowed - proRequestsMade(user, now);
  return `${left} of your ${proRequestsAllowed} requests ${left === 1 ? 'is' : 'are'} left this month.`;
}

/** When the first answer to a request made now is due. Without the configuration no one knows which hours count. */
export function dueLabel(user: User, config: PublicConfig | undefined, now: number): string | null {
  if (!config) return null;
  const hours = slaHours(user.plan);
  if (config.supportHours)
    return `The first answer is due within ${hours} working hours (${config.supportHours}).`;
  const due = new Date(now + hours * 3_600_000).toISOString();
  return `The first answer is due within ${hours} hours: ${dayAndTime(due, now)} at the latest.`;
}
