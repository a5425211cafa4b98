import type { FormEvent } from 'react';
import { type Campaign, thresholdBounds } from '#shared/contracts/campaigns.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { Refused } from './Refused.tsx';
import { isSaved, type PostingDraft, useSavePosting } from './use-posting-settings.ts';

type PostingFormProps = {
  userId: string;
  campaign: Campaign;
  draft: PostingDraft;
  isReadOnly: boolean;
  onChange: (draft: PostingDraft) => void;
  /** What is saved stands in the form again. */
  onForget: () => void;
};

/** Whether a campaign posts by itself, and from which confidence on; the input's own bounds hold (specification 5). */
export function PostingForm(props: PostingFormProps) {
  const { userId, campaign, draft, isReadOnly, onChange, onForget } = props;
  const { save, busy, failure } = useSavePosting(userId, campaign, onForget);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!busy) save(draft);
  }
  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-4">
      <Switch
        label="Enable automated posting"
        help="Off: nothing is sent before you approve it. On: only where a place allows it, as listed below."
        checked={draft.autoPost}
        disabled={isReadOnly || busy}
        onChange={(event) => onChange({ ...draft, autoPost: event.target.checked })}
      />
      <Field
        label="Confidence Threshold"
        help={`From ${thresholdBounds.least} to ${thresholdBounds.most}. A reply whose conversation is less surely about your problem waits for you.`}
        required
      >
        <TextInput
          type="number"
          inputMode="numeric"
          min={thresholdBounds.least}
          max={thresholdBounds.most}
          step={1}
          readOnly={isReadOnly || busy}
          value={draft.threshold}
          onChange={(event) => onChange({ ...draft, threshold: event.target.value })}
          className="max-w-32 tabular-nums"
        />
      </Field>
      {failure ? <Refused what="Not saved." reason={failure} /> : null}
      {isReadOnly ? null : (
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" variant="primary" busy={busy} busyText="Saving...">
            Save Settings
          </Button>
          {isSaved(draft, campaign) || busy ? null : (
            <>
              <Button variant="quiet" onClick={onForget}>
                Undo changes
              </Button>
              <span className="text-meta text-soft">Not saved yet.</span>
            </>
          )}
        </div>
      )}
    </form>
  );
}
