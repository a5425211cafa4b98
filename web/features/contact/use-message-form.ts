import { useEffect, useEffectEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import type { Delivery } from '#shared/contracts/contact.ts';
import { readRefusal } from '#web/api/failure-message.ts';
import { draftKey } from '#web/drafts/draft-key.ts';
import { readDraft, saveDraft } from '#web/drafts/draft-store.ts';
import { readRememberedAccount } from '#web/identity/remembered-account.ts';
import { useSession } from '#web/identity/session.ts';
import { useSending } from '#web/ui/controls/use-sending.ts';
import { focusFirst } from '#web/ui/overlays/focus-first.ts';

/** Draft, field problems, sending and result, shared by both contact forms. */
export function useMessageForm<Field extends string>(name: string, fields: readonly Field[]) {
  const { typed, change, drop } = useFormDraft(name, fields);
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

  return { typed, drop, errors, refuse, bind, delivery, setDelivery, ...sending };
}

/**
 * Unsent text of a form, saved in this browser for the current account at every change. An untouched field is absent,
 * so that the form can propose a value.
 */
function useFormDraft<Field extends string>(form: string, fields: readonly Field[]) {
  const { owner, isKnown } = useOwner();
  const key = draftKey(owner, form);
  const [typed, setTyped] = useState(() => pick(readAll(key), fields));
  /** Typed on this page, by the person who sits here. */
  const touched = useRef<Typed<Field>>({});
  const last = useRef({ key, isKnown });

  const follow = useEffectEvent((now: { key: string; isKnown: boolean }) => {
    const from = last.current;
    last.current = now;
    if (from.key === now.key) return;
    // Text just typed follows its writer on signing in; signing out removes it.
    if (from.isKnown) touched.current = {};
    else subtract(from.key, touched.current);
    setTyped(pick(add(now.key, touched.current), fields));
  });
  useEffect(() => follow({ key, isKnown }), [key, isKnown]);

  return {
    typed,
    change(field: Field, value: string) {
      const changed = { [field]: value } as Typed<Field>;
      touched.current = { ...touched.current, ...changed };
      setTyped({ ...typed, ...changed });
      add(key, changed);
    },
    /** Forgets it in this browser; `rest` stays on the screen. */
    drop(rest: Typed<Field> = {}) {
      subtract(key, typed);
      touched.current = {};
      setTyped(rest);
    },
  };
}

type Typed<Field extends string> = Partial<Record<Field, string>>;
type Fields = Record<string, unknown>;

/** While it is not known, most likely whoever was here last. `isKnown`: it is an account, and surely theirs. */
function useOwner(): { owner: string; isKnown: boolean } {
  const { status, user } = useSession();
  const isAsked = status === 'loading' || status === 'unreachable';
  const guess = isAsked ? readRememberedAccount() : null;
  return { owner: user?.id ?? guess ?? 'visitor', isKnown: user !== null };
}

function pick<Field extends string>(stored: Fields, fields: readonly Field[]): Typed<Field> {
  const isText = (field: Field) => typeof stored[field] === 'string';
  return Object.fromEntries(fields.filter(isText).map((field) => [field, stored[field]])) as Typed<Field>;
}

const stored = z.record(z.string(), z.unknown());

function readAll(key: string): Fields {
  return readDraft(key, stored) ?? {};
}

/** On top of what is there: another tab may have changed other fields. */
function add(key: string, changed: Fields): Fields {
  const all = { ...readAll(key), ...changed };
  write(key, all);
  return all;
}

/** Another tab's newer words stay. */
function subtract(key: string, gone: Fields): void {
  write(
    key,
    Object.fromEntries(Object.entries(readAll(key)).filter(([field, text]) => gone[field] !== text)),
  );
}

function write(key: string, all: Fields): void {
  saveDraft(key, Object.keys(all).length > 0 ? all : null);
}

const nearTheEnd = 500;

/** How much still fits into a text, once that matters. Nothing is cut off, so it can be too much. */
export function describeRoom(text: string, longest: number): string | undefined {
  const left = longest - text.length;
  if (left > nearTheEnd) return undefined;
  const characters = Math.abs(left) === 1 ? 'character' : 'characters';
  if (left >= 0) return `${left} ${characters} left.`;
  return `${-left} ${characters} too many. Nothing is cut off; please shorten the text.`;
}
