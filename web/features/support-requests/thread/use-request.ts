import { useQuery, useQueryClient } from '@tanstack/react-query';
import { answerJob, type JobThread, readJob } from '#shared/contracts/support-requests.ts';
import { call } from '#web/api/call.ts';
import { orNoRequest } from './or-no-request.ts';

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
  const client = useQueryClient();
  const key = requestKey(userId, requestId);
  return {
    async post(written: { id: string; text: string }): Promise<JobThread> {
      const thread = await call(answerJob, { params: { id: requestId }, body: written });
      // A thread that was asked for before would come without the answer.
      await client.cancelQueries({ queryKey: key });
      client.setQueryData(key, thread);
      return thread;
    },
    refetch: () => void client.invalidateQueries({ queryKey: key }),
  };
}

/** Query key to invalidate when the request was changed. */
export const requestKey = (userId: string, requestId: string) => ['support-request', userId, requestId];
