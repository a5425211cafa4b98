import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { Campaign } from '#shared/contracts/campaigns.ts';
import { type Conversation, listConversations } from '#shared/contracts/conversations.ts';
import { pageLimit } from '#shared/contracts/paging.ts';
import { call } from '#web/api/call.ts';
import { useCampaigns } from '#web/features/outreach/campaigns/use-campaigns.ts';
import { isOnItsWay, pollMs, takeDue } from './next-poll.ts';
import { applyOptimistic, type OptimisticChanges } from './optimistic.ts';
import {
  conversationsKey,
  type HistoryFilter,
  useConversations,
  withoutRepeats,
} from './use-conversations.ts';
import { useInSight } from './use-in-sight.ts';
import { useInvalidate } from './use-invalidate.ts';
import { useOptimistic } from './use-optimistic.ts';

/** The conversations that pass a filter, kept up with what their owner and the server do to them. */
export function useHistory(userId: string, filter: HistoryFilter) {
  const list = JSON.stringify(filter);
  const conversations = useConversations(userId, filter);
  const { campaigns } = useCampaigns(userId);
  const optimistic = useOptimistic(list);
  const rows = applyOptimistic(withoutRepeats(conversations.data?.pages ?? []), optimistic.all, list);
  const { inSight, watch } = useInSight();
  const { afterChange } = useInvalidate(userId, optimistic);
  useWatch(userId, { rows, inSight }, (news) => {
    optimistic.follow(news);
    // Posted replies change the campaigns' counts.
    if (news.length > 0) void afterChange();
  });
  useNewCounts(campaigns, optimistic.all, () => void conversations.refetch());
  return { list, conversations, campaigns: campaigns ?? [], optimistic, rows, watchRow: watch };
}

/**
 * Has the list read again when the campaigns count other conversations than before, and that was not its owner's doing.
 */
function useNewCounts(
  campaigns: Campaign[] | undefined,
  optimistic: OptimisticChanges,
  onNew: () => void,
): void {
  const counted = campaigns?.map(({ id, conversations }) => ({ id, ...conversations }));
  const total = counted && JSON.stringify(counted.map(({ id, total }) => [id, total]));
  const waiting = counted && JSON.stringify(counted.map(({ id, awaitingReview }) => [id, awaitingReview]));
  const own = ownChanges(optimistic);
  const before = useRef<{ total: string; waiting: string; own: string }>(null);
  const compare = useEffectEvent((now: { total: string; waiting: string }) => {
    const last = before.current;
    before.current = { ...now, own };
    if (!last) return;
    if (last.total !== now.total || (last.waiting !== now.waiting && last.own === own)) onNew();
  });
  useEffect(() => {
    if (total !== undefined && waiting !== undefined) compare({ total, waiting });
  }, [total, waiting]);
}

function ownChanges(optimistic: OptimisticChanges): string {
  const own = Object.values(optimistic).filter(({ byOwner }) => byOwner);
  return own.map(({ known }) => `${known.id} ${known.updatedAt}`).join();
}

type Watched = { rows: Conversation[]; inSight: RefObject<ReadonlySet<string>> };

/**
 * Looks after the conversations in sight that are on their way, each as often as it may change, in one call for all
 * that are due; not at all while the page is hidden.
 */
function useWatch(userId: string, { rows, inSight }: Watched, onNews: (news: Conversation[]) => void): void {
  const lookedAt = useRef(new Map<string, number>());
  const { data } = useQuery({
    queryKey: [...conversationsKey(userId), 'watched'],
    queryFn: ({ signal }) => {
      const seen = rows.filter((row) => inSight.current.has(row.id) && isOnItsWay(row)).slice(0, pageLimit);
      const ids = takeDue(seen, lookedAt.current, Date.now());
      return ids.length === 0 ? [] : call(listConversations, { query: { ids: ids.join(',') }, signal });
    },
    enabled: rows.some(isOnItsWay),
    refetchInterval: pollMs,
    staleTime: 0,
    gcTime: 0,
    // The next look comes soon enough.
    retry: false,
  });
  const tell = useEffectEvent((news: Conversation[]) => {
    const listed = new Map(rows.map((row) => [row.id, row]));
    onNews(news.filter(({ id, updatedAt }) => (listed.get(id)?.updatedAt ?? '') < updatedAt));
  });
  useEffect(() => {
    if (data && data.length > 0) tell(data);
  }, [data]);
}
