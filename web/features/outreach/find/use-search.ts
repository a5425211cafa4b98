import { useEffect, useRef, useState } from 'react';
import type { FoundOpportunities, SearchProgress } from '#shared/contracts/opportunities.ts';
import { message } from '#shared/messages/catalogue.ts';
import { readToken } from '#web/identity/token.ts';
import { dismissError, showToast } from '#web/ui/toast.ts';
import type { ProductQuery } from './check-product.ts';
import type { OutreachFailure } from './outreach-failure.ts';
import { type SearchOutcome, searchOpportunities } from './search-opportunities.ts';

/** Where a search that is under way stands. */
export type RunningSearch = { sources: SearchProgress[]; isRanking: boolean };

/** What a search found, and what exactly it was asked for. */
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
      showToast(outcome.failure.told);
    }
    if (outcome.kind !== 'found') return;
    dismissError();
    if (outcome.found.opportunities.length > 0) showToast(message('opportunities_found'));
    onFound({ query, found: outcome.found });
  }

  return { running, failure, wasStopped, find, stop: () => controller.current?.abort() };
}

/** Each host stands once, in the order in which they were asked. */
function withProgress({ sources, isRanking }: RunningSearch, progress: SearchProgress): RunningSearch {
  const isSame = ({ source, host }: SearchProgress) => source === progress.source && host === progress.host;
  const isThere = sources.some(isSame);
  return {
    isRanking,
    sources: isThere ? sources.map((known) => (isSame(known) ? progress : known)) : [...sources, progress],
  };
}
