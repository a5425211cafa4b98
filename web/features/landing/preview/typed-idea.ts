import { readItem, writeItem } from '#web/identity/storage.ts';

const key = 'draft:visitor:typed';

/** Keeps the sentence in the landing page's box for a reload. */
export function keepTyped(idea: string): void {
  writeItem(key, idea || null);
}

/** Takes the kept sentence out of the browser's storage; '' when there is none. */
export function takeTyped(): string {
  const typed = readItem(key) ?? '';
  keepTyped('');
  return typed.trim();
}

/** Puts the kept sentence back into the box, unless something is in it. */
export function restoreTyped(field: HTMLTextAreaElement | null): void {
  if (field) field.value ||= readItem(key) ?? '';
}
