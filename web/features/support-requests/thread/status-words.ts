import { statusWords } from '#shared/rules/job-status-words.ts';

/** A status that a history names; words that are none stay as they are. */
export function wordStatus(status: string): string {
  return Object.entries(statusWords).find(([known]) => known === status)?.[1] ?? status;
}
