import { isHeadWord, runsOf } from '#server/features/outreach/find/phrases/key-phrases.ts';
import { wordsOf } from '#server/features/outreach/find/phrases/tokenise.ts';
import type { PostText, Query } from './query.ts';

/** Words of a description as people would quote them, and the terms that they mean. */
type Naming = { words: string; terms: string[] };

const mostNamed = 8;

/** Finds the description's own words that a post shares, the most telling first, no term twice. */
export function sharedWordsOf(
  description: string,
  { weights }: Query,
): (scored: { post: PostText; matched: string[]; pairs: string[] }) => string[] {
  const namings = namingsOf(description);
  return ({ post, matched, pairs }) => {
    const text = ` ${wordsOf(`${titleOf(post)}\n${post.body}`).join(' ')} `;
    const left = new Set(matched);
    const named: { words: string; weight: number }[] = [];
    for (const { words, terms } of namings) {
      if (!terms.every((term) => left.has(term))) continue;
      const isPhrase = words.includes(' ');
      if (isPhrase && !pairs.includes(terms.join(' ')) && !text.includes(` ${words.toLowerCase()} `))
        continue;
      for (const term of terms) left.delete(term);
      named.push({ words, weight: terms.reduce((sum, term) => sum + (weights.get(term) ?? 0), 0) });
    }
    return named
      .toSorted((a, b) => b.weight - a.weight)
      .slice(0, mostNamed)
      .map(({ words }) => words);
  };
}

/** Every term of a description, and those that are side by side, in its own words; 'guest list' before 'guest'. */
function namingsOf(description: string): Naming[] {
  const namings = new Map<string, Naming>();
  for (const run of runsOf(description))
    for (const [place, { word, term }] of run.entries()) {
      if (isHeadWord(word)) continue;
      const next = run[place + 1];
      const alone = { words: spelledIn(description, word), terms: [term] };
      const both = next && {
        words: `${alone.words} ${spelledIn(description, next.word)}`,
        terms: isHeadWord(next.word) ? [term] : [term, next.term],
      };
      for (const naming of [both, alone])
        if (naming && !namings.has(naming.words)) namings.set(naming.words, naming);
    }
  return [...namings.values()].toSorted((a, b) => b.words.split(' ').length - a.words.split(' ').length);
}

/** A word with capitals inside, such as RSVP, as the text has it: others read better in lower case. */
function spelledIn(text: string, form: string): string {
  const place = text.toLowerCase().indexOf(form);
  const spelled = place < 0 ? form : text.slice(place, place + form.length);
  return /^.+\p{Lu}/u.test(spelled) && !spelled.includes(' ') ? spelled : form;
}

function titleOf({ title, threadTitle }: PostText): string {
  return title || (threadTitle ?? '');
}
