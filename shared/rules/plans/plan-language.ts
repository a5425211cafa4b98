import type { IdeaLanguage, IdeaReading } from '#shared/contracts/reading.ts';

/** The language that an idea's texts are written in: its own where we have it, else English. */
export function planLanguage(reading: Pick<IdeaReading, 'language'> | null | undefined): IdeaLanguage {
  return reading && reading.language !== 'other' ? reading.language : 'en';
}
