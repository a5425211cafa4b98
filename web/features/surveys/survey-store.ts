import { readDraft } from '#web/drafts/draft-store.ts';

/**
 * What this browser keeps under a survey's path (specification 3): idea, socialLinks, questions, and what
 * the founder's plan adds. Null when there is nothing, or nothing that can be read.
 */
export function readStoredSurvey(path: string): Record<string, unknown> | null {
  return readDraft(path, anyObject);
}

const anyObject = {
  parse: (stored: unknown) =>
    typeof stored === 'object' && !Array.isArray(stored) ? (stored as Record<string, unknown>) : null,
};
