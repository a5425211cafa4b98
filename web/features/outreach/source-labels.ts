import type { SourceReason, SourceReport } from '#shared/contracts/outreach/conversation-sources.ts';

/** Label of each result of a source's request. */
export const outcomeLabels: Record<SourceReport['outcome'], string> = {
  answered: 'Answered',
  cached: 'Asked a short while ago',
  waiting: 'Waiting',
  failed: 'Failed',
  'not-configured': 'Not asked',
};

const reasonLabels: Record<SourceReason['code'], string> = {
  'timed-out': 'it did not answer in time',
  busy: 'its limit keeps us from asking now',
  refused: 'it refused to answer',
  unreadable: 'its answer could not be read',
  'too-large': 'its answer was too large',
  unavailable: 'it could not be reached',
  'auth-required': 'it answers only signed-in accounts',
  'forbidden-address': 'it is not at a public address',
  'needs-account': 'needs your Bluesky account: link it in Settings',
  'needs-forum': 'needs the address of a forum',
  'needs-approval': 'needs an approved Reddit app',
};

/** Why a source gave no posts, or only some; '' when all went well. */
export function reasonLabel({ outcome, reason }: Pick<SourceReport, 'outcome' | 'reason'>): string {
  const label = reason ? reasonLabels[reason.code] : undefined;
  if (!reason || !label) return '';
  if (outcome === 'not-configured') return label;
  if (outcome === 'answered' || outcome === 'cached') return `Some of its answers are missing: ${label}.`;
  const until = reason.until ? ` It may be asked again at ${reason.until.slice(11, 16)} UTC.` : '';
  return `${label.charAt(0).toUpperCase()}${label.slice(1)}.${until}`;
}
