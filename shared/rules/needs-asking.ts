import type { IdeaReading } from '#shared/contracts/reading.ts';

/** True when a reading says too little for a plan: the founder is asked for the phrases first. */
export function needsAsking({ who, job, trouble }: IdeaReading): boolean {
  const isEmpty = (phrase: string) => phrase.trim() === '';
  return isEmpty(who) || (isEmpty(job) && isEmpty(trouble));
}
