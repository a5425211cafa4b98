import type { IdeaReading } from '#shared/contracts/reading.ts';

/** One word may join who and the trouble: "bakeries that throw away bread". More could be the founder's answer. */
const mostBetween = 1;

/**
 * The subject of an idea, as people who answer read it: the part of the sentence that says who and the trouble where it
 * joins them, else the trouble alone. The founder's answer to it stays out, so that nobody answers to please.
 */
export function problemOf(idea: string, reading: Pick<IdeaReading, 'who' | 'trouble'> | undefined): string {
  const trouble = reading?.trouble.trim() ?? '';
  if (trouble === '') return idea;
  const who = reading?.who.trim() ?? '';
  const start = placeOf(idea, who);
  const end = placeOf(idea, trouble);
  const between = start < 0 || end < 0 ? '.' : idea.slice(start + who.length, end);
  const isJoined = /^\s[^.,;:!?()–—]*$/.test(between) && between.trim().split(/\s+/).length <= mostBetween;
  return isJoined ? idea.slice(start, end + trouble.length) : trouble;
}

function placeOf(idea: string, phrase: string): number {
  return phrase === '' ? -1 : idea.toLowerCase().indexOf(phrase.toLowerCase());
}
