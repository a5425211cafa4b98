import { clsx } from 'clsx';
import { goToAnswer } from './answer-place.ts';
import type { ListedAnswer } from './listed-answers.ts';

type AnswerNumberProps = { number: number; title?: string; className?: string };

/** The number of an answer, as #6. */
export function AnswerNumber({ number, title, className }: AnswerNumberProps) {
  return (
    <span title={title} className={clsx(chip, className)}>
      <span className="sr-only">answer </span>#{number}
    </span>
  );
}

/** The number of an answer that is listed on the same screen, as a button that leads there. */
export function AnswerLink({ answer, className }: { answer: ListedAnswer; className?: string }) {
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
