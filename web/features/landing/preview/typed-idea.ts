import { draftKey } from '#web/drafts/draft-store.ts';
import { readItem, writeItem } from '#web/identity/storage.ts';

const key = draftKey('visitor', 'typed-idea');
const shownKey = draftKey('visitor', 'shown-idea');

/** Saves the sentence in the landing page's box for a reload. */
export function saveTypedIdea(idea: string): void {
  writeItem(key, idea || null);
}

/** Takes the kept sentence out of the browser's storage; '' when there is none. */
export function takeTypedIdea(): string {
  const typed = readItem(key) ?? '';
  saveTypedIdea('');
  writeItem(shownKey, null);
  return typed.trim();
}

/** Puts the kept sentence back into the box, unless something is in it. */
export function restoreTypedIdea(field: HTMLTextAreaElement | null): void {
  if (field) field.value ||= readItem(key) ?? '';
}

/** Notes which idea's preview is on the page. */
export function saveShownIdea(idea: string): void {
  writeItem(shownKey, idea);
}

/** The idea whose preview was on the page before a reload; null when there was none, or another sentence is kept. */
export function findShownIdea(): string | null {
  const shown = readItem(shownKey);
  return shown !== null && shown === readItem(key)?.trim() ? shown : null;
}
