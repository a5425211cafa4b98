import { Fragment } from 'react';
import { citedParts } from '#shared/rules/surveys/cited-parts.ts';

/** Words of a text in which each citation shows its number and the words that were found in that answer. */
export function CitedText({ children }: { children: string }) {
  return citedParts(children).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its place
    <Fragment key={index}>
      {part.kind === 'text' ? (
        part.text
      ) : part.kind === 'citation' ? (
        <Chip answers={[part.answer]} quote={part.quote} />
      ) : (
        <>
          <mark className="rounded-[3px] bg-spark-wash px-0.5 text-ink">{part.words}</mark>{' '}
          <Chip answers={part.answers} />
        </>
      )}
    </Fragment>
  ));
}

function Chip({ answers, quote }: { answers: number[]; quote?: string }) {
  return (
    <span className="rounded-[6px] bg-spark-wash box-decoration-clone px-1.5 py-px text-[12px] text-spark-ink tabular-nums">
      <b className="text-[11px] font-semibold">
        <span data-added className="sr-only">
          {'answer '}
        </span>
        {answers.map((answer) => `#${answer}`).join(', ')}
      </b>
      {quote === undefined ? null : (
        <>
          {' '}
          <span data-added>“</span>
          {quote}
          <span data-added>”</span>
        </>
      )}
    </span>
  );
}
