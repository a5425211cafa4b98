import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Campaign, type CampaignChange, changeCampaign } from '#shared/contracts/campaigns.ts';
import { message } from '#shared/messages/catalogue.ts';
import { readForums } from '#shared/rules/forum-addresses.ts';
import { call } from '#web/api/call.ts';
import { readRefusal } from '#web/api/failure-message.ts';
import { useKeptText } from '#web/features/outreach/history/use-kept-text.ts';
import { draftKey } from '#web/identity/drafts.ts';
import { showToast } from '#web/ui/toast.ts';
import { type CampaignFields, type FieldErrors, findFieldErrors, splitList } from './campaign-fields.ts';
import { useKeepCampaign } from './use-pausing.ts';

type Reactions = {
  onSaved: () => void;
  /** What is to be changed first, by field. */
  onErrors: (errors: FieldErrors) => void;
};

/** Changes a campaign's keywords and forums; what is typed stays in this browser until the server has taken it. */
export function useCampaignForm(userId: string, campaign: Campaign, { onSaved, onErrors }: Reactions) {
  const { fields, changed, ...kept } = useKeptFields(userId, campaign);
  const isChanged = Object.keys(changed).length > 0;
  const [wasChanged] = useState(isChanged);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string>();
  const keep = useKeepCampaign(userId);
  const { mutate, isPending } = useMutation({
    networkMode: 'always',
    scope: { id: `campaign ${campaign.id}` },
    mutationFn: (body: CampaignChange) => call(changeCampaign, { params: { id: campaign.id }, body }),
    async onSuccess(saved) {
      await keep(saved);
      kept.clear();
      showToast(message('campaign_changed'));
      onSaved();
    },
    onError(error) {
      const { code, reason, told } = readRefusal(error, 'campaign_change_failed');
      if (code === 'forum_not_allowed') return showErrors({ forums: reason });
      setFailure(reason);
      showToast(told);
    },
  });

  function showErrors(found: FieldErrors) {
    setErrors(found);
    onErrors(found);
  }

  function change(typed: Partial<CampaignFields>) {
    kept.change(typed);
    setErrors({});
  }

  return {
    ...fields,
    errors,
    failure,
    busy: isPending,
    isChanged,
    /** What stands in the form was typed before it was opened. */
    isResumed: wasChanged && isChanged,
    change,
    /** What is saved stands in the form again. */
    undo: () => change(kept.saved),
    /** Sends what was changed here; the rest may have been changed elsewhere. */
    submit() {
      const found = findFieldErrors(fields);
      setFailure(undefined);
      showErrors(found);
      if (Object.keys(found).length === 0) mutate(changed);
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
  const changed: CampaignChange = {
    ...(keywords.text === saved.keywords ? {} : { keywords: splitList(keywords.text) }),
    ...(forums.text === saved.forums ? {} : { forums: readForums(forums.text) }),
  };
  return {
    saved,
    fields: { keywords: keywords.text, forums: forums.text },
    changed,
    change(typed: Partial<CampaignFields>) {
      if (typed.keywords !== undefined) keywords.change(typed.keywords);
      if (typed.forums !== undefined) forums.change(typed.forums);
    },
    clear() {
      keywords.clear();
      forums.clear();
    },
  };
}
