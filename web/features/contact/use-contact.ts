import { type FormEvent, useState } from 'react';
import { type Delivery, sendEmail } from '#shared/contracts/contact.ts';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { readFailure } from '#web/api/failure-message.ts';
import { useSession } from '#web/identity/session.ts';
import { focusFirst } from '#web/ui/focus-first.ts';
import { showToast } from '#web/ui/toast.ts';
import { useSending } from '#web/ui/use-sending.ts';
import {
  type ContactErrors,
  type ContactField,
  type ContactValues,
  checkContact,
  contactFields,
} from './contact-fields.ts';
import { useDraft } from './draft.ts';

/** The contact form: what is typed, what is wrong with it, and what became of it. */
export function useContact() {
  const { user } = useSession();
  const { typed, change, drop } = useDraft('contact', contactFields);
  const [errors, setErrors] = useState<ContactErrors>({});
  const [delivery, setDelivery] = useState<Delivery['delivery']>();
  const { busy, failure, signs, send } = useSending((error) => readFailure(error, 'contact_failed'));
  const values = { ...blank, fullName: user?.name ?? '', email: user?.email ?? '', ...typed };

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy) return;
    const found = checkContact(values);
    const code = refusalCode(values, found);
    if (code) showToast(message(code));
    if (refuse(form, found)) return;
    const reply = await send(
      (humanSigns) => call(sendEmail, { body: { ...trimmed(values), ...humanSigns } }),
      ({ code: answer, told }) => answer === 'email_invalid' && refuse(form, { email: told.text }),
    );
    if (!reply) return;
    showToast(message(sentCodes[reply.delivery]));
    setDelivery(reply.delivery);
    const { message: _sent, ...person } = typed;
    drop(person);
  }

  function refuse(form: HTMLFormElement, found: ContactErrors): boolean {
    setErrors(found);
    return focusFirst(form, found);
  }

  function edit(field: ContactField, value: string) {
    change(field, value);
    if (errors[field]) setErrors({ ...errors, [field]: undefined });
  }

  return {
    values,
    errors,
    failure,
    busy,
    delivery,
    signs,
    edit,
    submit,
    writeAnother: () => setDelivery(undefined),
  };
}

const blank: ContactValues = { fullName: '', email: '', phone: '', message: '' };

export const sentCodes = { sent: 'contact_sent', kept: 'contact_kept', refused: 'contact_refused' } as const;

/** The one toast for what is wrong: what is missing comes first (specification 5, Contact form). */
function refusalCode({ email, message: text }: ContactValues, found: ContactErrors): MessageCode | undefined {
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
