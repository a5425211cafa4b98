import { Fragment } from 'react';

/** A claim in which quotes stand out and the numbers of the answers behind them are marked. */
export function EvidenceText({ text }: { text: string }) {
  return text.split(pattern).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
    <Fragment key={index}>{draw(part)}</Fragment>
  ));
}

// A quote in curly marks, or the answer numbers in parentheses: (#7) or (#4, #11).
const pattern = /(“[^“”]*”|\s?\(#\d+(?:, #\d+)*\))/;

function draw(part: string) {
  if (part.startsWith('“'))
    return (
      <span className="bg-[linear-gradient(transparent_58%,color-mix(in_oklch,var(--spark)_24%,transparent)_58%)] px-px">
        {part}
      </span>
    );
  const numbers = /^\s?\(#/.test(part) ? part.match(/#\d+/g) : null;
  if (!numbers) return part;
  return numbers.map((number) => <AnswerNumber key={number} number={number} />);
}

function AnswerNumber({ number }: { number: string }) {
  return (
    <span
      title={`From answer ${number}`}
      className="ml-1 rounded-[5px] bg-spark-wash px-1.25 py-px align-[1px] text-[11px] leading-4 font-semibold whitespace-nowrap text-spark-ink tabular-nums"
    >
      <span className="sr-only">answer </span>
      {number}
    </span>
  );
}
