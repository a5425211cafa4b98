import { type FormEvent, useRef, useState } from 'react';
import { type Campaign, thresholdBounds } from '#shared/contracts/campaigns.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { Refused } from './Refused.tsx';
import { isSaved, type PostingDraft, useSavePosting } from './use-posting-settings.ts';

const { least, most } = thresholdBounds;

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
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || isReadOnly) return;
    if (input.current?.validity.valid) return save(draft);
    setError(`Enter a whole number from ${least} to ${most}.`);
    input.current?.focus();
  }
  function undo() {
    setError(undefined);
    onForget();
  }
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
      <Switch
        label="Enable automated posting"
        help="Off: nothing is sent before you approve it. On: only where a place allows it, as listed below."
        checked={draft.autoPost}
        disabled={isReadOnly || busy}
        onChange={(event) => onChange({ ...draft, autoPost: event.target.checked })}
      />
      <Field
        label="Confidence Threshold"
        help={`From ${least} to ${most}. A reply whose conversation is less surely about your problem waits for you.`}
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
          readOnly={isReadOnly || busy}
          value={draft.threshold}
          onChange={(event) => {
            setError(undefined);
            onChange({ ...draft, threshold: event.target.value });
          }}
          className="max-w-32 tabular-nums"
        />
      </Field>
      {failure ? <Refused what="Not saved." reason={failure} /> : null}
      {isReadOnly ? null : <SaveRow isChanged={!isSaved(draft, campaign)} busy={busy} onUndo={undo} />}
    </form>
  );
}

type SaveRowProps = { isChanged: boolean; busy: boolean; onUndo: () => void };

function SaveRow({ isChanged, busy, onUndo }: SaveRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button type="submit" variant="primary" busy={busy} busyText="Saving...">
        Save Settings
      </Button>
      {isChanged && !busy ? (
        <>
          <Button variant="quiet" onClick={onUndo}>
            Undo changes
          </Button>
          <span className="text-meta text-soft">Not saved yet.</span>
        </>
      ) : null}
    </div>
  );
}
