import * as z from 'zod/mini';
import { draftKey, readDraft } from '#web/drafts/draft-store.ts';
import { useDraft } from '#web/drafts/use-draft.ts';

/** A text as a document of its own; `keptAs` titles it where its owner is asked about it before signing out. */
const textDraft = z.object({ document: z.object({ content: z.string(), keptAs: z.optional(z.string()) }) });

/** Unsent text of one field. The proposal is shown until something else is typed. */
export function useDraftText(key: string, title: string, proposal: string) {
  const { draft, isStored, save } = useDraft(key, textDraft);
  return {
    text: draft?.document.content ?? proposal,
    /** False where the browser did not store it: it lasts as long as the page. */
    isStored,
    change: (typed: string) =>
      save(typed === proposal ? null : { document: { content: typed, keptAs: title } }),
    clear: () => save(null),
  };
}

/** Storage key of the unsent reply to a conversation. */
export const replyKey = (userId: string, conversationId: string) =>
  draftKey(userId, `reply ${conversationId}`);

export function readReplyDraft(userId: string, conversationId: string): string | null {
  return readDraft(replyKey(userId, conversationId), textDraft)?.document.content ?? null;
}
