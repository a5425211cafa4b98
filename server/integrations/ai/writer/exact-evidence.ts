import type { AnswerEvidence } from '#shared/contracts/ai.ts';
import { numbersNamed } from '#shared/rules/build-prompts/build-prompt-citations.ts';
import { asksForRefusals, splitRefusals } from '#shared/rules/build-prompts/build-prompt-refusals.ts';
import { tellingWords } from '#shared/rules/build-prompts/build-prompt-words.ts';
import { withoutHalfCharacter } from '#shared/rules/text/plain-text.ts';

type Option = AnswerEvidence['options'][number];

/** The options that most people chose, the first of each question first. */
export function mostChosen({ options }: AnswerEvidence, most: number): Option[] {
  const byQuestion = Object.values(Object.groupBy(options, ({ question }) => question));
  const first = byQuestion.flatMap((of = []) => of.toSorted((a, b) => b.count - a.count).slice(0, 1));
  return first.filter(({ count }) => count > 0).slice(0, most);
}

/** "What was hardest? “Too slow”: 16 of 40 (#3, …)". */
export function countLine(option: Option): string {
  return `${choiceOf(option)}: ${chosenBy(option)}`;
}

function choiceOf({ question, name }: Option): string {
  return `${onOneLine(question, 120)} “${onOneLine(name, 80)}”`;
}

export function quote({ number, text }: { number: number; text: string }): string {
  return `“${onOneLine(text, longestQuote)}” (#${number})`;
}

/** "16 of 40 (#3, #7, #8, #12, #20, …)", as far as it is known who answered. */
function chosenBy(option: Option): string {
  const { share, numbers } = chosenParts(option);
  return `${share}${numbers}`;
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

/** A line for each option that names a trouble, most chosen first: those that were chosen, or the others. */
export function troubleLines({ options }: AnswerEvidence, isChosen: boolean, template: string): string[] {
  return options
    .filter(({ isTrouble, count }) => isTrouble && count > 0 === isChosen)
    .toSorted((a, b) => b.count - a.count)
    .map((option) => {
      const values: Record<string, string> = {
        question: onOneLine(option.question, 120),
        option: onOneLine(option.name, 80),
        count: chosenBy(option),
      };
      return template.replace(/\{(question|option|count)\}/g, (_, name: string) => values[name] ?? '');
    });
}

/**
 * A feature with the most chosen option that holds a word the idea names it by and another of the idea, or with the
 * answer that speaks of it, word for word; without either it is the founder's guess.
 */
export function withEvidence(feature: string, evidence: AnswerEvidence | null, named: string[] = []): string {
  const idea = tellingWords(evidence?.idea ?? '');
  const speaking = evidence?.options.filter(({ question, name, count, isTrouble }) => {
    const stated = tellingWords(splitRefusals(name).stated);
    const isFor = !isTrouble && !asksForRefusals(question);
    // One word alone may stand in a complaint: "Ignored the reminder from my bank".
    const ofIdea = [...stated].filter((word) => idea.has(word));
    const isNamed = named.some((word) => stated.has(word)) && ofIdea.length >= Math.min(2, stated.size);
    return count > 0 && isFor && isNamed;
  });
  const [option] = speaking?.toSorted((a, b) => b.count - a.count) ?? [];
  if (option) return `${feature} (“${onOneLine(option.name, 80)}”, chosen by ${chosenBy(option)})`;
  const words = tellingWords(feature);
  const found = evidence?.answers.find(({ text }) => {
    const shared = [...tellingWords(splitRefusals(text).stated)].filter((word) => words.has(word));
    return shared.length > 0 && shared.length >= Math.min(2, words.size);
  });
  return found ? `${feature} (${quote(found)})` : `${feature} ${guess}`;
}

export const guess = '(your guess)';
