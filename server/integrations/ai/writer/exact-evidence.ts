import type { AnswerEvidence } from '#shared/contracts/ai.ts';
import { splitRefusals } from '#shared/rules/build-prompt-refusals.ts';
import { tellingWords } from '#shared/rules/build-prompt-words.ts';
import bank from '#shared/rules/plan-writing/question-bank.json' with { type: 'json' };
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

/** The options of trouble that people chose, most chosen first, each with its exact count. */
export function troublesChosen(evidence: AnswerEvidence): { name: string; note: string }[] {
  return troubles(evidence)
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .map((option) => ({ name: onOneLine(option.name, 80), note: `chosen by ${chosenBy(option)}` }));
}

/** The same of what nobody chose. */
export function neverChosen(evidence: AnswerEvidence): string[] {
  return troubles(evidence)
    .filter(({ count }) => count === 0)
    .map((option) => `Anything about “${onOneLine(option.name, 80)}” (chosen by ${chosenBy(option)})`);
}

function troubles({ options }: AnswerEvidence): Option[] {
  return options.filter(({ question, name }) => asksForTrouble(question) && !saysNothing(name));
}

const banks = Object.values(bank).map(({ hardest }) => hardest);

function asksForTrouble(question: string): boolean {
  return (
    banks.some((hardest) => hardest.question === question) ||
    /\b(?:hardest|difficult|worst|annoy\w*|missing|problems?|troubles?|gets? in the way)\b/i.test(question)
  );
}

function saysNothing(name: string): boolean {
  return (
    banks.some(({ hasnt, uncounted }) => [...hasnt, ...uncounted].includes(name)) ||
    /^(?:other|none|nothing|something else)\b/i.test(name)
  );
}

/** A feature with the answer that speaks of it, word for word; without one it is the founder's guess. */
export function withEvidence(feature: string, evidence: AnswerEvidence | null): string {
  const words = tellingWords(feature);
  const found = evidence?.answers.find(({ text }) => {
    const shared = [...tellingWords(splitRefusals(text).told)].filter((word) => words.has(word));
    return shared.length > 0 && shared.length >= Math.min(2, words.size);
  });
  return found ? `${feature} (${quote(found)})` : `${feature} ${guess}`;
}

export const guess = '(your guess)';
