import type { IdeaReading } from '#shared/contracts/reading.ts';

/** The box that a plan can't do without and that is empty; null when both are filled. */
export function missingPhrase({ who, trouble }: IdeaReading): 'who' | 'trouble' | null {
  const isEmpty = (phrase: string) => phrase.trim() === '';
  if (isEmpty(who)) return 'who';
  return isEmpty(trouble) ? 'trouble' : null;
}

/** True while a box or the first question is open: the founder is asked before there is a plan. */
export function needsAsking(reading: IdeaReading): boolean {
  return missingPhrase(reading) !== null || reading.question.trim() === '';
}
