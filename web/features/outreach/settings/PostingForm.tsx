import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { type Campaign, changeCampaign, thresholdBounds } from '#shared/contracts/outreach/campaigns.ts';
import { message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { useConfig } from '#web/api/config.ts';
import { readRefusal } from '#web/api/failure-message.ts';
import { draftKey } from '#web/drafts/draft-store.ts';
import { useDraft } from '#web/drafts/use-draft.ts';
import { useReplaceCampaign } from '#web/features/outreach/campaigns/use-campaigns.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { Switch } from '#web/ui/controls/Switch.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { NotSent } from '#web/ui/states/NotSent.tsx';

const postingDraft = z.object({
  posting: z.object({
    autoPost: z.boolean(),
    /** As it is typed. */
    threshold: z.string(),
  }),
});
type PostingDraft = z.infer<typeof postingDraft>['posting'];

const { least, most } = thresholdBounds;

type PostingFormProps = { userId: string; campaign: Campaign; isReadOnly: boolean };

/** Switch and threshold of automated posting; the input's own bounds count (specification 5). */
export function PostingForm({ userId, campaign, isReadOnly }: PostingFormProps) {
  const { draft, isChanged, change, clear } = usePostingDraft(userId, campaign);
  const { save, isPending, failure } = useSavePosting(userId, campaign, clear);
  const hasModel = useConfig().data?.ai !== 'embedded';
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isPending || isReadOnly) return;
    if (input.current?.validity.valid) return save(draft);
    setError(`Enter a whole number from ${least} to ${most}.`);
    input.current?.focus();
  }

  function undo() {
    setError(undefined);
    clear();
  }

  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
      <Switch
        label="Enable automated posting"
        help={
          hasModel
            ? 'Sends only where a place allows it.'
            : 'Nothing can be sent: without AI you write each reply.'
        }
        checked={draft.autoPost}
        disabled={isReadOnly || isPending}
        onChange={(event) => change({ ...draft, autoPost: event.target.checked })}
      />
      <Field
        label="Confidence Threshold"
        help={`From ${least} to ${most}. Less sure replies wait for you.`}
        error={error}
        required
      >
        <TextInput
          ref={input}
          type="number"
          inputMode="numeric"
          min={least}
          max={most}
          step={1}
          readOnly={isReadOnly || isPending}
          value={draft.threshold}
          onChange={(event) => {
            setError(undefined);
            change({ ...draft, threshold: event.target.value });
          }}
          className="max-w-32 tabular-nums"
        />
      </Field>
      {failure ? <NotSent what="Not saved." reason={failure} /> : null}
      {isReadOnly ? null : (
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" variant="primary" busy={isPending} busyText="Saving...">
            Save Settings
          </Button>
          {isChanged && !isPending ? (
            <>
              <Button variant="quiet" onClick={undo}>
                Undo changes
              </Button>
              <span className="text-meta text-soft">Not saved yet.</span>
            </>
          ) : null}
        </div>
      )}
    </form>
  );
}

/** Unsaved changes of one campaign: choosing another campaign or leaving the page loses nothing. */
function usePostingDraft(userId: string, { id, autoPost, confidenceThreshold }: Campaign) {
  const { draft, save } = useDraft(draftKey(userId, `posting ${id}`), postingDraft);
  const saved: PostingDraft = { autoPost, threshold: String(confidenceThreshold) };
  const posting = draft?.posting ?? saved;
  const isSaved = (one: PostingDraft) => one.autoPost === saved.autoPost && one.threshold === saved.threshold;
  return {
    draft: posting,
    isChanged: !isSaved(posting),
    change: (next: PostingDraft) => save(isSaved(next) ? null : { posting: next }),
    clear: () => save(null),
  };
}

function useSavePosting(userId: string, campaign: Campaign, onSaved: () => void) {
  const replace = useReplaceCampaign(userId);
  const { mutate, isPending, error } = useMutation({
    scope: { id: `campaign ${campaign.id}` },
    mutationFn: ({ autoPost, threshold }: PostingDraft) =>
      call(changeCampaign, {
        params: { id: campaign.id },
        body: { autoPost, confidenceThreshold: Number(threshold) },
      }),
    async onSuccess(changed) {
      await replace(changed);
      onSaved();
      showToast(message(changed.autoPost ? 'posting_settings_saved' : 'posting_settings_saved_off'));
    },
    onError: (problem) => showToast(readRefusal(problem, 'posting_settings_failed').notice),
  });
  const failure = error && readRefusal(error, 'posting_settings_failed').reason;
  return { save: mutate, isPending, failure };
}
