import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { type Campaign, changeCampaign } from '#shared/contracts/campaigns.ts';
import { message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { readRefusal } from '#web/api/failure-message.ts';
import { useKeepCampaign } from '#web/features/outreach/campaigns/use-pausing.ts';
import { draftKey } from '#web/identity/drafts.ts';
import { showToast } from '#web/ui/toast.ts';

const postingDraft = z.object({ autoPost: z.boolean(), threshold: z.string() });
/** The threshold as it is typed. */
export type PostingDraft = z.infer<typeof postingDraft>;

/** Unsaved changes by campaign, saved in this browser: choosing another campaign or leaving loses nothing. */
export function usePostingDrafts(userId: string) {
  const [drafts, setDrafts] = useState<Record<string, PostingDraft | null>>({});
  const keyOf = ({ id }: Campaign) => draftKey(userId, `posting ${id}`);

  function put(campaign: Campaign, draft: PostingDraft | null) {
    setDrafts((now) => ({ ...now, [campaign.id]: draft }));
    writeDraft(keyOf(campaign), draft);
  }

  return {
    draftOf(campaign: Campaign): PostingDraft {
      const changed = drafts[campaign.id];
      return (changed === undefined ? readDraft(keyOf(campaign)) : changed) ?? savedOf(campaign);
    },
    keep: (campaign: Campaign, draft: PostingDraft) => put(campaign, isSaved(draft, campaign) ? null : draft),
    forget: (campaign: Campaign) => put(campaign, null),
  };
}

/** True when that is what the server holds. */
export function isSaved(draft: PostingDraft, campaign: Campaign): boolean {
  const { autoPost, threshold } = savedOf(campaign);
  return draft.autoPost === autoPost && draft.threshold === threshold;
}

function savedOf({ autoPost, confidenceThreshold }: Campaign): PostingDraft {
  return { autoPost, threshold: String(confidenceThreshold) };
}

function readDraft(key: string): PostingDraft | null {
  try {
    return postingDraft.safeParse(JSON.parse(localStorage.getItem(key) ?? '{}').posting).data ?? null;
  } catch {
    // Unreadable or switched off: the form begins with what is saved.
    return null;
  }
}

function writeDraft(key: string, posting: PostingDraft | null): void {
  try {
    if (posting === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ posting }));
  } catch {
    // Switched off or full: what is typed lasts as long as the page.
  }
}

/** Saves a campaign's settings on the server; what was chosen stays until it has taken them. */
export function useSavePosting(userId: string, campaign: Campaign, onSaved: () => void) {
  const keep = useKeepCampaign(userId);
  const [failure, setFailure] = useState<string>();
  const { mutate, isPending } = useMutation({
    networkMode: 'always',
    scope: { id: `campaign ${campaign.id}` },
    mutationFn: ({ autoPost, threshold }: PostingDraft) =>
      call(changeCampaign, {
        params: { id: campaign.id },
        body: { autoPost, confidenceThreshold: Number(threshold) },
      }),
    onMutate: () => setFailure(undefined),
    async onSuccess(changed) {
      await keep(changed);
      onSaved();
      showToast(message(changed.autoPost ? 'posting_settings_saved' : 'posting_settings_saved_off'));
    },
    onError(error) {
      const { reason, notice } = readRefusal(error, 'posting_settings_failed');
      setFailure(reason);
      showToast(notice);
    },
  });
  return { save: mutate, busy: isPending, failure };
}
