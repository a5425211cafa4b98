import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  answerLinkedThread,
  type LinkedThread,
  readLinkedThread,
} from '#shared/contracts/support-requests.ts';
import type { MessageCode } from '#shared/messages/catalogue.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';

const refreshMs = 60_000;

// A link that was cut or written by hand is not even a request.
const unknownCodes: (MessageCode | null)[] = ['thread_link_invalid', 'job_not_found', 'body_invalid'];

/** The thread that a mail's link leads to; null when it leads to none. Reading it changes nothing. */
export function useLinkedThread(token: string) {
  return useQuery({
    queryKey: threadKey(token),
    queryFn: ({ signal }) => readThread(token, signal),
    refetchInterval: refreshMs,
    refetchOnWindowFocus: 'always',
  });
}

/** Sends the answer and shows the thread that has it. */
export function useLinkedAnswering(token: string) {
  const client = useQueryClient();
  const key = threadKey(token);
  return {
    async post(written: { id: string; text: string }): Promise<LinkedThread> {
      const thread = await call(answerLinkedThread, { body: { token, ...written } });
      await client.cancelQueries({ queryKey: key });
      client.setQueryData(key, thread);
      return thread;
    },
    readAnew: () => void client.invalidateQueries({ queryKey: key }),
  };
}

async function readThread(token: string, signal: AbortSignal): Promise<LinkedThread | null> {
  if (token === '') return null;
  try {
    return await call(readLinkedThread, { body: { token }, signal });
  } catch (error) {
    if (error instanceof ApiError && unknownCodes.includes(error.code)) return null;
    throw error;
  }
}

const threadKey = (token: string) => ['linked-support-thread', token];
