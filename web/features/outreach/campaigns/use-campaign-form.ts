import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Campaign,
  type CampaignChange,
  changeCampaign,
  keywordLimit,
} from '#shared/contracts/campaigns.ts';
import { forumLimit } from '#shared/contracts/opportunities.ts';
import { message } from '#shared/messages/catalogue.ts';
import { readForumHost, readForums } from '#shared/rules/outreach/places/forum-addresses.ts';
import { call } from '#web/api/call.ts';
import { readRefusal } from '#web/api/failure-message.ts';
import { draftKey } from '#web/drafts/draft-key.ts';
import { useDraftText } from '#web/features/outreach/history/use-draft-text.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import { useKeepCampaign } from './use-pausing.ts';

type Reactions = {
  onSaved: () => void;
  /** Problems to correct first, by field. */
  onErrors: (errors: FieldErrors) => void;
};

/** Changes a campaign's keywords and forums; what is typed stays in this browser until the server has taken it. */
export function useCampaignForm(userId: string, campaign: Campaign, { onSaved, onErrors }: Reactions) {
  const { fields, changed, ...kept } = useDraftFields(userId, campaign);
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
      const { code, reason, notice } = readRefusal(error, 'campaign_change_failed');
      if (code === 'forum_not_allowed') return showErrors({ forums: reason });
      setFailure(reason);
      showToast(notice);
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
    /** True when the form's text was typed before it was opened. */
    isResumed: wasChanged && isChanged,
    change,
    /** Puts the saved values into the form again. */
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

function useDraftFields(userId: string, { id, ...campaign }: Campaign) {
  const saved: CampaignFields = {
    keywords: campaign.keywords.join(', '),
    forums: campaign.forums.join('\n'),
  };
  const keywords = useDraftText(draftKey(userId, `keywords ${id}`), saved.keywords);
  const forums = useDraftText(draftKey(userId, `forums ${id}`), saved.forums);
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

type CampaignFields = { keywords: string; forums: string };
type FieldErrors = Partial<Record<keyof CampaignFields, string>>;

const longestKeyword = 60;

/** Entries between commas or line ends, each once, ignoring case. */
function splitList(text: string): string[] {
  const parts = text.split(/[,\n]/).map((part) => part.trim());
  const filled = parts.filter((part) => part !== '');
  const seen = filled.map((part) => part.toLowerCase());
  return filled.filter((_, place) => seen.indexOf(seen[place] ?? '') === place);
}

/** Problems that the server would refuse. */
function findFieldErrors(fields: CampaignFields): FieldErrors {
  const keywords = findKeywordError(splitList(fields.keywords));
  const forums = findForumError(readForums(fields.forums));
  return { ...(keywords ? { keywords } : {}), ...(forums ? { forums } : {}) };
}

function findKeywordError(keywords: string[]): string | null {
  if (keywords.length === 0) return 'At least one keyword is needed.';
  if (keywords.length > keywordLimit)
    return `There are ${keywords.length} keywords; ${keywordLimit} is the most.`;
  const long = keywords.find(({ length }) => length > longestKeyword);
  return long ? `"${long.slice(0, 20)}..." is longer than ${longestKeyword} characters.` : null;
}

function findForumError(forums: string[]): string | null {
  if (forums.length > forumLimit) return `There are ${forums.length} forums; ${forumLimit} is the most.`;
  const odd = forums.find((forum) => !readForumHost(forum));
  return odd === undefined ? null : message('forum_not_allowed', { forum: odd }).text;
}
