import { draftKey } from '#web/drafts/draft-store.ts';
import { readItem, writeItem } from '#web/identity/storage.ts';

const key = draftKey('visitor', 'typed-idea');

/** Saves the sentence in the landing page's box for a reload. */
export function saveTypedIdea(idea: string): void {
  writeItem(key, idea || null);
}

/** Takes the kept sentence out of the browser's storage; '' when there is none. */
export function takeTypedIdea(): string {
  const typed = readItem(key) ?? '';
  saveTypedIdea('');
  return typed.trim();
}

/** Puts the kept sentence back into the box, unless something is in it. */
export function restoreTypedIdea(field: HTMLTextAreaElement | null): void {
  if (field) field.value ||= readItem(key) ?? '';
}
