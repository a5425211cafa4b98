import {
  type FoundOpportunities,
  findOpportunities,
  type SearchProgress,
  searchProgress,
} from '#shared/contracts/opportunities.ts';
import { type ServerSentEvent, streamEvents } from '#web/api/stream.ts';
import type { ProductQuery } from './check-product.ts';
import { describeFailure, type OutreachFailure } from './outreach-failure.ts';

export type SearchOutcome =
  | { kind: 'found'; found: FoundOpportunities }
  | { kind: 'failed'; failure: OutreachFailure }
  | { kind: 'stopped' };

export type SearchWatch = {
  signal: AbortSignal;
  onProgress: (progress: SearchProgress) => void;
  /** Every source is done: what they gave is being ranked. */
  onRanking: () => void;
};

/** Asks for opportunities; every way it can end is in the outcome, nothing is thrown. */
export async function searchOpportunities(
  userId: string,
  { product, forums }: ProductQuery,
  watch: SearchWatch,
): Promise<SearchOutcome> {
  const { signal } = watch;
  const body = { userId, ...product, ...(forums.length > 0 ? { forums } : {}) };
  try {
    const onEvent = (event: ServerSentEvent) => tell(event, watch);
    const found = await streamEvents(
      findOpportunities,
      { body, signal },
      { onEvent, interrupted: 'search_failed' },
    );
    return signal.aborted ? { kind: 'stopped' } : { kind: 'found', found };
  } catch (error) {
    if (signal.aborted) return { kind: 'stopped' };
    return { kind: 'failed', failure: describeFailure(error, 'search_failed') };
  }
}

/** Progress of a shape that this version does not know is passed over: the search itself goes on. */
function tell({ event, data }: ServerSentEvent, { onProgress, onRanking }: SearchWatch): void {
  if (event === 'ranking') onRanking();
  if (event !== 'source') return;
  const read = searchProgress.safeParse(JSON.parse(data)).data;
  if (read) onProgress(read);
}
