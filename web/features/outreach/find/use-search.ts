import { useMutation } from '@tanstack/react-query';
import type { EventSourceMessage } from 'eventsource-parser';
import { useEffect, useRef, useState } from 'react';
import { type Campaign, startCampaign } from '#shared/contracts/outreach/campaigns.ts';
import { type Conversation, listConversations } from '#shared/contracts/outreach/conversations.ts';
import {
  type FoundOpportunities,
  findOpportunities,
  type Opportunity,
  type SearchProgress,
  searchProgress,
} from '#shared/contracts/outreach/opportunities.ts';
import { pageLimit } from '#shared/contracts/paging.ts';
import { message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { newId } from '#web/api/new-id.ts';
import { streamEvents } from '#web/api/stream.ts';
import { readToken } from '#web/identity/token.ts';
import { dismissError, showToast } from '#web/ui/overlays/toast.ts';
import { describeFailure, type FindFailure } from './find-failure.tsx';
import type { ProductQuery } from './ProductForm.tsx';

/** Progress of a running search. */
export type RunningSearch = { sources: SearchProgress[]; isRanking: boolean };

/** Result of a search, with its exact query. */
export type FinishedSearch = { query: ProductQuery; found: FoundOpportunities };

export type OpportunitySearch = ReturnType<typeof useSearch>;

/** Searches for conversations, one search at a time. */
export function useSearch(userId: string, onFound: (finished: FinishedSearch) => void) {
  const [running, setRunning] = useState<RunningSearch | null>(null);
  const [failure, setFailure] = useState<FindFailure | null>(null);
  const [wasStopped, setWasStopped] = useState(false);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  /** @returns why it failed, if it did. */
  async function find(query: ProductQuery): Promise<FindFailure | null> {
    if (controller.current) return null;
    const current = new AbortController();
    controller.current = current;
    setFailure(null);
    setWasStopped(false);
    setRunning({ sources: [], isRanking: false });
    try {
      if (await checkSignedIn()) await search(query, current.signal);
      return null;
    } catch (error) {
      setWasStopped(current.signal.aborted);
      if (current.signal.aborted) return null;
      const described = describeFailure(error, 'search_failed');
      setFailure(described);
      showToast(described.notice);
      return described;
    } finally {
      controller.current = null;
      setRunning(null);
    }
  }

  async function search(query: ProductQuery, signal: AbortSignal): Promise<void> {
    const { product, forums } = query;
    showToast(message('search_starting'));
    const body = { userId, ...product, ...(forums.length > 0 ? { forums } : {}) };
    const onEvent = (event: EventSourceMessage) => setRunning((run) => run && withEvent(run, event));
    const found = await streamEvents(
      findOpportunities,
      { body, signal },
      { onEvent, interrupted: 'search_failed' },
    );
    signal.throwIfAborted();
    dismissError();
    if (found.opportunities.length > 0) showToast(message('opportunities_found'));
    onFound({ query, found });
  }

  return { running, failure, wasStopped, find, stop: () => controller.current?.abort() };
}

/** Each host once, in the order of the requests. Events that this version does not know change nothing. */
function withEvent(run: RunningSearch, { event, data }: EventSourceMessage): RunningSearch {
  if (event === 'ranking') return { ...run, isRanking: true };
  const progress = event === 'source' ? searchProgress.safeParse(JSON.parse(data)).data : undefined;
  if (!progress) return run;
  const { sources, isRanking } = run;
  const isSame = ({ source, host }: SearchProgress) => source === progress.source && host === progress.host;
  const isThere = sources.some(isSame);
  return {
    isRanking,
    sources: isThere ? sources.map((known) => (isSame(known) ? progress : known)) : [...sources, progress],
  };
}

type StartOptions = {
  userId: string;
  trailId: string | undefined;
  /** `toAnswer` is the conversation whose reply comes first, where one was named. */
  onStarted: (campaign: Campaign, toAnswer: Conversation | undefined) => void;
};

type StartGiven = ProductQuery & { chosen: Opportunity[]; answered: Opportunity | undefined };

export type CampaignStart = ReturnType<typeof useStart>;

/** Starts a campaign with the chosen opportunities (specification 5 and 8, Campaign). */
export function useStart({ userId, trailId, onStarted }: StartOptions) {
  const keyOf = useRequestKey();
  const isRunning = useRef(false);
  const { mutate, isPending, error } = useMutation({
    async mutationFn({ product, forums, chosen, answered }: StartGiven) {
      if (!(await checkSignedIn())) return null;
      showToast(message('campaign_starting', { n: chosen.length }));
      const body = {
        userId,
        product,
        // The server has the rest of what it found.
        opportunities: chosen.map(({ id, link }) => ({ id, link })),
        ...(forums.length > 0 ? { forums } : {}),
        ...(trailId === undefined ? {} : { trailId }),
      };
      const { campaign } = await call(startCampaign, { body, headers: { 'Idempotency-Key': keyOf(body) } });
      return { campaign, toAnswer: answered && (await findToAnswer(campaign, answered)) };
    },
    onSuccess(started) {
      if (!started) return;
      const { campaign, toAnswer } = started;
      showToast(message(campaign.autoPost ? 'campaign_started' : 'campaign_started_by_hand'));
      onStarted(campaign, toAnswer);
    },
    onError: (problem) => showToast(describeFailure(problem, 'campaign_start_failed').notice),
    onSettled() {
      isRunning.current = false;
    },
  });
  return {
    isStarting: isPending,
    failure: error && describeFailure(error, 'campaign_start_failed'),
    /** `answered`, which is then among the chosen, has its reply written first. */
    start(query: ProductQuery, chosen: Opportunity[], answered?: Opportunity) {
      if (isRunning.current) return;
      if (chosen.length === 0) return showToast(message('no_opportunities'));
      isRunning.current = true;
      mutate({ ...query, chosen, answered });
    },
  };
}

/** The stored conversation of a found one. The campaign has started, whether it can be read or not. */
async function findToAnswer({ id }: Campaign, { link }: Opportunity): Promise<Conversation | undefined> {
  const query = { campaign: id, status: 'AWAITING_REVIEW' as const, limit: pageLimit };
  const waiting = await call(listConversations, { query }).catch(() => []);
  return waiting.find(({ postUrl }) => postUrl === link);
}

/** One key for one body, however often it is sent: a lost response must not make two campaigns. */
function useRequestKey(): (body: object) => string {
  const last = useRef({ body: '', key: '' });
  return (body) => {
    const text = JSON.stringify(body);
    if (last.current.body !== text) last.current = { body: text, key: newId() };
    return last.current.key;
  };
}

/** False, with a toast, without an account. With an unreachable provider the call itself says what is wrong. */
async function checkSignedIn(): Promise<boolean> {
  const token = await readToken().catch(() => undefined);
  if (token === null) showToast(message('campaign_sign_in'));
  return token !== null;
}
