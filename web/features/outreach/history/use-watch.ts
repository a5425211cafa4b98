import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { type Conversation, listConversations } from '#shared/contracts/conversations.ts';
import { pageLimit } from '#shared/contracts/paging.ts';
import { call } from '#web/api/call.ts';
import { isOnItsWay, lookMs, takeDue } from './due-looks.ts';
import { conversationsKey } from './use-conversations.ts';

type Watched = { rows: Conversation[]; inSight: RefObject<ReadonlySet<string>> };

/**
 * Looks after the conversations in sight that are on their way, each as often as it may change, in one call for all
 * that are due; not at all while the page is hidden.
 */
export function useWatch(
  userId: string,
  { rows, inSight }: Watched,
  onNews: (news: Conversation[]) => void,
): void {
  const lookedAt = useRef(new Map<string, number>());
  const { data } = useQuery({
    queryKey: [...conversationsKey(userId), 'watched'],
    queryFn: ({ signal }) => {
      const seen = rows.filter((row) => inSight.current.has(row.id) && isOnItsWay(row)).slice(0, pageLimit);
      const ids = takeDue(seen, lookedAt.current, Date.now());
      return ids.length === 0 ? [] : call(listConversations, { query: { ids: ids.join(',') }, signal });
    },
    enabled: rows.some(isOnItsWay),
    refetchInterval: lookMs,
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
