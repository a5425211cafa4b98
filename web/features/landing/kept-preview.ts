import type { IdeaReading } from '#shared/contracts/reading.ts';
import { draftKey } from '#web/identity/drafts.ts';

export type KeptPreview = { idea: string; reading: IdeaReading };

const key = draftKey('visitor', 'preview');

/** Keeps a visitor's idea for the time after signing up. */
export function keepPreview(preview: KeptPreview): void {
  try {
    localStorage.setItem(key, JSON.stringify(preview));
  } catch {
    // Storage is switched off: the idea is typed again.
  }
}

/** Takes it out of the browser's storage; null when there is none. */
export function takePreview(): KeptPreview | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null');
    localStorage.removeItem(key);
    return kept;
  } catch {
    return null;
  }
}
