import { useState } from 'react';
import type { Delivery } from '#shared/contracts/contact.ts';
import { readRefusal } from '#web/api/failure-message.ts';
import { focusFirst } from '#web/ui/focus-first.ts';
import { useSending } from '#web/ui/use-sending.ts';
import { useDraft } from './draft.ts';

/** What both forms to us share: the kept draft, what is wrong with its fields, the sending, and what became of it. */
export function useMessageForm<Field extends string>(name: string, fields: readonly Field[]) {
  const { typed, change, drop } = useDraft(name, fields);
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});
  const [delivery, setDelivery] = useState<Delivery['delivery']>();
  const sending = useSending((error) => readRefusal(error, 'contact_failed'));

  /** Marks the fields and focuses the first of them. Tells whether there is one. */
  function refuse(form: HTMLFormElement, found: Partial<Record<Field, string>>): boolean {
    setErrors(found);
    return focusFirst(form, found);
  }

  function edit(field: Field, value: string) {
    change(field, value);
    if (errors[field]) setErrors({ ...errors, [field]: undefined });
  }

  /** What a field's control puts on itself, to show `values`. */
  function bind(field: Field, values: Record<Field, string>) {
    return {
      name: field,
      value: values[field],
      // What is typed while it is on its way would vanish with the form.
      readOnly: sending.busy,
      onChange: (event: { target: { value: string } }) => edit(field, event.target.value),
    };
  }

  return { typed, drop, errors, refuse, bind, delivery, setDelivery, ...sending };
}
