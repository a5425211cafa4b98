import type { Signal } from '#shared/contracts/analyses.ts';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { readOptionSignal } from '#shared/rules/option-signal.ts';
import { signalStanding } from '#shared/rules/verdict.ts';
import { minimumAnswers, verdictLine } from '#shared/rules/verdict-line.ts';
import { cutAtWord } from './quote.ts';

/** "12 of 23 (32–71 %)" */
export function figures({ showed, answered, low, high }: Signal): string {
  return `${grouped(showed)} of ${grouped(answered)} (${low}–${high} %)`;
}

/** "1,234" */
export function grouped(count: number): string {
  return numbers.format(count);
}

/** "1 answer", "23 answers" */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** A question or an option in single quotes; double ones are kept for what people wrote. */
export function named(words: string, length = 110): string {
  return `‘${cutAtWord(words.trim().replace(/\s+/g, ' '), length)}’`;
}

/** "‘How often …?’: 12 of 23 (32–71 %) answered ‘About every week’ or ‘Almost every day’" */
export function describeSignal(question: SurveyQuestion, signal: Signal): string {
  return `${named(signal.question)}: ${figures(signal)} ${whatTheyDid(question)}`;
}

/** Where the interval lies, as the end of a sentence. */
export function describeStanding(signal: Signal): string {
  const standing = signalStanding(signal);
  if (standing === 'above') return `the whole interval is at or above the ${verdictLine} % line`;
  if (standing === 'below') return `the whole interval is at or below the ${verdictLine} % line`;
  if (signal.answered < minimumAnswers) return `fewer than ${minimumAnswers} answered, so it decides nothing`;
  return `the interval crosses the ${verdictLine} % line, so this is open`;
}

function whatTheyDid(question: SurveyQuestion): string {
  const options = question.options ?? [];
  const meaning = readOptionSignal(question);
  const showing = options.filter((_, position) => meaning?.showing.includes(position));
  const others = options.filter((_, position) => !meaning?.showing.includes(position));
  const denying = options.filter((_, position) => meaning?.denying.includes(position));
  if (question.multiSelect) return `picked something other than ${anyOf(denying)}`;
  return showing.length <= others.length || showing.length <= 3
    ? `answered ${anyOf(showing)}`
    : `answered something other than ${anyOf(others)}`;
}

function anyOf(options: string[]): string {
  const names = options.slice(0, 4).map((option) => named(option, 60));
  if (options.length > 4) names.push(`one of ${options.length - 4} more`);
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} or ${last}`;
}

const numbers = new Intl.NumberFormat('en-US');
