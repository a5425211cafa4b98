import { scrollBehavior } from '#web/ui/motion.ts';
import type { ListedAnswer } from './listed-answers.ts';

type Place = Pick<ListedAnswer, 'title' | 'number'>;

/** Marks what holds both the prose and the lists: the same answer may also be listed behind a dialog. */
export const answerScope = { 'data-answers': '' };

/** Marks an element as the place where an answer is listed. */
export function answerPlace(place: Place) {
  return { 'data-answer': nameOf(place), tabIndex: -1 };
}

/** Brings a listed answer into view, in its list and on the page, and moves the focus there, which shows it. */
export function goToAnswer(from: Element, place: Place): void {
  const listed = from.closest('[data-answers]')?.querySelectorAll<HTMLElement>('[data-answer]') ?? [];
  const answer = [...listed].find((element) => element.dataset.answer === nameOf(place));
  if (!answer) return;
  answer.focus({ preventScroll: true });
  const list = answer.closest('section');
  // The middle of an answer that is longer than its list would hide where it begins.
  const isLong = answer.offsetHeight > (list?.clientHeight ?? innerHeight);
  answer.scrollIntoView({ behavior: scrollBehavior(), block: isLong ? 'start' : 'center' });
}

function nameOf({ title, number }: Place): string {
  return `${number} ${title}`;
}
