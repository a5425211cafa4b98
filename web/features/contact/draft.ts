import { useState } from 'react';

/**
 * What is typed in a form and not sent yet, kept in this browser under `name` at every change. A field
 * that nobody touched is absent, so that the form can propose something for it.
 */
export function useDraft<Field extends string>(name: string, fields: readonly Field[]) {
  const [typed, setTyped] = useState(() => read(name, fields));
  return {
    typed,
    change(field: Field, value: string) {
      const next: Typed<Field> = { ...typed, [field]: value };
      setTyped(next);
      keep(name, next);
    },
    /** Forgets it in this browser; `rest` stays on the screen. */
    drop(rest: Typed<Field> = {}) {
      setTyped(rest);
      forget(name);
    },
  };
}

export type Typed<Field extends string> = Partial<Record<Field, string>>;

function read<Field extends string>(name: string, fields: readonly Field[]): Typed<Field> {
  const typed: Typed<Field> = {};
  try {
    const stored = (JSON.parse(localStorage.getItem(name) ?? '{}') ?? {}) as Record<string, unknown>;
    for (const field of fields) {
      const value = stored[field];
      if (typeof value === 'string') typed[field] = value;
    }
  } catch {
    // Unreadable or switched off: the form begins empty.
  }
  return typed;
}

function keep(name: string, typed: object): void {
  try {
    localStorage.setItem(name, JSON.stringify(typed));
  } catch {
    // Switched off or full: what is typed lasts as long as the page.
  }
}

function forget(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // Switched off: nothing was kept.
  }
}
