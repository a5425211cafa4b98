import { clsx } from 'clsx';
import { createContext, use } from 'react';
import { Link } from 'react-router';
import { answersPath } from '#shared/rules/surveys/survey-path.ts';
import { scrollBehavior } from '#web/ui/motion.ts';

/** A free-text answer that is on the screen with its number. */
export type ListedAnswer = { title: string; number: number; text: string };

type AnswerNumberProps = { number: number; title?: string; className?: string };

/** The number of an answer, as #6. */
export function AnswerNumber({ number, title, className }: AnswerNumberProps) {
  return (
    <span title={title} className={clsx(chip, className)}>
      <span className="sr-only">answer </span>#{number}
    </span>
  );
}

/** The survey whose single answers its owner can open; null for everybody else. */
export const OwnAnswers = createContext<string | null>(null);

type AnswerLinkProps = { answer: Pick<ListedAnswer, 'title' | 'number'>; className?: string };

/** The number of an answer: opens the whole answer for the survey's owner, and else leads to where it is listed. */
export function AnswerLink({ answer, className }: AnswerLinkProps) {
  const surveyId = use(OwnAnswers);
  if (surveyId !== null)
    return (
      <Link
        to={answersPath(surveyId, answer.number)}
        title={`Open answer #${answer.number}`}
        className={clsx(
          'relative inline-block rounded-[5px] outline-offset-0 hover:underline',
          touchArea,
          className,
        )}
      >
        <AnswerNumber number={answer.number} className="relative z-1" />
      </Link>
    );
  return (
    <button
      type="button"
      title={`Go to answer #${answer.number}`}
      onClick={(event) => goToAnswer(event.currentTarget, answer)}
      className={clsx(
        'relative rounded-[5px] text-spark-ink outline-offset-0 hover:underline',
        touchArea,
        className,
      )}
    >
      <AnswerNumber number={answer.number} className="relative z-1 block" />
    </button>
  );
}

const chip =
  'rounded-[5px] bg-spark-wash px-1.25 py-px text-[11px] leading-4 font-semibold whitespace-nowrap text-spark-ink tabular-nums';

// Reaches into the lines above and below without moving them, and lies under the numbers there.
const touchArea =
  'pointer-coarse:after:absolute pointer-coarse:after:-inset-x-1 pointer-coarse:after:-inset-y-3.25';

type AnswerPlace = Pick<ListedAnswer, 'title' | 'number'>;

/** Marks the element around prose and lists: the same answer may also be listed behind a dialog. */
export const answerScope = { 'data-answers': '' };

/** Marks an element as the place where an answer is listed. */
export function answerPlace(place: AnswerPlace) {
  return { 'data-answer': nameOf(place), tabIndex: -1 };
}

/** Brings a listed answer into view, in its list and on the page, and moves the focus there, which shows it. */
function goToAnswer(from: Element, place: AnswerPlace): void {
  const listed = from.closest('[data-answers]')?.querySelectorAll<HTMLElement>('[data-answer]') ?? [];
  const answer = [...listed].find((element) => element.dataset.answer === nameOf(place));
  if (!answer) return;
  for (let fold = answer.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true;
  answer.focus({ preventScroll: true });
  const list = answer.closest('section');
  // The middle of an answer that is longer than its list would hide where it begins.
  const isLong = answer.offsetHeight > (list?.clientHeight ?? innerHeight);
  answer.scrollIntoView({ behavior: scrollBehavior(), block: isLong ? 'start' : 'center' });
}

function nameOf({ title, number }: AnswerPlace): string {
  return `${number} ${title}`;
}
