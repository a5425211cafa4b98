import { type FormEvent, useState } from 'react';
import { type Delivery, requestDemo } from '#shared/contracts/contact.ts';
import { message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { type Failure, readFailure } from '#web/api/failure-message.ts';
import { focusFirst } from '#web/ui/focus-first.ts';
import { showToast } from '#web/ui/toast.ts';
import { useSending } from '#web/ui/use-sending.ts';
import { checkDemo, type DemoErrors, type DemoField, type DemoValues, demoFields } from './demo-fields.ts';
import { useDraft } from './draft.ts';

/** The demo request: what is typed, which closing the dialog does not end, and what became of it. */
export function useDemo() {
  const { typed, change, drop } = useDraft('demo', demoFields);
  const [errors, setErrors] = useState<DemoErrors>({});
  const [delivery, setDelivery] = useState<Delivery['delivery']>();
  const { busy, failure, signs, send } = useSending((error) => readFailure(error, 'contact_failed'));

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

  function refuse(form: HTMLFormElement, found: DemoErrors): boolean {
    setErrors(found);
    return focusFirst(form, found);
  }

  function edit(field: DemoField, value: string) {
    change(field, value);
    if (errors[field]) setErrors({ ...errors, [field]: undefined });
  }

  return {
    typed,
    errors,
    failure,
    busy,
    delivery,
    signs,
    edit,
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
