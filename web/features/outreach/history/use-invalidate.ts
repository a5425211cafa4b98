import { useQueryClient } from '@tanstack/react-query';
import type { Failure } from '#web/api/failure-message.ts';
import { campaignsKey } from '#web/features/outreach/campaigns/use-campaigns.ts';
import { outreachKey } from '#web/features/outreach/outreach-key.ts';
import { conversationsKey } from './use-conversations.ts';
import type { OptimisticConversations } from './use-optimistic.ts';

/** Invalidates queries after a change of a conversation, or a refusal that came of an outdated one. */
export function useInvalidate(userId: string, optimistic: OptimisticConversations) {
  const client = useQueryClient();
  return {
    /** The list in sight stays as it is; lists behind other filters are read again when they are shown. */
    async afterChange() {
      await client.invalidateQueries({ queryKey: conversationsKey(userId), refetchType: 'none' });
      await client.invalidateQueries({ queryKey: campaignsKey(userId) });
    },
    async afterRefusal(conversationId: string, { code }: Failure) {
      if (code !== 'conversation_moved_on') return;
      optimistic.discard(conversationId);
      await client.invalidateQueries({ queryKey: outreachKey(userId) });
    },
  };
}
