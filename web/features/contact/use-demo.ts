import type { FormEvent } from 'react';
import { requestDemo } from '#shared/contracts/contact.ts';
import { message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import type { Failure } from '#web/api/failure-message.ts';
import { showToast } from '#web/ui/toast.ts';
import { checkDemo, type DemoErrors, type DemoValues, demoFields } from './demo-fields.ts';
import { useMessageForm } from './use-message-form.ts';

/** The demo request: what is typed, which closing the dialog does not end, and what became of it. */
export function useDemo() {
  const { typed, drop, errors, refuse, bind, delivery, setDelivery, busy, failure, signs, send } =
    useMessageForm('demo', demoFields);

  async function submit(event: FormEvent<HTMLFormElement>, values: DemoValues) {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy) return;
    const { errors: found, toast, startsAt } = checkDemo(values, new Date());
    if (toast) showToast(message(toast.code, toast.params));
    if (refuse(form, found) || !startsAt) return;
    const body = { ...trimmed(values), startsAt, timeZone: ownTimeZone() };
    const reply = await send(
      (humanSigns) => call(requestDemo, { body: { ...body, ...humanSigns } }),
      (answer) => refuse(form, errorsOf(answer)),
    );
    if (!reply) return;
    showToast(message(sentCodes[reply.delivery]));
    setDelivery(reply.delivery);
    const { fullName, email } = values;
    drop({ fullName, email });
  }

  return {
    typed,
    errors,
    failure,
    busy,
    delivery,
    signs,
    bind,
    submit,
    startOver: () => setDelivery(undefined),
  };
}

/** The visitor's own, as an IANA name. */
export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export const sentCodes = { sent: 'demo_sent', kept: 'demo_kept', refused: 'demo_refused' } as const;

function errorsOf({ code, told }: Failure): DemoErrors {
  if (code === 'email_invalid') return { email: told.text };
  return code === 'demo_time_invalid' ? { date: told.text } : {};
}

function trimmed({ fullName, email, note }: DemoValues) {
  return { fullName: fullName.trim(), email: email.trim(), note: note.trim() || undefined };
}
