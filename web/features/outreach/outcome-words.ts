import type { SourceReport } from '#shared/contracts/conversation-sources.ts';

/** What a source did when it was asked, in a few words. */
export const outcomeWords: Record<SourceReport['outcome'], string> = {
  answered: 'Answered',
  cached: 'Asked a short while ago',
  waiting: 'Waiting',
  failed: 'Failed',
  'not-configured': 'Not configured',
};
