import { useQuery } from '@tanstack/react-query';
import { readGuidance } from '#shared/contracts/conversations.ts';
import { call } from '#web/api/call.ts';
import { outreachKey } from '#web/features/outreach/outreach-key.ts';

/** What to know before writing; asked anew each time, because each reply changes what is left. */
export function useGuidance(userId: string, conversationId: string) {
  return useQuery({
    queryKey: [...outreachKey(userId), 'guidance', conversationId],
    queryFn: ({ signal }) => call(readGuidance, { params: { id: conversationId }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}
