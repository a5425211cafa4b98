import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import {
  type Campaign,
  type CampaignChange,
  changeCampaign,
  excludedWordLimit,
  keywordLimit,
} from '#shared/contracts/outreach/campaigns.ts';
import { forumLimit } from '#shared/contracts/outreach/opportunities.ts';
import { message } from '#shared/messages/catalogue.ts';
import { readForumHost, readForums } from '#shared/rules/outreach/places/forum-addresses.ts';
import { call } from '#web/api/call.ts';
import { readRefusal } from '#web/api/failure-message.ts';
import { draftKey } from '#web/drafts/draft-store.ts';
import { useDraftText } from '#web/features/outreach/use-draft-text.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { OptionalLabel } from '#web/ui/controls/OptionalLabel.tsx';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { focusFirst } from '#web/ui/overlays/focus-first.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import { NotSent } from '#web/ui/states/NotSent.tsx';
import { outreachKey, useReplaceCampaign } from './use-campaigns.ts';

type CampaignFormProps = { userId: string; campaign: Campaign; onClose: () => void };

/** Form for a campaign's name and what it looks for. Closing it keeps what is typed in this browser. */
export function CampaignForm({ userId, campaign, onClose }: CampaignFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const { name, keywords, forums, excludedWords, change, undo, clear } = useFields(userId, campaign);
  const isChanged = Object.keys(change).length > 0;
  const [wasChanged] = useState(isChanged);
  const [errors, setErrors] = useState<FieldErrors>({});
  const client = useQueryClient();
  const replace = useReplaceCampaign(userId);
  const { mutate, isPending, error } = useMutation({
    scope: { id: `campaign ${campaign.id}` },
    mutationFn: (body: CampaignChange) => call(changeCampaign, { params: { id: campaign.id }, body }),
    async onSuccess(saved) {
      await replace(saved);
      // Conversations carry the product's name.
      void client.invalidateQueries({ queryKey: outreachKey(userId) });
      clear();
      showToast(message('campaign_changed'));
      onClose();
    },
    onError(problem) {
      const { code, reason, notice } = readRefusal(problem, 'campaign_change_failed');
      if (code === 'forum_not_allowed') showErrors({ forums: reason });
      else showToast(notice);
    },
  });
  const failure = error && readRefusal(error, 'campaign_change_failed');

  function showErrors(found: FieldErrors) {
    setErrors(found);
    if (element.current) focusFirst(element.current, found);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = findFieldErrors({
      name: name.text,
      keywords: keywords.text,
      forums: forums.text,
      excludedWords: excludedWords.text,
    });
    showErrors(found);
    // Only what was changed here: the rest may have been changed elsewhere.
    if (Object.keys(found).length === 0) mutate(change);
  }

  const bind = (name: keyof FieldErrors, field: typeof keywords) => ({
    name,
    readOnly: isPending,
    value: field.text,
    onChange(event: { target: { value: string } }) {
      field.change(event.target.value);
      setErrors({});
    },
  });

  return (
    <form
      ref={element}
      onSubmit={submit}
      noValidate
      className="grid grid-cols-1 gap-3 rounded-s bg-muted p-3"
    >
      <Field label="Name" error={errors.name} required>
        <TextInput {...bind('name', name)} autoFocus dir="auto" maxLength={200} />
      </Field>
      <Field
        label="Keywords"
        help={`Commas between them, ${keywordLimit} at most.`}
        error={errors.keywords}
        required
      >
        <TextArea {...bind('keywords', keywords)} rows={3} autoGrow dir="auto" />
      </Field>
      <Field
        label={<OptionalLabel>Words to exclude</OptionalLabel>}
        help="Posts with one of them are not found."
        error={errors.excludedWords}
      >
        <TextArea {...bind('excludedWords', excludedWords)} rows={2} autoGrow dir="auto" />
      </Field>
      <Field
        label={<OptionalLabel>Discourse forums</OptionalLabel>}
        help={`Like forum.example.com, ${forumLimit} at most.`}
        error={errors.forums}
      >
        <TextArea {...bind('forums', forums)} rows={2} autoGrow />
      </Field>
      {wasChanged && isChanged ? (
        <p className="text-meta text-soft">Your changes from before, not saved yet.</p>
      ) : null}
      {failure && failure.code !== 'forum_not_allowed' ? (
        <NotSent what="Not saved." reason={failure.reason} />
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={isPending} busyText="Saving...">
          Save
        </Button>
        <Button onClick={onClose}>Close</Button>
        {isChanged && !isPending ? (
          <Button
            variant="quiet"
            onClick={() => {
              undo();
              setErrors({});
            }}
          >
            Undo changes
          </Button>
        ) : null}
      </div>
    </form>
  );
}

/** Unsent text of both fields, and what it changes in the saved campaign. */
function useFields(userId: string, campaign: Campaign) {
  const saved = {
    name: campaign.product.name,
    keywords: campaign.keywords.join(', '),
    forums: campaign.forums.join('\n'),
    excludedWords: campaign.excludedWords.join(', '),
  };
  const keyOf = (field: string) => draftKey(userId, `${field} ${campaign.id}`);
  const name = useDraftText(keyOf('name'), 'Name of a campaign', saved.name);
  const keywords = useDraftText(keyOf('keywords'), 'Keywords of a campaign', saved.keywords);
  const forums = useDraftText(keyOf('forums'), 'Forums of a campaign', saved.forums);
  const excludedWords = useDraftText(
    keyOf('excluded words'),
    'Words that a campaign excludes',
    saved.excludedWords,
  );
  const change: CampaignChange = {
    ...(name.text === saved.name ? {} : { name: name.text.trim() }),
    ...(keywords.text === saved.keywords ? {} : { keywords: splitList(keywords.text) }),
    ...(forums.text === saved.forums ? {} : { forums: readForums(forums.text) }),
    ...(excludedWords.text === saved.excludedWords ? {} : { excludedWords: splitList(excludedWords.text) }),
  };
  const fields = { name, keywords, forums, excludedWords };
  return {
    ...fields,
    change,
    undo() {
      for (const field of fieldNames) fields[field].change(saved[field]);
    },
    clear() {
      for (const field of fieldNames) fields[field].clear();
    },
  };
}

const fieldNames = ['name', 'keywords', 'forums', 'excludedWords'] as const;
type FieldErrors = Partial<Record<(typeof fieldNames)[number], string>>;

const longestWord = 60;

/** Entries between commas or line ends, each once, ignoring case. */
function splitList(text: string): string[] {
  const parts = text.split(/[,\n]/).map((part) => part.trim());
  const filled = parts.filter((part) => part !== '');
  const seen = filled.map((part) => part.toLowerCase());
  return filled.filter((_, place) => seen.indexOf(seen[place] ?? '') === place);
}

/** Problems that the server would refuse. */
function findFieldErrors(typed: Record<keyof FieldErrors, string>): FieldErrors {
  const keywords = splitList(typed.keywords);
  const found = {
    name: typed.name.trim() === '' ? 'Enter a name.' : null,
    keywords:
      keywords.length === 0
        ? 'At least one keyword is needed.'
        : findWordError(keywords, 'keywords', keywordLimit),
    excludedWords: findWordError(splitList(typed.excludedWords), 'words', excludedWordLimit),
    forums: findForumError(readForums(typed.forums)),
  };
  return Object.fromEntries(Object.entries(found).filter(([, error]) => error !== null));
}

function findWordError(words: string[], name: string, most: number): string | null {
  if (words.length > most) return `There are ${words.length} ${name}; ${most} is the most.`;
  const long = words.find(({ length }) => length > longestWord);
  return long ? `"${long.slice(0, 20)}..." is longer than ${longestWord} characters.` : null;
}

function findForumError(forums: string[]): string | null {
  if (forums.length > forumLimit) return `There are ${forums.length} forums; ${forumLimit} is the most.`;
  const odd = forums.find((forum) => !readForumHost(forum));
  return odd === undefined ? null : message('forum_not_allowed', { forum: odd }).text;
}
