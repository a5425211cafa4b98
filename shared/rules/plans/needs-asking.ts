import type { IdeaReading } from '#shared/contracts/reading.ts';

/** The phrase that a plan can't do without and that is empty; null when a reading says enough. */
export function missingPhrase({ who, job, trouble }: IdeaReading): 'who' | 'job' | null {
  const isEmpty = (phrase: string) => phrase.trim() === '';
  if (isEmpty(who)) return 'who';
  return isEmpty(job) && isEmpty(trouble) ? 'job' : null;
}

/** True when a reading says too little for a plan: the founder is asked for the phrases first. */
export function needsAsking(reading: IdeaReading): boolean {
  return missingPhrase(reading) !== null;
}
