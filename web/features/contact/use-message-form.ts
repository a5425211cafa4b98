import { useEffect, useEffectEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import type { Delivery } from '#shared/contracts/contact.ts';
import { readRefusal } from '#web/api/failure-message.ts';
import { draftKey, readDraft, saveDraft } from '#web/drafts/draft-store.ts';
import { readRememberedAccount } from '#web/identity/remembered-account.ts';
import { useSession } from '#web/identity/session.ts';
import { useSending } from '#web/ui/controls/use-sending.ts';
import { focusFirst } from '#web/ui/overlays/focus-first.ts';

/** Draft, field problems, sending and result, shared by both contact forms. */
export function useMessageForm<Field extends string>(name: string) {
  const { typed, change, clear } = useFormDraft<Field>(name);
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});
  const [delivery, setDelivery] = useState<Delivery['delivery']>();
  const sending = useSending((error) => readRefusal(error, 'contact_failed'));

  /** Marks the fields and focuses the first. @returns true when there is one. */
  function refuse(form: HTMLFormElement, found: Partial<Record<Field, string>>): boolean {
    setErrors(found);
    return focusFirst(form, found);
  }

  function edit(field: Field, value: string) {
    change(field, value);
    if (errors[field]) setErrors({ ...errors, [field]: undefined });
  }

  /** Props that a field's control needs to show `values`. */
  function bind(field: Field, values: Record<Field, string>) {
    return {
      name: field,
      value: values[field],
      // Text typed while sending would vanish with the form.
      readOnly: sending.busy,
      onChange: (event: { target: { value: string } }) => edit(field, event.target.value),
    };
  }

  return { typed, clear, errors, refuse, bind, delivery, setDelivery, ...sending };
}

/**
 * Unsent text of a form, saved in this browser for the current account at every change. An untouched field is absent,
 * so that the form can propose a value.
 */
function useFormDraft<Field extends string>(form: string) {
  const { owner, isKnown } = useOwner();
  const key = draftKey(owner, form);
  const [typed, setTyped] = useState(() => readTyped<Field>(key));
  /** Typed on this page, by the person who sits here. */
  const touched = useRef<Typed<Field>>({});
  const last = useRef({ key, isKnown });

  const follow = useEffectEvent((now: { key: string; isKnown: boolean }) => {
    const from = last.current;
    last.current = now;
    if (from.key === now.key) return;
    // Text just typed follows its writer on signing in; signing out removes it.
    if (from.isKnown) touched.current = {};
    else removeTyped(from.key, touched.current);
    setTyped(mergeTyped(now.key, touched.current));
  });
  useEffect(() => follow({ key, isKnown }), [key, isKnown]);

  return {
    typed,
    change(field: Field, value: string) {
      const changed = { [field]: value } as Typed<Field>;
      touched.current = { ...touched.current, ...changed };
      setTyped({ ...typed, ...changed });
      mergeTyped(key, changed);
    },
    /** Deletes it in this browser; `rest` stays on the screen. */
    clear(rest: Typed<Field> = {}) {
      removeTyped(key, typed);
      touched.current = {};
      setTyped(rest);
    },
  };
}

type Typed<Field extends string> = Partial<Record<Field, string>>;

/** Guesses the last account while the session is unknown. `isKnown` is true for a signed-in account. */
function useOwner(): { owner: string; isKnown: boolean } {
  const { status, user } = useSession();
  const isOpen = status === 'loading' || status === 'unreachable';
  const guess = isOpen ? readRememberedAccount() : null;
  return { owner: user?.id ?? guess ?? 'visitor', isKnown: user !== null };
}

const stored = z.record(z.string(), z.string());

function readTyped<Field extends string>(key: string): Typed<Field> {
  return (readDraft(key, stored) ?? {}) as Typed<Field>;
}

function saveTyped(key: string, typed: object): void {
  saveDraft(key, Object.keys(typed).length > 0 ? typed : null);
}

/** Another tab may have changed other fields: they stay. */
function mergeTyped<Field extends string>(key: string, changed: Typed<Field>): Typed<Field> {
  const merged = { ...readTyped<Field>(key), ...changed };
  saveTyped(key, merged);
  return merged;
}

/** Another tab may have changed the same fields: their newer text stays. */
function removeTyped<Field extends string>(key: string, gone: Typed<Field>): void {
  const isNewer = ([field, text]: [string, unknown]) => gone[field as Field] !== text;
  saveTyped(key, Object.fromEntries(Object.entries(readTyped<Field>(key)).filter(isNewer)));
}

const nearTheEnd = 500;

/** Room left in a text near its limit. Nothing is cut off, so it can be too much. */
export function describeRoom(text: string, longest: number): string | undefined {
  const left = longest - text.length;
  if (left > nearTheEnd) return undefined;
  const characters = Math.abs(left) === 1 ? 'character' : 'characters';
  if (left >= 0) return `${left} ${characters} left.`;
  return `${-left} ${characters} too many. Nothing is cut off; please shorten the text.`;
}
