import { readOption } from '#shared/rules/option-meaning.ts';
import { asksWhatPeopleDid } from '#shared/rules/option-signal.ts';
import type { Evidence, WrittenAnswer } from '#shared/rules/verdict.ts';
import { findThemes, type Theme, withoutCopies } from './answer-themes.ts';
import { counted, grouped, named } from './describe-signal.ts';
import { quote } from './quote.ts';

const quotesShown = 3;

/** The free-text answers to a question, newest first; blank ones are left out. */
export function textsOf(evidence: Evidence, question: number): WrittenAnswer[] {
  return evidence.texts
    .filter((text) => text.question === question && text.answer.trim() !== '')
    .sort((a, b) => b.number - a.number);
}

/** What the answers to an open-ended question have in common, in quotes; the newest one when they share nothing. */
export function describeTexts(evidence: Evidence, question: number): string[] {
  const all = textsOf(evidence, question);
  const asked = evidence.questions[question]?.question ?? '';
  const texts = withoutCopies(all);
  const [newest] = texts;
  if (!newest) return [];
  const asides = all.length - texts.length;
  const aside =
    asides > 0 ? ` (${counted(asides, 'word-for-word copy', 'word-for-word copies')} set aside)` : '';
  if (texts.length === 1) {
    return [
      `The only free-text answer to ${named(asked)}${aside}: ${quote(newest.answer, [newest.number])}.`,
    ];
  }
  const total = `${partOf(evidence, question, all)}${grouped(texts.length)} free-text answers to ${named(asked)}${aside}`;
  const themes = findThemes(texts, `${asked} ${evidence.idea}`);
  if (themes.length === 0) {
    return [
      `No theme is shared by enough of ${total}; the newest: ${quote(newest.answer, [newest.number])}.`,
    ];
  }
  return themes.map(
    (theme) => `${grouped(theme.answers.length)} of ${total} mention ‘${theme.words}’: ${quotesOf(theme)}.`,
  );
}

/** Short answers which say that nothing happened or was done, where the question asks what people did; else null. */
export function describeDenials(evidence: Evidence, question: number): string | null {
  const asked = evidence.questions[question]?.question ?? '';
  const texts = textsOf(evidence, question);
  const denials = texts.filter(({ answer }) => isShort(answer) && readOption(answer) === 'absent');
  if (denials.length < (texts.length < 10 ? 2 : 3) || !asksWhatPeopleDid(asked)) return null;
  const shown = joinQuotes(denials, () => '');
  return `${grouped(denials.length)} of ${partOf(evidence, question, texts)}${grouped(texts.length)} free-text answers to ${named(asked)} say that nothing happened or was done: ${shown}.`;
}

/** "the newest ", when more answers were given than read. */
export function partOf(evidence: Evidence, question: number, read: WrittenAnswer[]): string {
  return (evidence.tallies[question]?.answered ?? 0) > read.length ? 'the newest ' : '';
}

function quotesOf(theme: Theme): string {
  const shortestFirst = [...theme.answers].sort(
    (a, b) => a.answer.length - b.answer.length || b.number - a.number,
  );
  return joinQuotes(shortestFirst, () => theme.words);
}

/** Some of these answers in quotes, from `termOf` each on; equal ones are quoted once, with the numbers of all. */
export function joinQuotes(answers: WrittenAnswer[], termOf: (words: string) => string): string {
  const numbers = new Map<string, number[]>();
  for (const { answer, number } of answers) {
    const words = answer.trim();
    numbers.set(words, [...(numbers.get(words)?.slice(0, quotesShown * 2) ?? []), number]);
  }
  return [...numbers]
    .slice(0, quotesShown)
    .map(([words, same]) => quote(words, same, termOf(words)))
    .join(', ');
}

function isShort(answer: string): boolean {
  return answer.length <= 60 && answer.trim().split(/\s+/).length <= 6;
}
