import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import {
  assignRequest,
  claimRequest,
  createSavedAnswer,
  deleteSavedAnswer,
  type InboxEntry,
  type InboxQueue,
  type InboxThread,
  listAgents,
  listInbox,
  listSavedAnswers,
  readInboxThread,
  releaseRequest,
  renameSavedAnswer,
  reopenRequest,
  resolveRequest,
  setRequestStatus,
  writeInboxMessage,
} from '#shared/contracts/support-requests/support-inbox.ts';
import type { JobStatus } from '#shared/contracts/support-requests/support-requests.ts';
import { call } from '#web/api/call.ts';
import { readFailure } from '#web/api/failure-message.ts';
import type { WrittenMessage } from '#web/features/support-requests/thread/MessageForm.tsx';
import { orNoRequest, useShownThread } from '#web/features/support-requests/thread/use-request.ts';
import { dismissError, showToast } from '#web/ui/overlays/toast.ts';

type InboxWanted = { queue: InboxQueue; search: string };

const refreshMs = 30_000;

/** One queue, or what is found in all of them, in the server's order, a page at a time; reads itself again. */
export function useInbox(userId: string, { queue, search }: InboxWanted) {
  const list = search ? { search } : { queue };
  return useInfiniteQuery({
    queryKey: [...inboxKey(userId), 'queue', list],
    queryFn: ({ pageParam: after, signal }) =>
      call(listInbox, { query: { ...list, ...(after && { after }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    refetchOnWindowFocus: 'always',
  });
}

/** Each request once: one that moved between two pages is on both. */
export function withoutRepeats(pages: { entries: InboxEntry[] }[]): InboxEntry[] {
  return [...new Map(pages.flatMap(({ entries }) => entries).map((entry) => [entry.id, entry])).values()];
}

const inboxKey = (userId: string) => ['inbox', userId];

export type InboxAction =
  | { name: 'claim' | 'takeOver' | 'release' | 'resolve' | 'reopen' }
  | { name: 'assign'; agentId: string }
  | { name: 'status'; status: JobStatus };

export type MessageKind = 'reply' | 'question' | 'note';

/** One request of the inbox; null when there is none. Reads itself again. */
export function useInboxRequest(userId: string, requestId: string) {
  return useQuery({
    queryKey: threadKey(userId, requestId),
    queryFn: ({ signal }) => orNoRequest(call(readInboxThread, { params: { id: requestId }, signal })),
    refetchInterval: refreshMs,
    refetchOnWindowFocus: 'always',
  });
}

/** An agent's actions on a request. Each response is the request as it is then; a conflict refetches it. */
export function useInboxWork(userId: string, requestId: string) {
  const client = useQueryClient();
  const { show } = useShownThread(threadKey(userId, requestId));
  const refetch = () => void client.invalidateQueries({ queryKey: inboxKey(userId) });

  async function accept(thread: InboxThread): Promise<InboxThread> {
    await show(thread);
    void client.invalidateQueries({ queryKey: [...inboxKey(userId), 'queue'] });
    return thread;
  }

  const action = useMutation({
    mutationFn: async (wanted: InboxAction) => accept(await perform(requestId, wanted)),
    onMutate: dismissError,
    onError(error) {
      showToast(readFailure(error, 'inbox_failed').notice);
      refetch();
    },
  });

  return {
    action,
    refetch,
    write: async (kind: MessageKind, { isSecond: resolve, ...written }: WrittenMessage) =>
      accept(
        await call(writeInboxMessage, {
          params: { id: requestId },
          body: { ...written, kind, resolve },
        }),
      ),
  };
}

/** The agents to whom a request can be given. */
export function useAgents(userId: string) {
  return useQuery({
    queryKey: [...inboxKey(userId), 'agents'],
    queryFn: ({ signal }) => call(listAgents, { signal }),
    staleTime: 60_000,
  });
}

/** The texts that the team uses again, and their changes; a failed change shows a toast. */
export function useSavedAnswers(userId: string) {
  const client = useQueryClient();
  const queryKey = [...inboxKey(userId), 'saved answers'];
  const list = useQuery({ queryKey, queryFn: ({ signal }) => call(listSavedAnswers, { signal }) });
  const change = useMutation({
    mutationFn: async (wanted: SavedAnswerChange) => {
      if (wanted.name === 'create') return call(createSavedAnswer, { body: wanted.answer });
      const params = { id: wanted.id };
      if (wanted.name === 'delete') return call(deleteSavedAnswer, { params });
      return call(renameSavedAnswer, { params, body: { name: wanted.newName } });
    },
    onError: (error) => showToast(readFailure(error, 'inbox_failed').notice),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  return { list, change };
}

type SavedAnswerChange =
  | { name: 'create'; answer: { name: string; text: string } }
  | { name: 'rename'; id: string; newName: string }
  | { name: 'delete'; id: string };

function perform(requestId: string, action: InboxAction): Promise<InboxThread> {
  const params = { id: requestId };
  switch (action.name) {
    case 'claim':
      return call(claimRequest, { params, body: {} });
    case 'takeOver':
      return call(claimRequest, { params, body: { takeOver: true } });
    case 'assign':
      return call(assignRequest, { params, body: { agentId: action.agentId } });
    case 'release':
      return call(releaseRequest, { params });
    case 'resolve':
      return call(resolveRequest, { params });
    case 'reopen':
      return call(reopenRequest, { params });
    case 'status':
      return call(setRequestStatus, { params, body: { status: action.status } });
  }
}

const threadKey = (userId: string, requestId: string) => [...inboxKey(userId), 'request', requestId];
