import * as z from 'zod/mini';
import { draftKey } from '#web/drafts/draft-key.ts';
import { readDraft } from '#web/drafts/draft-store.ts';
import { useDraft } from '#web/drafts/use-draft.ts';

/** A text, as a document of its own; `keptAs` titles it where its owner is asked about it before signing out. */
const textDraft = z.object({ document: z.object({ content: z.string(), keptAs: z.optional(z.string()) }) });

/** Unsent text of one field. The proposal is shown as long as nothing else is typed. */
export function useDraftText(key: string, proposal: string) {
  const { draft, isStored, save } = useDraft(key, textDraft);
  return {
    text: draft?.document.content ?? proposal,
    /** False where the browser did not store it: it goes when what shows it goes. */
    isStored,
    change: (typed: string) =>
      save(typed === proposal ? null : { document: { content: typed, keptAs: draftTitle(key) } }),
    /** It has arrived. */
    clear: () => save(null),
  };
}

export function readDraftText(key: string): string | null {
  return readDraft(key, textDraft)?.document.content ?? null;
}

/** Storage key of a reply that is being written. */
export function replyKey(userId: string, conversationId: string): string {
  return draftKey(userId, `reply ${conversationId}`);
}

/** Storage key of the address of a reply posted by hand. */
export function addressKey(userId: string, conversationId: string): string {
  return draftKey(userId, `reply address ${conversationId}`);
}

function draftTitle(key: string): string {
  const [, form = ''] = /:(reply address|reply|keywords|forums) [^:]*$/.exec(key) ?? [];
  return titles[form] ?? 'Text';
}

const titles: Record<string, string> = {
  reply: 'A reply that was not approved',
  'reply address': 'The address of a reply',
  keywords: 'Keywords of a campaign',
  forums: 'Forums of a campaign',
};
