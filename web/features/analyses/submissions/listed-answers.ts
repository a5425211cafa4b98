import { createContext } from 'react';
import type { AggregatedSection } from '#web/features/analyses/verdict/aggregated-sections.ts';

/** A free-text answer that is on the screen with its number. */
export type ListedAnswer = { title: string; number: number; text: string };

/** The answers listed beside the prose, where its numbers lead. */
export const ListedAnswers = createContext<ListedAnswer[]>([]);

export function listedAnswers(sections: AggregatedSection[]): ListedAnswer[] {
  return sections.flatMap((section) =>
    section.kind === 'texts'
      ? section.numbers.map((number, place) => ({
          title: section.title,
          number,
          text: section.texts[place] ?? '',
        }))
      : [],
  );
}

/**
 * The answer that `number` means at the end of `before`. One person's answers to several questions share a number:
 * then it is the one that holds the quoted words, under the question that was named last.
 */
export function findAnswer(answers: ListedAnswer[], number: number, before: string): ListedAnswer | null {
  const words = bare(before.match(/“([^“”]*)”\s*$/)?.[1] ?? '');
  const same = answers.filter((answer) => answer.number === number);
  const quoted = same.filter(({ text }) => bare(text).includes(words));
  const named = ({ title }: ListedAnswer) => before.lastIndexOf(`‘${title.slice(0, titleStart)}`);
  return (quoted.length > 0 ? quoted : same).sort((a, b) => named(b) - named(a))[0] ?? null;
}

// Long questions are cut where they are named.
const titleStart = 40;

/** Without what is put around a quote: the ellipses of a cut and the marks that keep its direction apart. */
function bare(words: string): string {
  return words.replace(/[\u2066-\u2069]/gu, '').replace(/^…|…$/gu, '');
}
