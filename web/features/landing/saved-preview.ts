import type { IdeaReading } from '#shared/contracts/reading.ts';
import { draftKey } from '#web/identity/drafts.ts';

/** Without a reading where the sentence was edited since. */
export type SavedPreview = { idea: string; reading?: IdeaReading };

const key = draftKey('visitor', 'preview');

/** Keeps a visitor's idea for the time after signing up. */
export function savePreview(preview: SavedPreview): void {
  try {
    localStorage.setItem(key, JSON.stringify(preview));
  } catch {
    // Storage is switched off: the idea is typed again.
  }
}

/** Takes it out of the browser's storage; null when there is none. */
export function takePreview(): SavedPreview | null {
  try {
    const saved = JSON.parse(localStorage.getItem(key) ?? 'null');
    localStorage.removeItem(key);
    return saved;
  } catch {
    return null;
  }
}
