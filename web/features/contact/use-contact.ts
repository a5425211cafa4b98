import type { FormEvent } from 'react';
import { sendEmail } from '#shared/contracts/contact.ts';
import { type MessageCode, message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { useSession } from '#web/identity/session.ts';
import { showToast } from '#web/ui/toast.ts';
import { type ContactField, type ContactValues, checkContact, contactFields } from './contact-fields.ts';
import { useMessageForm } from './use-message-form.ts';

/** The contact form: what is typed, what is wrong with it, and what became of it. */
export function useContact() {
  const { user } = useSession();
  const form = useMessageForm('contact', contactFields);
  const { typed, drop, errors, refuse, delivery, setDelivery, busy, failure, signs, send } = form;
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
      ({ code: answer, told }) => answer === 'email_invalid' && refuse(element, { email: told.text }),
    );
    if (!reply) return;
    showToast(message(sentCodes[reply.delivery]));
    setDelivery(reply.delivery);
    const { message: _sent, ...person } = typed;
    drop(person);
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

export const sentCodes = { sent: 'contact_sent', kept: 'contact_kept', refused: 'contact_refused' } as const;

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
