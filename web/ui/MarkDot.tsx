import { clsx } from 'clsx';
import type { AnswerMark } from '#shared/rules/verdict/marks.ts';

/** One of three dots, the same everywhere: has the problem, doesn't, not counted (a ring). */
export function MarkDot({ mark, className }: { mark: AnswerMark; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'inline-block size-2 shrink-0 rounded-full',
        mark === 'has' && 'bg-spark',
        mark === 'hasnt' && 'bg-ink',
        (mark === null || mark === 'uncounted') && 'inset-ring inset-ring-edge',
        className,
      )}
    />
  );
}
