import { termReader, wordsOf } from './tokenise.ts';
import type { WordWeights } from './word-weights.ts';

type Phrase = { words: string[]; terms: string[]; weight: number };

/** A word of a description that names a subject, alone or with the word before it. */
export type RunWord = { word: string; term: string };

const mostPhrases = 8;
const mostKeywords = 20;
const longestPhrase = 40;
// Two words find fewer posts than one, and of them more that fit.
const pairBonus = 1.4;
// A description says first what it is about.
const openingWords = 4;
const openingBonus = 1.5;
/** A word of less weight, such as 'write', finds everything: it is asked alone where little else can be. */
const tellingFrom = 8;
const fewestPhrases = 3;

/** True when a weak word makes a phrase with the word before it, as in 'guest list'. */
export function isHeadWord(word: string): boolean {
  return headWords.has(word);
}

/**
 * Up to eight phrases of one or two words for sources to search, the most telling first: rare in English, frequent,
 * adjacent. Everyday words alone only fill up to three. None when no word names a subject.
 */
export function keyPhrasesOf(description: string, weights: WordWeights): string[] {
  const candidates = new Map<string, Phrase & { count: number }>();
  let wordsBefore = 0;
  for (const run of runsOf(description)) {
    const bonus = wordsBefore < openingWords ? openingBonus : 1;
    wordsBefore += run.length;
    for (const phrase of phrasesOf(run, weights)) {
      const key = phrase.terms.join(' ');
      const known = candidates.get(key) ?? { ...phrase, weight: phrase.weight * bonus, count: 0 };
      candidates.set(key, { ...known, count: known.count + 1 });
    }
  }
  const isTelling = ({ terms: [term = '', next] }: Phrase) =>
    next !== undefined || weights.weigh(term) >= tellingFrom;
  const ordered = [...candidates.values()].toSorted(
    (a, b) =>
      Number(isTelling(b)) - Number(isTelling(a)) ||
      b.weight * Math.log(1 + b.count) - a.weight * Math.log(1 + a.count),
  );
  return pickApart(ordered)
    .filter((phrase, place) => place < fewestPhrases || isTelling(phrase))
    .map(({ words }) => words.join(' '));
}

/** A campaign's own keywords, each at most three words: of a longer one its key phrases. */
export function phrasesOfKeywords(keywords: string[], weights: WordWeights): string[] {
  const phrases = keywords.flatMap((keyword) => {
    const words = wordsOf(keyword);
    return words.length <= 3 ? words.join(' ') : keyPhrasesOf(keyword, weights).slice(0, 2);
  });
  return [...new Set(phrases.filter((phrase) => phrase !== '' && phrase.length <= longestPhrase))].slice(
    0,
    mostKeywords,
  );
}

/** Telling words in sequence, without a mark or another word between them. */
export function runsOf(description: string): RunWord[][] {
  const runs: RunWord[][] = [];
  const termOf = termReader(description);
  for (const clause of description.split(/[^\p{L}\p{M}\p{N}\s'’.+#-]+|[.'’-]+(?=\s|$)|\s-+|\n/u)) {
    runs.push([]);
    for (const word of wordsOf(clause)) {
      const run = runs.at(-1) ?? [];
      const term = termOf(word) ?? (run.length > 0 && isHeadWord(word) ? word : null);
      if (term === null) runs.push([]);
      else run.push({ word, term });
    }
  }
  return runs.filter((run) => run.length > 0);
}

function phrasesOf(run: RunWord[], weights: WordWeights): Phrase[] {
  return run.flatMap(({ word, term }, place) => {
    if (isHeadWord(word)) return [];
    const alone = { words: [word], terms: [term], weight: weights.weigh(term) };
    const next = run[place + 1];
    if (!next) return [alone];
    const weight =
      ((alone.weight + (isHeadWord(next.word) ? alone.weight : weights.weigh(next.term))) / 2) * pairBonus;
    return [alone, { words: [word, next.word], terms: [term, next.term], weight }];
  });
}

/** Skips what has a word in common with a phrase that was picked before. */
function pickApart(phrases: Phrase[]): Phrase[] {
  const picked: Phrase[] = [];
  const used = new Set<string>();
  for (const phrase of phrases) {
    if (picked.length === mostPhrases) break;
    if (phrase.terms.some((term) => used.has(term)) || phrase.words.join(' ').length > longestPhrase)
      continue;
    for (const term of phrase.terms) used.add(term);
    picked.push(phrase);
  }
  return picked;
}

/** Words without a subject of their own that name one with the word before them. */
const headWords = new Set('list lists plan plans system site sites page pages team teams'.split(' '));
