const key = 'draft:visitor:typed';

/** Keeps the sentence in the landing page's box while this tab is open, for a reload. */
export function keepTyped(idea: string): void {
  try {
    sessionStorage.setItem(key, idea);
  } catch {
    // Storage is switched off or full.
  }
}

/** Puts the kept sentence back into the box, unless something is in it. */
export function restoreTyped(field: HTMLTextAreaElement | null): void {
  try {
    if (field) field.value ||= sessionStorage.getItem(key) ?? '';
  } catch {
    // Storage is switched off.
  }
}
