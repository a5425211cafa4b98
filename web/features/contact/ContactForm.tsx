import { useEffect, useRef } from 'react';
import { longestMessage } from '#shared/contracts/contact.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { HumanCheck } from '#web/ui/HumanCheck.tsx';
import { NotSent } from '#web/ui/NotSent.tsx';
import { OptionalLabel } from '#web/ui/OptionalLabel.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { describeRoom } from './room.ts';
import type { useContact } from './use-contact.ts';

type ContactFormProps = {
  contact: ReturnType<typeof useContact>;
  /** It came by a button that is gone now, so it takes the focus. */
  takesFocus: boolean;
};

export function ContactForm({ contact, takesFocus }: ContactFormProps) {
  const { values, errors, failure, busy, signs, bind, submit } = contact;
  const message = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    if (takesFocus) message.current?.focus();
  }, [takesFocus]);

  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
      <Field label={<OptionalLabel>Full Name</OptionalLabel>}>
        <TextInput {...bind('fullName')} autoComplete="name" maxLength={200} dir="auto" />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Email" required error={errors.email}>
          <TextInput {...bind('email')} type="email" autoComplete="email" maxLength={320} />
        </Field>
        <Field label={<OptionalLabel>Phone</OptionalLabel>}>
          <TextInput {...bind('phone')} type="tel" autoComplete="tel" maxLength={50} />
        </Field>
      </div>
      <Field
        label="Message"
        required
        error={errors.message}
        help={describeRoom(values.message, longestMessage)}
      >
        <TextArea {...bind('message')} ref={message} rows={7} autoGrow dir="auto" className="max-h-[60dvh]" />
      </Field>
      {failure ? <NotSent reason={failure} /> : null}
      <div>
        <Button type="submit" variant="primary" busy={busy} busyText="Sending...">
          Send Message
        </Button>
      </div>
      <HumanCheck ref={signs} />
    </form>
  );
}
