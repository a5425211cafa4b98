import { type FormEvent, useEffect, useRef, useState } from 'react';
import { longestMessage, sendEmail } from '#shared/contracts/contact.ts';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import { isEmail } from '#shared/rules/text/addresses.ts';
import { call } from '#web/api/call.ts';
import { useConfig } from '#web/api/config.ts';
import { useSession } from '#web/identity/session.ts';
import { Card } from '#web/ui/Card.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { HumanCheck } from '#web/ui/controls/HumanCheck.tsx';
import { OptionalLabel } from '#web/ui/controls/OptionalLabel.tsx';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { MailOutcome } from '#web/ui/states/MailOutcome.tsx';
import { NotSent } from '#web/ui/states/NotSent.tsx';
import { describeRoom, useMessageForm } from './use-message-form.ts';

/** The contact form, then the result of sending. */
export function Contact() {
  const contact = useContact();
  const { data: config } = useConfig();
  const { delivery } = contact;
  const [isAnother, setIsAnother] = useState(false);
  if (!delivery) {
    return (
      <Card className="sm:p-6">
        <ContactForm contact={contact} takesFocus={isAnother} />
      </Card>
    );
  }
  const writeAnother = () => {
    setIsAnother(true);
    contact.writeAnother();
  };
  return (
    <MailOutcome
      delivery={delivery}
      notice={message(sentCodes[delivery])}
      outboxUrl={config?.outboxUrl}
      action={<Button onClick={writeAnother}>Write another message</Button>}
    />
  );
}

type ContactFormProps = {
  contact: ReturnType<typeof useContact>;
  /** It came by a button that is gone now, so it takes the focus. */
  takesFocus: boolean;
};

function ContactForm({ contact, takesFocus }: ContactFormProps) {
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

/** Text, problems and result of the contact form. */
function useContact() {
  const { user } = useSession();
  const form = useMessageForm<ContactField>('contact');
  const { typed, clear, errors, refuse, delivery, setDelivery, busy, failure, signs, send } = form;
  const values = { ...blank, fullName: user?.name ?? '', email: user?.email ?? '', ...typed };

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    if (busy) return;
    const found = checkContact(values);
    const code = refusalCode(values, found);
    if (code) showToast(message(code));
    if (refuse(element, found)) return;
    const reply = await send(
      (humanSigns) => call(sendEmail, { body: { ...trimmed(values), ...humanSigns } }),
      ({ code: answer, notice }) => answer === 'email_invalid' && refuse(element, { email: notice.text }),
    );
    if (!reply) return;
    showToast(message(sentCodes[reply.delivery]));
    setDelivery(reply.delivery);
    const { message: _sent, ...person } = typed;
    clear(person);
  }

  return {
    values,
    errors,
    failure,
    busy,
    delivery,
    signs,
    bind: (field: ContactField) => form.bind(field, values),
    submit,
    writeAnother: () => setDelivery(undefined),
  };
}

const blank: ContactValues = { fullName: '', email: '', phone: '', message: '' };

const sentCodes = { sent: 'contact_sent', kept: 'contact_kept', refused: 'contact_refused' } as const;

/** The one toast for what is wrong: what is missing comes first (specification 5, Contact form). */
function refusalCode(
  { email, message: text }: ContactValues,
  found: ReturnType<typeof checkContact>,
): MessageCode | undefined {
  if (!email.trim() || !text.trim()) return 'contact_missing_fields';
  if (found.email) return 'email_invalid';
}

function trimmed({ fullName, email, phone, message: text }: ContactValues) {
  return {
    fullName: fullName.trim() || undefined,
    email: email.trim(),
    phone: phone.trim() || undefined,
    message: text,
  };
}

type ContactField = 'fullName' | 'email' | 'phone' | 'message';
type ContactValues = Record<ContactField, string>;
type ContactErrors = Partial<Record<ContactField, string>>;

/** Problems in the order of the form; the server checks the same again (specification 5, Contact form). */
function checkContact({ email, message: text }: ContactValues): ContactErrors {
  const errors: ContactErrors = {};
  if (!email.trim()) errors.email = 'Enter your email.';
  else if (!isEmail(email.trim())) errors.email = message('email_invalid').text;
  if (!text.trim()) errors.message = 'Enter a message.';
  else if (text.length > longestMessage) errors.message = describeRoom(text, longestMessage);
  return errors;
}
