import { Fragment, use } from 'react';
import { AnswerLink, AnswerNumber } from '#web/features/analyses/submissions/AnswerNumber.tsx';
import {
  findAnswer,
  type ListedAnswer,
  ListedAnswers,
} from '#web/features/analyses/submissions/listed-answers.ts';

/** A claim in which quotes stand out and the numbers behind them lead to the answers, where these are listed. */
export function EvidenceText({ text }: { text: string }) {
  const listed = use(ListedAnswers);
  const parts = text.split(pattern);
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
    <Fragment key={index}>{draw(part, parts.slice(0, index).join(''), listed)}</Fragment>
  ));
}

// A quote in curly marks, or the answer numbers in parentheses: (#7) or (#4, #11).
const pattern = /(“[^“”]*”|\s?\(#\d+(?:, #\d+)*\))/;

function draw(part: string, before: string, listed: ListedAnswer[]) {
  if (part.startsWith('“'))
    return (
      <span className="bg-[linear-gradient(transparent_58%,color-mix(in_oklch,var(--spark)_24%,transparent)_58%)] px-px">
        {part}
      </span>
    );
  const numbers = /^\s?\(#/.test(part) ? part.match(/\d+/g)?.map(Number) : null;
  if (!numbers) return part;
  return numbers.map((number) => {
    const answer = findAnswer(listed, number, before);
    return answer ? (
      <AnswerLink key={number} answer={answer} className="ml-1 align-[1px]" />
    ) : (
      <AnswerNumber
        key={number}
        number={number}
        title={`From answer #${number}`}
        className="ml-1 align-[1px]"
      />
    );
  });
}
