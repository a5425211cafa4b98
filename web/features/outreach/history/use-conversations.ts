import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type Conversation, listConversations } from '#shared/contracts/outreach/conversations.ts';
import { pageLimit } from '#shared/contracts/paging.ts';
import type { MessageCode } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { type Failure, readRefusal } from '#web/api/failure-message.ts';
import { orNothing } from '#web/api/or-nothing.ts';
import { campaignsKey, outreachKey, useCampaigns } from '#web/features/outreach/campaigns/use-campaigns.ts';
import { showToast } from '#web/ui/overlays/toast.ts';

/** Values of the list's filter; '' lets everything pass. */
export type HistoryFilter = { campaign: string; status: string; source: string; search: string; ids: string };

const pageSize = 20;
const conversationsKey = (userId: string) => [...outreachKey(userId), 'conversations'];

/** The owner's conversations that pass the filter, newest first, a page at a time, and kept up to date. */
export function useConversations(userId: string, filter: HistoryFilter) {
  const list = useInfiniteQuery({
    queryKey: [...conversationsKey(userId), filter],
    queryFn: ({ pageParam, signal }) => {
      const chosen = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
      const query = { ...chosen, limit: pageSize, ...(pageParam === null ? {} : { before: pageParam }) };
      return orNothing<Conversation[]>(call(listConversations, { query, signal }), []);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => {
      const last = page.at(-1);
      return last && page.length === pageSize ? `${last.createdAt}~${last.id}` : null;
    },
    placeholderData: keepPreviousData,
    // A decision under a filter by status stays in sight until the filter changes: it may be undone, or posted.
    refetchOnWindowFocus: filter.status === '' ? 'always' : false,
  });
  const rows = list.data?.pages.flat() ?? [];
  const { campaigns = [], isSuccess } = useCampaigns(userId);
  const total = campaigns.reduce((sum, { conversations }) => sum + conversations.total, 0);
  useRefetchOnNew(isSuccess ? total : undefined, list.refetch);
  usePolling(userId, rows);
  return { ...list, rows, campaigns };
}

/** Refetches the list once the campaigns count more conversations. */
function useRefetchOnNew(total: number | undefined, refetch: () => Promise<unknown>): void {
  const known = useRef(total);
  useEffect(() => {
    if (known.current !== undefined && known.current !== total) void refetch();
    known.current = total;
  }, [total, refetch]);
}

/** Polls the conversations that change without their owner, in one request, while the page is visible. */
function usePolling(userId: string, rows: Conversation[]): void {
  const client = useQueryClient();
  const polled = () => rows.filter((row) => pollDelay(row) !== null).slice(0, pageLimit);
  useQuery({
    queryKey: [...outreachKey(userId), 'polled-conversations'],
    queryFn: async ({ signal }) => {
      const known = new Map(polled().map(({ id, updatedAt }) => [id, updatedAt]));
      if (known.size === 0) return null;
      const read = await call(listConversations, { query: { ids: [...known.keys()].join() }, signal });
      replaceConversations(client, userId, read);
      if (read.some(({ id, updatedAt }) => updatedAt !== known.get(id)))
        void invalidateCounts(client, userId);
      return null;
    },
    enabled: rows.some((row) => pollDelay(row) !== null),
    refetchInterval: () => Math.min(...polled().map((row) => pollDelay(row) ?? minute)),
    // The list was read just now.
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}

const second = 1_000;
const minute = 60 * second;

/** Milliseconds until a conversation may have changed by itself; null where it does not, or no longer. */
function pollDelay({ status, replyFindable, updatedAt }: Conversation): number | null {
  const age = Math.max(0, Date.now() - Date.parse(updatedAt));
  if (status === 'POSTING') return 5 * second;
  if (status === 'APPROVED') return Math.min(5 * minute, Math.max(5 * second, age / 4));
  if (status === 'READY' && replyFindable) {
    if (age < 15 * minute) return minute;
    return age < 3 * 24 * 60 * minute ? 5 * minute : null;
  }
  const isSearchedFor = status === 'UNCONFIRMED';
  return isSearchedFor && age < 90 * minute ? minute : null;
}

type ConversationChange<Variables> = {
  request: (variables: Variables) => Promise<Conversation>;
  /** Message where the server gave none. */
  otherwise: (variables: Variables) => MessageCode;
  /** Refusals that say what to change in the form's field; no toast repeats them. */
  fieldErrors?: ReadonlySet<MessageCode>;
  onChanged?: (changed: Conversation, variables: Variables) => void;
  onFieldError?: () => void;
};

/**
 * Changes a conversation, one change after the other. Every list then shows the server's response; under its filter it
 * stays in place. `error` belongs to the field, `failure` beside it.
 */
export function useConversationChange<Variables = void>(
  userId: string,
  conversationId: string,
  { request, otherwise, fieldErrors, onChanged, onFieldError }: ConversationChange<Variables>,
) {
  const client = useQueryClient();
  const isOfField = ({ code }: Failure) => code !== null && fieldErrors?.has(code) === true;
  const mutation = useMutation({
    scope: { id: `conversation ${conversationId}` },
    mutationFn: request,
    async onSuccess(changed, variables) {
      // A list requested before the change would bring back the earlier state.
      await client.cancelQueries({ queryKey: conversationsKey(userId) });
      replaceConversations(client, userId, [changed]);
      await client.invalidateQueries({ queryKey: conversationsKey(userId), refetchType: 'none' });
      void invalidateCounts(client, userId);
      onChanged?.(changed, variables);
    },
    onError(error, variables) {
      const failure = readRefusal(error, otherwise(variables));
      if (isOfField(failure)) return onFieldError?.();
      showToast(failure.notice);
      // This page shows an outdated state.
      if (failure.code === 'conversation_moved_on')
        void client.invalidateQueries({ queryKey: outreachKey(userId) });
    },
  });
  const failure = mutation.isError ? readRefusal(mutation.error, otherwise(mutation.variables)) : null;
  return {
    ...mutation,
    error: failure && isOfField(failure) ? failure.reason : undefined,
    failure: failure && !isOfField(failure) ? failure.reason : undefined,
  };
}

/** Puts conversations into every cached list that has them, unless it has a later state. */
function replaceConversations(client: QueryClient, userId: string, changed: Conversation[]): void {
  const byId = new Map(changed.map((conversation) => [conversation.id, conversation]));
  const latest = (row: Conversation) => {
    const other = byId.get(row.id);
    return other && other.updatedAt >= row.updatedAt ? other : row;
  };
  client.setQueriesData<InfiniteData<Conversation[]>>(
    { queryKey: conversationsKey(userId) },
    (data) => data && { ...data, pages: data.pages.map((page) => page.map(latest)) },
  );
}

/** Campaigns count their conversations by status. */
function invalidateCounts(client: QueryClient, userId: string): Promise<void> {
  return client.invalidateQueries({ queryKey: campaignsKey(userId) });
}
