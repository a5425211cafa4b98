import type { ReactNode } from 'react';
import { MaskedPreview } from '#web/features/support-requests/attachments/MaskedPreview.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import type { ButtonVariant } from '#web/ui/controls/button-class.ts';
import { Field } from '#web/ui/controls/Field.tsx';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import { NotSent } from '#web/ui/states/NotSent.tsx';
import type { useMessageForm } from './use-message-form.ts';

type MessageFormProps = {
  form: ReturnType<typeof useMessageForm>;
  label: string;
  help?: ReactNode;
  /** Labels of the button, idle and busy. */
  button: string;
  busyText: string;
  variant?: ButtonVariant;
};

/** The field for one message, with what is masked in it, and why it was not sent. */
export function MessageForm({ form, label, help, button, busyText, variant = 'primary' }: MessageFormProps) {
  const { text, error, failure, busy, change, submit } = form;
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-3">
      <Field label={label} help={help} error={error} required>
        <TextArea
          name="text"
          value={text}
          // Text typed while sending would vanish.
          readOnly={busy}
          onChange={(event) => change(event.target.value)}
          rows={4}
          autoGrow
          dir="auto"
          className="max-h-[50dvh]"
        />
      </Field>
      <MaskedPreview texts={[{ label, text }]} />
      {failure ? <NotSent reason={failure} /> : null}
      <div>
        <Button type="submit" variant={variant} busy={busy} busyText={busyText}>
          {button}
        </Button>
      </div>
    </form>
  );
}
