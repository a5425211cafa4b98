import { clsx } from 'clsx';
import type { ReactNode } from 'react';

type NumberedItemProps = {
  number: number;
  isCurrent: boolean;
  /** One question fills a phone's screen. */
  isAlone: boolean;
  onFocus: () => void;
  children: ReactNode;
};

/** A question of the survey's list, beside its number. */
export function NumberedItem({ number, isCurrent, isAlone, onFocus, children }: NumberedItemProps) {
  return (
    <li
      aria-current={isCurrent ? 'step' : undefined}
      onFocus={onFocus}
      className={clsx(
        'grid grid-cols-1 sm:grid-cols-[2rem_minmax(0,1fr)]',
        !isCurrent && isAlone && 'max-sm:hidden',
      )}
    >
      <span
        className={clsx(
          'leading-7 tabular-nums',
          isAlone && 'max-sm:sr-only',
          isCurrent ? 'text-spark-ink' : 'text-faint',
        )}
      >
        {`${number}.`}
      </span>
      {children}
    </li>
  );
}

export function QuestionText({ isAlone, children }: { isAlone: boolean; children: string }) {
  return (
    <bdi
      className={clsx(
        'block font-semibold tracking-[-0.015em] wrap-anywhere text-ink sm:text-lg sm:leading-7',
        isAlone ? 'max-sm:mb-1 max-sm:text-title' : 'max-sm:text-lg max-sm:leading-7',
      )}
    >
      {children}
    </bdi>
  );
}
