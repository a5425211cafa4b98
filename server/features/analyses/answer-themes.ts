import { englishStopWords, otherStopWords } from '#shared/rules/stop-words.data.ts';
import type { WrittenAnswer } from '#shared/rules/verdict.ts';

/** What several answers have in common: the words as one of them has them, in lower case, and those answers. */
export type Theme = { words: string; answers: WrittenAnswer[] };

const answersRead = 500;
const unitsRead = 1_000;
const themesNamed = 2;

/**
 * Words or pairs of words that at least three of the answers share (two, when there are fewer than ten answers; a
 * twentieth, when there are more than sixty), most shared first, two at most. Words of `known` (the question, the
 * idea) are not news and make no theme. Reads the first 500 answers and 1,000 units of each, in linear time.
 * Knows no word borders in scripts without spaces, where it finds nothing.
 */
export function findThemes(answers: WrittenAnswer[], known: string): Theme[] {
  const read = answers.slice(0, answersRead);
  const knownStems = new Set(wordsOf(known, 12_000).map(stem));
  const terms = new Map<string, Term>();
  for (const [position, { answer }] of read.entries())
    addTerms(terms, wordsOf(answer, unitsRead), position, knownStems);
  const needed = read.length < 10 ? 2 : Math.max(3, Math.ceil(read.length / 20));
  const shared = [...terms.values()].filter(({ at }) => at.length >= needed).sort(byWeight);
  return pickApart(shared).map(({ words, at }) => ({
    words,
    answers: at.flatMap((position) => read[position] ?? []),
  }));
}

/** Leaves out answers that repeat a longer one word for word: copies are no evidence of their own. */
export function withoutCopies(answers: WrittenAnswer[]): WrittenAnswer[] {
  const seen = new Set<string>();
  return answers.filter(({ answer }) => {
    const words = answer.toLowerCase().split(/\s+/).filter(Boolean);
    const text = words.join(' ');
    if (words.length > 5 && seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}

type Term = { words: string; stems: string[]; at: number[] };

function addTerms(terms: Map<string, Term>, words: string[], position: number, known: Set<string>): void {
  let previous: { word: string; stem: string } | null = null;
  for (const word of words) {
    const current = isTelling(word) && !known.has(stem(word)) ? { word, stem: stem(word) } : null;
    if (current) addTerm(terms, current.word, [current.stem], position);
    if (current && previous)
      addTerm(terms, `${previous.word} ${current.word}`, [previous.stem, current.stem], position);
    previous = current;
  }
}

function addTerm(terms: Map<string, Term>, words: string, stems: string[], position: number): void {
  const key = stems.join(' ');
  const term = terms.get(key);
  if (!term) terms.set(key, { words, stems, at: [position] });
  else if (term.at.at(-1) !== position) term.at.push(position);
}

/** Skips what says the same again: a shared word, or nearly the same answers. */
function pickApart(terms: Term[]): Term[] {
  const picked: Term[] = [];
  for (const term of terms) {
    if (picked.length === themesNamed) break;
    if (!picked.some((other) => isSameAgain(other, term))) picked.push(term);
  }
  return picked;
}

function isSameAgain(picked: Term, term: Term): boolean {
  if (term.stems.some((word) => picked.stems.includes(word))) return true;
  const answers = new Set(picked.at);
  return term.at.filter((position) => answers.has(position)).length >= term.at.length * 0.8;
}

// A pair of words says more than one word that only a few more answers share.
function byWeight(a: Term, b: Term): number {
  return weight(b) - weight(a) || (a.words < b.words ? -1 : 1);
}

function weight(term: Term): number {
  return term.at.length * (term.stems.length === 2 ? 1.5 : 1);
}

function wordsOf(text: string, units: number): string[] {
  const words = text.slice(0, units).toLowerCase().replaceAll('’', "'");
  return words.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:'\p{L}+)*/gu) ?? [];
}

function isTelling(word: string): boolean {
  if (word.length < 3 || word.length > 40 || /^\d/.test(word)) return false;
  return !englishStopWords.has(word) && !otherStopWords.has(word);
}

/** Folds "checks", "checked" and "checking"; need not be a word, only the same for all of them. */
function stem(word: string): string {
  const root = word
    .replace(/'s$/, '')
    .replace(/(?<=.{3})(?:ing|ed|es|(?<![su])s)$/, '')
    .replace(/(?<=.{2})e$/, '');
  return root.replace(/(\p{L})\1$/u, '$1');
}
