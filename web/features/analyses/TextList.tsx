import { AnswerNumber } from './AnswerNumber.tsx';
import type { AggregatedSection } from './aggregated-sections.ts';
import { answerPlace } from './answer-place.ts';

type TextListProps = Pick<Extract<AggregatedSection, { kind: 'texts' }>, 'title' | 'texts' | 'numbers'>;

/** The free-text answers to one question, each with its number where that is known. */
export function TextList({ title, texts, numbers }: TextListProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={title} tabIndex={0} className="-mx-1.5 max-h-80 overflow-y-auto rounded-s">
      {numbers.length > 0 ? (
        <ul className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5">
          {numbers.map((number, place) => (
            <li key={number} {...answerPlace({ title, number })} className={numbered}>
              <AnswerNumber number={number} className="mt-px justify-self-end" />
              <span dir="auto" className={words}>
                {texts[place]}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <ul className="grid list-disc gap-1.5 pr-1.5 pl-6.5 marker:text-faint">
          {texts.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two people may have written the same words
            <li key={index} dir="auto" className={words}>
              {text}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const words = 'whitespace-pre-line wrap-anywhere';

// The one that a number led to has the focus, also where it was clicked.
const numbered =
  'col-span-2 grid grid-cols-subgrid items-start rounded-s px-1.5 py-1 -outline-offset-2 outline-spark ' +
  'transition-colors duration-100 focus:bg-spark-wash focus:outline-2';
