import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { type Job, markJobSeen } from '#shared/contracts/support-requests/support-requests.ts';
import {
  answerJob,
  type JobThread,
  readJob,
  type SupportMessage,
  solveJob,
} from '#shared/contracts/support-requests/support-threads.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { readFailure } from '#web/api/failure-message.ts';
import { requestKey } from '#web/features/support-requests/request-key.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import type { WrittenMessage } from './MessageForm.tsx';

const refreshMs = 30_000;

/** The caller's request with its thread; null when there is none in this account. Reads itself again. */
export function useRequest(userId: string, requestId: string) {
  return useQuery({
    queryKey: requestKey(userId, requestId),
    queryFn: ({ signal }) => orNoRequest(call(readJob, { params: { id: requestId }, signal })),
    refetchInterval: refreshMs,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

/** Sends the customer's answer and shows the thread that has it. */
export function useAnswering(userId: string, requestId: string) {
  const { show, refetch } = useShownThread(requestKey(userId, requestId));
  const params = { id: requestId };
  const solve = useMutation({
    mutationFn: async () => show(await call(solveJob, { params })),
    onError: (error) => showToast(readFailure(error, 'inbox_failed').notice),
  });
  const post = async ({ id, text, attachmentIds }: WrittenMessage): Promise<JobThread> =>
    show(await call(answerJob, { params, body: { id, text, attachmentIds } }));
  return { post, solve, refetch };
}

/**
 * Ids of the messages that were new when they were shown, until the page is left. They count as seen once the page is
 * in sight.
 */
export function useFreshMessages({ id, messages, newMessages }: JobThread, onSeen: (job: Job) => void) {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const [isSeen, setSeen] = useState(isInSight);
  useEffect(() => {
    const look = () => setSeen(isInSight());
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  const unseen = newMessages > 0 ? messages.filter(isFromAgent).slice(-newMessages) : [];
  if (unseen.some((message) => !fresh.has(message.id)))
    setFresh(new Set([...fresh, ...unseen.map((message) => message.id)]));
  const newest = unseen.at(-1)?.id;
  const seen = useEffectEvent(onSeen);
  useEffect(() => {
    if (!newest || !isSeen) return;
    call(markJobSeen, { params: { id }, body: { messageId: newest } }).then(
      (job) => seen(job),
      // The mark stays; the next visit tries again.
      () => {},
    );
  }, [id, newest, isSeen]);
  return fresh;
}

const isInSight = () => document.visibilityState === 'visible';
const isFromAgent = ({ kind }: SupportMessage) => kind === 'reply' || kind === 'question';

/** Shows a thread as a response had it. */
export function useShownThread(queryKey: string[]) {
  const client = useQueryClient();
  return {
    async show<Thread>(thread: Thread): Promise<Thread> {
      // A thread that was asked for before would come without the change.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, thread);
      return thread;
    },
    refetch: () => void client.invalidateQueries({ queryKey }),
  };
}

/** The request, or null where the server says that there is none; another 404 says nothing of it. */
export async function orNoRequest<Thread>(
  reading: Promise<Thread>,
  codes: ApiError['code'][] = ['job_not_found'],
): Promise<Thread | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ApiError && codes.includes(error.code)) return null;
    throw error;
  }
}
