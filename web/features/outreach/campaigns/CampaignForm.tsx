import { type FormEvent, useRef } from 'react';
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
  const form = useCampaignForm(userId, campaign, onClose);
  const { keywords, forums, errors, failure, busy } = form;
  const element = useRef<HTMLFormElement>(null);
  function submit(event: FormEvent) {
    event.preventDefault();
    const found = form.submit();
    if (element.current) focusFirst(element.current, found);
  }
  return (
    <form
      ref={element}
      onSubmit={submit}
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
      {failure ? <NotSent reason={failure} /> : null}
      <FormButtons form={form} onClose={onClose} />
    </form>
  );
}

type FormButtonsProps = { form: ReturnType<typeof useCampaignForm>; onClose: () => void };

/** Cancel keeps what is typed; the way back to what is saved is a button of its own. */
function FormButtons({ form: { busy, isChanged, undo }, onClose }: FormButtonsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" variant="primary" busy={busy} busyText="Saving...">
        Save
      </Button>
      <Button onClick={onClose}>Cancel</Button>
      {isChanged && !busy ? (
        <Button variant="quiet" onClick={undo}>
          Undo changes
        </Button>
      ) : null}
    </div>
  );
}
