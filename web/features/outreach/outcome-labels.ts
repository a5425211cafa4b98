import type { SourceReport } from '#shared/contracts/conversation-sources.ts';

/** Label of each result of a source's request. */
export const outcomeLabels: Record<SourceReport['outcome'], string> = {
  answered: 'Answered',
  cached: 'Asked a short while ago',
  waiting: 'Waiting',
  failed: 'Failed',
  'not-configured': 'Not configured',
};
