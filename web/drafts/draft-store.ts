import { readItem, writeItem } from '#web/identity/storage.ts';
import { draftKey } from './draft-key.ts';

/** Schema of what is stored, as of zod; a plain object where zod is too heavy. `parse` throws on anything else. */
export type DraftSchema<T> = { parse: (stored: unknown) => T };

/** The stored draft; null when there is none, or none that can be read. */
export function readDraft<T>(key: string, schema: DraftSchema<T>): T | null {
  try {
    return schema.parse(JSON.parse(readItem(key) ?? 'null'));
  } catch {
    return null;
  }
}

/**
 * Stores a draft; null removes it. In the shape `{ document }` its owner is asked about it before signing out.
 * @returns false when the browser did not store it: storage is full or switched off.
 */
export function saveDraft(key: string, draft: object | null): boolean {
  return writeItem(key, draft && JSON.stringify(draft)) || !draft;
}

/** Stored texts whose keys begin like this, by key. */
export function listDrafts(prefix: string): [key: string, text: string][] {
  try {
    return entriesOf(localStorage, prefix);
  } catch {
    // Storage is switched off: nothing was stored.
    return [];
  }
}

/** Removes all that this user left unsent: the next person at this computer must not read it. */
export function clearDrafts(owner: string): void {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const [key] of entriesOf(storage, draftKey(owner, ''))) storage.removeItem(key);
  } catch {
    // Storage is switched off: nothing was stored.
  }
}

function entriesOf(storage: Storage, prefix: string): [key: string, text: string][] {
  return Object.entries<string>({ ...storage }).filter(([key]) => key.startsWith(prefix));
}
