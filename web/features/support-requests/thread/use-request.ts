import { useQuery, useQueryClient } from '@tanstack/react-query';
import { answerJob, type JobThread, readJob } from '#shared/contracts/support-requests.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';

const refreshMs = 30_000;

/** The caller's request with its thread; null when there is none in this account. Reads itself again. */
export function useRequest(userId: string, requestId: string) {
  return useQuery({
    queryKey: requestKey(userId, requestId),
    queryFn: ({ signal }) => orNoRequest(call(readJob, { params: { id: requestId }, signal })),
    refetchInterval: refreshMs,
    refetchOnWindowFocus: 'always',
  });
}

/** Sends the customer's answer and shows the thread that has it. */
export function useAnswering(userId: string, requestId: string) {
  const { show, refetch } = useShownThread(requestKey(userId, requestId));
  const post = async (written: { id: string; text: string }): Promise<JobThread> =>
    show(await call(answerJob, { params: { id: requestId }, body: written }));
  return { post, refetch };
}

/** Query key to invalidate when the request was changed. */
export const requestKey = (userId: string, requestId: string) => ['support-request', userId, requestId];

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
