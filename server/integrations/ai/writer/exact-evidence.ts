import type { AnswerEvidence } from '#shared/contracts/ai.ts';
import { numbersNamed } from '#shared/rules/build-prompts/build-prompt-citations.ts';
import { withoutHalfCharacter } from '#shared/rules/text/plain-text.ts';

type Option = AnswerEvidence['options'][number];

/** The options that most people chose, the first of each question first. */
export function mostChosen({ options }: AnswerEvidence, most: number): Option[] {
  const byQuestion = Object.values(Object.groupBy(options, ({ question }) => question));
  const first = byQuestion.flatMap((of = []) => of.toSorted((a, b) => b.count - a.count).slice(0, 1));
  return first.filter(({ count }) => count > 0).slice(0, most);
}

/** "**16 of 40:** What was hardest? “Too slow” (#3, …)", as coached sections show it. */
export function countFirst(option: Option): string {
  const { share, numbers } = chosenParts(option);
  return `**${share}:** ${choiceOf(option)}${numbers}`;
}

function choiceOf({ question, name }: Option): string {
  return `${onOneLine(question, 120)} “${onOneLine(name, 80)}”`;
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

function quote({ number, text }: { number: number; text: string }): string {
  return `“${onOneLine(text, longestQuote)}” (#${number})`;
}

function chosenParts({ count, answered, numbers = [] }: Option) {
  const named = numbersNamed(numbers, count).join(', ');
  return {
    share: answered === null ? `${count}` : `${count} of ${answered}`,
    numbers: named && ` (${named})`,
  };
}

const longestQuote = 140;

/** Strangers' words on one line, in which no link can begin. */
export function onOneLine(text: string, longest: number): string {
  const line = text.replace(/\s+/g, ' ').replaceAll('[', '(').replaceAll(']', ')').trim();
  return line.length > longest ? `${withoutHalfCharacter(line.slice(0, longest - 1)).trimEnd()}…` : line;
}
