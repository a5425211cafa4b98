import { useQueryClient } from '@tanstack/react-query';
import type { Failure } from '#web/api/failure-message.ts';
import { campaignsKey } from '#web/features/outreach/campaigns/use-campaigns.ts';
import { outreachKey } from '#web/features/outreach/outreach-key.ts';
import { conversationsKey } from './use-conversations.ts';
import type { TouchedHere } from './use-touched.ts';

/** What is to be read anew after a change of a conversation, and after one that came too late. */
export function useAftermath(userId: string, touched: TouchedHere) {
  const client = useQueryClient();
  return {
    /** The list in sight stays as it is; lists behind other filters are read anew when they are shown. */
    async afterChange() {
      await client.invalidateQueries({ queryKey: conversationsKey(userId), refetchType: 'none' });
      await client.invalidateQueries({ queryKey: campaignsKey(userId) });
    },
    async afterRefusal(conversationId: string, { code }: Failure) {
      if (code !== 'conversation_moved_on') return;
      touched.forget(conversationId);
      await client.invalidateQueries({ queryKey: outreachKey(userId) });
    },
  };
}
