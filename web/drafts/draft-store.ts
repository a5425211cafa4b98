import { readItem, writeItem } from '#web/identity/storage.ts';

/** Storage key of unsent text; `owner` is a user's id or `visitor`, `thing` names the form and what it is about. */
export function draftKey(owner: string, thing: string): string {
  return `draft:${owner}:${thing}`;
}

/** Schema of what is stored, as of zod; a plain object where zod is too heavy. `parse` throws on anything else. */
export type DraftSchema<T> = { parse: (stored: unknown) => T };

/** Texts that outlive their component although the browser did not store them. They last as long as the page. */
const unstored = new Map<string, string>();

/** The stored draft; null when there is none, or none that can be read. */
export function readDraft<T>(key: string, schema: DraftSchema<T>): T | null {
  return parseDraft(readText(key), schema);
}

/** The stored text, whatever it is; null when there is none. */
export function readText(key: string): string | null {
  return unstored.get(key) ?? readItem(key);
}

/** True for any stored text, also one that can't be read. */
export function hasDraft(key: string): boolean {
  return readText(key) !== null;
}

/** True for a text that the browser did not store. */
export function isOnlyOnPage(key: string): boolean {
  return unstored.has(key);
}

/** The draft in a stored text; null when it can't be read. */
export function parseDraft<T>(text: string | null, schema: DraftSchema<T>): T | null {
  try {
    return schema.parse(JSON.parse(text ?? 'null'));
  } catch {
    return null;
  }
}

/**
 * Stores a draft; null removes it. In the shape `{ document }` its owner is asked about it before signing out.
 * @param outlivesComponent has a draft that the browser did not store found again as long as the page lasts.
 * @returns false when the browser did not store it: storage is full or switched off.
 */
export function saveDraft(key: string, draft: object | null, outlivesComponent = false): boolean {
  const text = draft && JSON.stringify(draft);
  const isStored = writeItem(key, text) || text === null;
  if (text === null || isStored) unstored.delete(key);
  else if (outlivesComponent) unstored.set(key, text);
  return isStored;
}

/** Texts whose keys begin like this, by key. */
export function listDrafts(prefix: string): [key: string, text: string][] {
  const own = [...unstored].filter(([key]) => key.startsWith(prefix));
  try {
    return [...new Map([...entriesOf(localStorage, prefix), ...own])];
  } catch {
    // Storage is switched off: nothing was stored.
    return own;
  }
}

/** Removes all that this user left unsent: the next person at this computer must not read it. */
export function clearDrafts(owner: string): void {
  const prefix = draftKey(owner, '');
  for (const key of unstored.keys()) if (key.startsWith(prefix)) unstored.delete(key);
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const [key] of entriesOf(storage, prefix)) storage.removeItem(key);
  } catch {
    // Storage is switched off: nothing was stored.
  }
}

function entriesOf(storage: Storage, prefix: string): [key: string, text: string][] {
  return Object.entries<string>({ ...storage }).filter(([key]) => key.startsWith(prefix));
}

/** Notifies this tab of a change; the browser notifies the others. */
export function announceDraft(): void {
  dispatchEvent(new Event(changed));
}

/** Calls `listener` when any tab may have changed a draft. Returns how to stop. */
export function watchDrafts(listener: () => void): () => void {
  const events = [changed, 'storage'];
  for (const event of events) addEventListener(event, listener);
  return () => {
    for (const event of events) removeEventListener(event, listener);
  };
}

const changed = 'draftchange';
