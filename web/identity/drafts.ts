/** Storage key of a form's unsent text; `owner` is a user's id or `visitor`. */
export function draftKey(owner: string, form: string): string {
  return `${prefixOf(owner)}${form}`;
}

/** Forgets all that this user left unsent: the next person at this computer must not read it. */
export function deleteDrafts(owner: string): void {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      for (const key of Object.keys(storage)) {
        if (key.startsWith(prefixOf(owner))) storage.removeItem(key);
      }
    }
  } catch {
    // Storage is switched off: nothing was kept.
  }
}

function prefixOf(owner: string): string {
  return `draft:${owner}:`;
}
