import type { LeftOutReason, SourceReport } from '#shared/contracts/conversation-sources.ts';
import type { Opportunity } from '#shared/contracts/opportunities.ts';
import { isLinkable } from '#shared/rules/outreach/places/source-labels.ts';
import { ageLabel } from '#web/features/outreach/age-labels.ts';
import { outcomeLabels } from '#web/features/outreach/outcome-labels.ts';

/** How a reply gets there. */
export function replyWayLabel({ reply_way, source }: Pick<Opportunity, 'reply_way' | 'source'>): string {
  if (reply_way === 'none')
    return 'For reading only: a reply about your product is not welcome there. It is left out unless you tick it.';
  if (reply_way === 'account')
    return 'Sent from your linked account once you approve it; without one you post it yourself.';
  return isLinkable(source)
    ? 'You post the reply yourself. With a linked account we find it there; without one you tell us its address.'
    : 'You post the reply yourself and tell us its address.';
}

const leftOutLabels: Record<LeftOutReason, string> = {
  'off-topic': 'about something else',
  'too-old': 'older than 14 days',
  duplicate: 'nearly the same as another post',
  known: 'already in one of your campaigns',
  own: 'about your own product, or from you',
  dead: 'deleted or hidden by now',
  locked: 'closed to replies',
  hiring: 'offering or seeking work',
  promotional: 'promoting something themselves',
  crisis: 'from somebody in distress, who needs no product',
  'no-self-promotion': 'where mentioning your product is not welcome',
};

/** "12 older than 14 days". */
export function leftOutLine({ reason, count }: { reason: LeftOutReason; count: number }): string {
  return `${count.toLocaleString()} ${leftOutLabels[reason] ?? reason}`;
}

type Ended = Pick<SourceReport, 'outcome'>;

/** True when a place was asked at all: one that lacks an address or an account was not. */
export function wasAsked({ outcome }: Ended): boolean {
  return outcome !== 'not-configured';
}

export function hasAnswered({ outcome }: Ended): boolean {
  return outcome === 'answered' || outcome === 'cached';
}

/** Result of one host's request; null while it is under way. */
export function outcomeLine(report: SourceReport | null): string {
  if (!report) return 'asking';
  const { outcome, found } = report;
  if (!wasAsked(report)) return 'not asked';
  const words = (outcomeLabels[outcome] ?? outcome).toLowerCase();
  const posts = found === 1 ? '1 post' : `${found.toLocaleString()} posts`;
  if (hasAnswered(report)) return `${words}, ${posts}`;
  if (found === 0) return words;
  return outcome === 'failed' ? `${words}, ${posts} before that` : `${words}, ${posts} so far`;
}

/** A label for a confidence of 0 to 100, which explains the number. */
export function certainty(confidence: number): string {
  if (confidence >= 90) return 'close match';
  if (confidence >= 70) return 'match';
  return 'loose match';
}

/** "3 days ago": from `at`, ISO 8601, to `now`, epoch milliseconds. */
export function postAge(at: string, now: number): string {
  if (now - Date.parse(at) < 60_000) return 'just now';
  const age = ageLabel(at, now);
  return age === null ? 'age not known' : `${age} ago`;
}
