import { isHeadWord, runsOf } from './key-phrases.ts';
import type { ScoredPost } from './score-posts.ts';
import { wordsOf } from './tokenise.ts';

/** Words of a description as people would quote them, and the terms that they stand for. */
export type Naming = { words: string; terms: string[] };

const mostNamed = 8;

/** Every term of a description, and those that stand side by side, in its own words; 'guest list' before 'guest'. */
export function namingsOf(description: string): Naming[] {
  const spelled = capitalsOf(description);
  const spell = (word: string) => spelled.get(word) ?? word;
  const namings = new Map<string, Naming>();
  for (const run of runsOf(description))
    for (const [place, { word, term }] of run.entries()) {
      if (isHeadWord(word)) continue;
      const next = run[place + 1];
      const terms = next && !isHeadWord(next.word) ? [term, next.term] : [term];
      const both = next && { words: `${spell(word)} ${spell(next.word)}`, terms };
      for (const naming of [both, { words: spell(word), terms: [term] }])
        if (naming && !namings.has(naming.words)) namings.set(naming.words, naming);
    }
  return [...namings.values()].toSorted((a, b) => b.words.split(' ').length - a.words.split(' ').length);
}

/** The description's words that a post shares, the most telling first, no term twice. */
export function sharedWords(
  scored: ScoredPost<{ title: string; threadTitle: string | null; body: string }>,
  namings: Naming[],
  weights: ReadonlyMap<string, number>,
): string[] {
  const { post, matched, pairs } = scored;
  const text = ` ${wordsOf(`${post.title || (post.threadTitle ?? '')}\n${post.body}`).join(' ')} `;
  const left = new Set(matched);
  const named: { words: string; weight: number }[] = [];
  for (const { words, terms } of namings) {
    if (!terms.every((term) => left.has(term))) continue;
    const isPhrase = words.includes(' ');
    if (isPhrase && !pairs.includes(terms.join(' ')) && !text.includes(` ${words.toLowerCase()} `)) continue;
    for (const term of terms) left.delete(term);
    named.push({ words, weight: terms.reduce((sum, term) => sum + (weights.get(term) ?? 0), 0) });
  }
  return named
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, mostNamed)
    .map(({ words }) => words);
}

/** Words with capitals inside, such as RSVP, by their lower case: others read better in lower case. */
function capitalsOf(description: string): Map<string, string> {
  const words = description.normalize('NFKC').match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Map(
    words.filter((word) => /^.+\p{Lu}/u.test(word)).map((word) => [word.toLowerCase(), word] as const),
  );
}
