import type { AnswerEvidence } from '#shared/contracts/ai.ts';
import { withoutHalfCharacter } from '#shared/rules/reply-cut.ts';

type Option = AnswerEvidence['options'][number];

/** The options that most people chose, the first of each question first, with exact counts. */
export function mostChosen(evidence: AnswerEvidence, most: number): string[] {
  const byQuestion = Object.values(Object.groupBy(evidence.options, ({ question }) => question));
  const first = byQuestion.flatMap((options = []) =>
    options.toSorted((a, b) => b.count - a.count).slice(0, 1),
  );
  return first
    .filter(({ count }) => count > 0)
    .slice(0, most)
    .map(
      (option) => `${onOneLine(option.question, 120)} “${onOneLine(option.name, 80)}”: ${chosenBy(option)}`,
    );
}

/** The answers that say most, word for word, with their numbers. */
export function quotesOf({ answers }: AnswerEvidence, most: number): string[] {
  const fitting = answers.filter(
    ({ text }) => text.trim().length <= longestQuote && text.trim().includes(' '),
  );
  return fitting
    .toSorted((a, b) => b.text.length - a.text.length || b.number - a.number)
    .slice(0, most)
    .map(quote);
}

export function quote({ number, text }: { number: number; text: string }): string {
  return `“${onOneLine(text, longestQuote)}” (#${number})`;
}

/** "16 of 40". */
export function chosenBy({ count, answered }: Option): string {
  return answered === null ? `${count}` : `${count} of ${answered}`;
}

const longestQuote = 140;

/** Strangers' words on one line, in which no link can begin. */
export function onOneLine(text: string, longest: number): string {
  const line = text.replace(/\s+/g, ' ').replaceAll('[', '(').replaceAll(']', ')').trim();
  return line.length > longest ? `${withoutHalfCharacter(line.slice(0, longest - 1)).trimEnd()}…` : line;
}
