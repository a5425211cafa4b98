import { useEffect, useRef, useState } from 'react';
import {
  type FoundOpportunities,
  findOpportunities,
  type SearchProgress,
  searchProgress,
} from '#shared/contracts/opportunities.ts';
import { message } from '#shared/messages/catalogue.ts';
import { type ServerSentEvent, streamEvents } from '#web/api/stream.ts';
import { readToken } from '#web/identity/token.ts';
import { dismissError, showToast } from '#web/ui/overlays/toast.ts';
import type { ProductQuery } from './check-product.ts';
import { describeFailure, type OutreachFailure } from './outreach-failure.ts';

/** Progress of a running search. */
export type RunningSearch = { sources: SearchProgress[]; isRanking: boolean };

/** Result of a search, with its exact query. */
export type FinishedSearch = { query: ProductQuery; found: FoundOpportunities };

export type OpportunitySearch = ReturnType<typeof useSearch>;

/** Asks the sources for conversations; `onFound` gets what came of it. */
export function useSearch(userId: string, onFound: (finished: FinishedSearch) => void) {
  const [running, setRunning] = useState<RunningSearch | null>(null);
  const [failure, setFailure] = useState<OutreachFailure | null>(null);
  const [wasStopped, setWasStopped] = useState(false);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  /** Gives why it came to nothing, if it failed. */
  async function find(query: ProductQuery): Promise<OutreachFailure | null> {
    if (controller.current) return null;
    const current = new AbortController();
    controller.current = current;
    setFailure(null);
    setWasStopped(false);
    setRunning({ sources: [], isRanking: false });
    try {
      return await ask(query, current.signal);
    } finally {
      controller.current = null;
      setRunning(null);
    }
  }

  async function ask(query: ProductQuery, signal: AbortSignal): Promise<OutreachFailure | null> {
    // A provider that can't be reached is not a signed-out founder: the call itself will say what is wrong.
    const token = await readToken().catch(() => undefined);
    if (token === null) showToast(message('campaign_sign_in'));
    if (token === null) return null;
    showToast(message('search_starting'));
    const outcome = await searchOpportunities(userId, query, {
      signal,
      onProgress: (progress) => setRunning((run) => run && withProgress(run, progress)),
      onRanking: () => setRunning((run) => run && { ...run, isRanking: true }),
    });
    finish(query, outcome);
    return outcome.kind === 'failed' ? outcome.failure : null;
  }

  function finish(query: ProductQuery, outcome: SearchOutcome) {
    setWasStopped(outcome.kind === 'stopped');
    if (outcome.kind === 'failed') {
      setFailure(outcome.failure);
      showToast(outcome.failure.notice);
    }
    if (outcome.kind !== 'found') return;
    dismissError();
    if (outcome.found.opportunities.length > 0) showToast(message('opportunities_found'));
    onFound({ query, found: outcome.found });
  }

  return { running, failure, wasStopped, find, stop: () => controller.current?.abort() };
}

/** Each host is once, in the order in which they were asked. */
function withProgress({ sources, isRanking }: RunningSearch, progress: SearchProgress): RunningSearch {
  const isSame = ({ source, host }: SearchProgress) => source === progress.source && host === progress.host;
  const isThere = sources.some(isSame);
  return {
    isRanking,
    sources: isThere ? sources.map((known) => (isSame(known) ? progress : known)) : [...sources, progress],
  };
}

type SearchOutcome =
  | { kind: 'found'; found: FoundOpportunities }
  | { kind: 'failed'; failure: OutreachFailure }
  | { kind: 'stopped' };

type SearchWatch = {
  signal: AbortSignal;
  onProgress: (progress: SearchProgress) => void;
  /** Every source is done: what they gave is being ranked. */
  onRanking: () => void;
};

/** Asks for opportunities; every way it can end is in the outcome, nothing is thrown. */
async function searchOpportunities(
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
