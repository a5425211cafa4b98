import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import { markPhrases } from './MarkedIdea.tsx';

type MarkedTextAreaProps = Omit<ComponentProps<typeof TextArea>, 'value' | 'autoGrow'> & {
  value: string;
  /** Drawn with the marker pen where they stand in the text. */
  phrases: string[];
  /** Stands behind the last word and is no part of the text. */
  ending?: ReactNode;
};

/** Longer texts scroll, and their marks would not. */
const longestMarked = 500;

/** A text being typed, with words of it marked. */
export function MarkedTextArea(props: MarkedTextAreaProps) {
  const { value, phrases, ending, className, ...rest } = props;
  const isMarked = value.length <= longestMarked;
  return (
    <div className={clsx('grid grid-cols-1', !props.isBare && 'rounded-s bg-card')}>
      {isMarked ? (
        <span
          aria-hidden="true"
          className={clsx(
            'pointer-events-none col-start-1 row-start-1 min-w-0 whitespace-pre-wrap wrap-anywhere text-transparent',
            !props.isBare && 'px-3 py-2 text-sm pointer-coarse:text-base',
            className,
          )}
          dir="auto"
        >
          {markPhrases(value, phrases).map(({ text, start, isMarked: isPhrase }) =>
            isPhrase ? (
              <mark key={start} className="marker-pen">
                {text}
              </mark>
            ) : (
              <span key={start}>{text}</span>
            ),
          )}
          {ending}
        </span>
      ) : null}
      <TextArea
        dir="auto"
        {...rest}
        autoGrow
        value={value}
        className={clsx(
          'relative col-start-1 row-start-1 bg-transparent! wrap-anywhere',
          !isMarked && 'max-h-48 overflow-y-auto',
          className,
        )}
      />
    </div>
  );
}
