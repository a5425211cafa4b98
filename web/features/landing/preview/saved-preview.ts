import * as z from 'zod/mini';
import { draftKey, readDraft, saveDraft } from '#web/drafts/draft-store.ts';
import { typedReading } from '#web/drafts/idea-phrases.ts';

/** Without a reading where the sentence was edited since. */
const savedPreview = z.object({ idea: z.string(), reading: z.optional(typedReading) });
export type SavedPreview = z.infer<typeof savedPreview>;

const key = draftKey('visitor', 'preview');

/** Keeps a visitor's idea for the time after signing up. */
export function savePreview(preview: SavedPreview): void {
  saveDraft(key, preview);
}

/** Takes it out of the browser's storage; null when there is none. */
export function takePreview(): SavedPreview | null {
  const saved = readDraft(key, savedPreview);
  saveDraft(key, null);
  return saved;
}
