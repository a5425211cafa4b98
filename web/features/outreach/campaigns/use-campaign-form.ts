import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Campaign, type CampaignChange, changeCampaign } from '#shared/contracts/campaigns.ts';
import { message } from '#shared/messages/catalogue.ts';
import { readForums } from '#shared/rules/forum-addresses.ts';
import { call } from '#web/api/call.ts';
import { useKeptText } from '#web/features/outreach/history/use-kept-text.ts';
import { readRefusal } from '#web/features/outreach/read-refusal.ts';
import { draftKey } from '#web/identity/drafts.ts';
import { showToast } from '#web/ui/toast.ts';
import { type CampaignFields, type FieldErrors, findFieldErrors, splitList } from './campaign-fields.ts';
import { useKeepCampaign } from './use-pausing.ts';

/** Changes a campaign's keywords and forums; what is typed stays in this browser until the server has taken it. */
export function useCampaignForm(userId: string, campaign: Campaign, onSaved: () => void) {
  const { fields, isChanged, ...kept } = useKeptFields(userId, campaign);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string>();
  const keep = useKeepCampaign(userId);
  const { mutate, isPending } = useMutation({
    networkMode: 'always',
    scope: { id: `campaign ${campaign.id}` },
    mutationFn: (body: CampaignChange) => call(changeCampaign, { params: { id: campaign.id }, body }),
    onSuccess(changed) {
      keep(changed);
      kept.clear();
      showToast(message('campaign_changed'));
      onSaved();
    },
    onError(error) {
      const { code, reason, told } = readRefusal(error, 'campaign_change_failed');
      if (code === 'forum_not_allowed') return setErrors({ forums: reason });
      setFailure(reason);
      showToast(told);
    },
  });
  function change(changed: Partial<CampaignFields>) {
    kept.change(changed);
    setErrors({});
  }

  return {
    ...fields,
    errors,
    failure,
    busy: isPending,
    isChanged,
    change,
    /** What is saved stands in the form again. */
    undo: () => change(kept.saved),
    /** Sends them, and gives what is to be changed first. */
    submit(): FieldErrors {
      const found = findFieldErrors(fields);
      setErrors(found);
      setFailure(undefined);
      if (Object.keys(found).length === 0)
        mutate({ keywords: splitList(fields.keywords), forums: readForums(fields.forums) });
      return found;
    },
  };
}

function useKeptFields(userId: string, { id, ...campaign }: Campaign) {
  const saved: CampaignFields = {
    keywords: campaign.keywords.join(', '),
    forums: campaign.forums.join('\n'),
  };
  const keywords = useKeptText(draftKey(userId, `keywords ${id}`), saved.keywords);
  const forums = useKeptText(draftKey(userId, `forums ${id}`), saved.forums);
  return {
    saved,
    fields: { keywords: keywords.text, forums: forums.text },
    isChanged: keywords.text !== saved.keywords || forums.text !== saved.forums,
    change(changed: Partial<CampaignFields>) {
      if (changed.keywords !== undefined) keywords.change(changed.keywords);
      if (changed.forums !== undefined) forums.change(changed.forums);
    },
    clear() {
      keywords.clear();
      forums.clear();
    },
  };
}
