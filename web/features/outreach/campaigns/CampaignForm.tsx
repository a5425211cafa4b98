import { useRef } from 'react';
import { type Campaign, keywordLimit } from '#shared/contracts/campaigns.ts';
import { forumLimit } from '#shared/contracts/opportunities.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { focusFirst } from '#web/ui/focus-first.ts';
import { NotSent } from '#web/ui/NotSent.tsx';
import { OptionalLabel } from '#web/ui/OptionalLabel.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { useCampaignForm } from './use-campaign-form.ts';

type CampaignFormProps = { userId: string; campaign: Campaign; onClose: () => void };

/** What a campaign looks for, and which forums of the owner's it asks besides. */
export function CampaignForm({ userId, campaign, onClose }: CampaignFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const form = useCampaignForm(userId, campaign, {
    onSaved: onClose,
    onErrors: (found) => element.current && focusFirst(element.current, found),
  });
  const { keywords, forums, errors, failure, busy } = form;
  return (
    <form
      ref={element}
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
      noValidate
      className="grid grid-cols-1 gap-3 rounded-s bg-muted p-3"
    >
      <Field
        label="Keywords"
        help={`Separated by commas or lines, ${keywordLimit} at most.`}
        error={errors.keywords}
        required
      >
        <TextArea
          name="keywords"
          autoFocus
          rows={3}
          autoGrow
          dir="auto"
          readOnly={busy}
          value={keywords}
          onChange={(event) => form.change({ keywords: event.target.value })}
        />
      </Field>
      <Field
        label={<OptionalLabel>Discourse forums</OptionalLabel>}
        help={`Addresses like forum.example.com, one on each line, ${forumLimit} at most.`}
        error={errors.forums}
      >
        <TextArea
          name="forums"
          rows={2}
          autoGrow
          readOnly={busy}
          value={forums}
          onChange={(event) => form.change({ forums: event.target.value })}
        />
      </Field>
      {form.isResumed ? <ResumedNote /> : null}
      {failure ? <NotSent what="Not saved." reason={failure} /> : null}
      <FormButtons form={form} onClose={onClose} />
    </form>
  );
}

function ResumedNote() {
  return (
    <p className="text-meta text-soft">
      Your changes from before, kept in this browser. They are not saved yet.
    </p>
  );
}

type FormButtonsProps = { form: ReturnType<typeof useCampaignForm>; onClose: () => void };

/** Close keeps what is typed; the way back to what is saved is a button of its own. */
function FormButtons({ form: { busy, isChanged, undo }, onClose }: FormButtonsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" variant="primary" busy={busy} busyText="Saving...">
        Save
      </Button>
      <Button onClick={onClose}>Close</Button>
      {isChanged && !busy ? (
        <Button variant="quiet" onClick={undo}>
          Undo changes
        </Button>
      ) : null}
    </div>
  );
}
