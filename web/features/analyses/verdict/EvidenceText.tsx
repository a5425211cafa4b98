import { createContext, Fragment, use } from 'react';
import {
  AnswerLink,
  AnswerNumber,
  type ListedAnswer,
  OwnAnswers,
} from '#web/features/analyses/submissions/AnswerLink.tsx';

/** The answers listed beside the prose, where its numbers lead. */
export const ListedAnswers = createContext<ListedAnswer[]>([]);

/** A claim in which quotes stand out and the numbers behind them lead to the answers, where these are listed. */
export function EvidenceText({ text }: { text: string }) {
  const listed = use(ListedAnswers);
  const isOwner = use(OwnAnswers) !== null;
  const parts = text.split(pattern);
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
    <Fragment key={index}>{draw(part, parts.slice(0, index).join(''), listed, isOwner)}</Fragment>
  ));
}

// A quote in curly marks, or the answer numbers in parentheses: (#7) or (#4, #11, 3 more).
const pattern = /(“[^“”]*”|\s?\(#\d+(?:, #\d+)*(?:, [\d,]+ more)?\))/;

function draw(part: string, before: string, listed: ListedAnswer[], isOwner: boolean) {
  if (part.startsWith('“'))
    return (
      <span className="bg-[linear-gradient(transparent_58%,color-mix(in_oklch,var(--spark)_24%,transparent)_58%)] px-px">
        {part}
      </span>
    );
  if (!/^\s?\(#/.test(part)) return part;
  const numbers = [...part.matchAll(/#(\d+)/g)].map(([, number]) => Number(number));
  const more = part.match(/[\d,]+ more/)?.[0];
  const chips = numbers.map((number) => {
    // Its owner can open any answer, listed or not.
    const answer = isOwner ? { title: '', number } : findAnswer(listed, number, before);
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
  return more ? [...chips, <span key="more" className="ml-1 text-faint">{`and ${more}`}</span>] : chips;
}

/**
 * The answer that `number` means at the end of `before`. One person's answers to several questions share a number:
 * then it is the one with the quoted words, under the question that was named last.
 */
function findAnswer(answers: ListedAnswer[], number: number, before: string): ListedAnswer | null {
  const words = bare(before.match(/“([^“”]*)”\s*$/)?.[1] ?? '');
  const same = answers.filter((answer) => answer.number === number);
  const quoted = same.filter(({ text }) => bare(text).includes(words));
  const named = ({ title }: ListedAnswer) => before.lastIndexOf(`‘${title.slice(0, titleStart)}`);
  return (quoted.length > 0 ? quoted : same).sort((a, b) => named(b) - named(a))[0] ?? null;
}

// Long questions are cut where they are named.
const titleStart = 40;

/** A quote without the ellipses of a cut and the marks around its direction. */
function bare(words: string): string {
  return words.replace(/[\u2066-\u2069]/gu, '').replace(/^…|…$/gu, '');
}
