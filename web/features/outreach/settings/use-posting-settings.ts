import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { type Campaign, changeCampaign } from '#shared/contracts/campaigns.ts';
import { message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { readRefusal } from '#web/api/failure-message.ts';
import { draftKey } from '#web/drafts/draft-key.ts';
import { useDraft } from '#web/drafts/use-draft.ts';
import { useKeepCampaign } from '#web/features/outreach/campaigns/use-pausing.ts';
import { showToast } from '#web/ui/overlays/toast.ts';

const postingDraft = z.object({ posting: z.object({ autoPost: z.boolean(), threshold: z.string() }) });
/** The threshold as it is typed. */
export type PostingDraft = z.infer<typeof postingDraft>['posting'];

/** Unsaved changes of one campaign: choosing another campaign or leaving loses nothing. */
export function usePostingDraft(userId: string, campaign: Campaign) {
  const { draft, save } = useDraft(draftKey(userId, `posting ${campaign.id}`), postingDraft);
  return {
    draft: draft?.posting ?? savedOf(campaign),
    change: (posting: PostingDraft) => save(isSaved(posting, campaign) ? null : { posting }),
    clear: () => save(null),
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
