import type { Campaign } from '#shared/contracts/campaigns.ts';

/** How many conversations there are and how they stand, in one line. */
export function countWords(campaigns: Campaign[]): string {
  const total = sum(campaigns.map(({ conversations }) => conversations.total));
  if (total === 0) return 'Conversations that your campaigns found, and what became of them.';
  const awaiting = sum(campaigns.map(({ conversations }) => conversations.awaitingReview));
  const posted = sum(campaigns.map(({ conversations }) => conversations.posted));
  const wait = awaiting === 1 ? 'waits' : 'wait';
  return `${awaiting.toLocaleString()} ${wait} for your review · ${posted.toLocaleString()} posted · ${total.toLocaleString()} in all`;
}

function sum(counts: number[]): number {
  return counts.reduce((all, count) => all + count, 0);
}
