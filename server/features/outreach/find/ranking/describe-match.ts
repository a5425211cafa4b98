import type { PostText } from '#server/features/outreach/find/exclusions.ts';
import { isHeadWord, runsOf } from '#server/features/outreach/find/phrases/key-phrases.ts';
import { termOf, wordsOf } from '#server/features/outreach/find/phrases/tokenise.ts';
import { spokenSentences, tameWords } from '#server/features/outreach/find/suggest/own-words.ts';
import type { FoundPost } from '#server/integrations/sources/port.ts';
import type { Query } from './query.ts';

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

const wordsQuoted = 3;
// As much as is compared.
const bodyRead = 4_000;

/**
 * Why a post matched, one sentence each, for as long as it is stored: what changes, such as its age, is not said.
 * `keywords` are the description's words whose terms it shares; they are quoted as the post has them.
 */
export function describeMatch(post: FoundPost, keywords: string[]): string[] {
  const text = `${titleOf(post)}\n${post.body.slice(0, bodyRead)}`;
  const written = wordsOf(text);
  const quoted = keywords
    .slice(0, wordsQuoted)
    .map((words) => `“${spelledIn(text, findForm(written, words) ?? words)}”`);
  // Not that it has the same words: the description may say "swap" where the post says "swapping".
  const shares = quoted.length === 0 ? [] : [`It speaks of ${joined(quoted)}, as your description does.`];
  const question = findQuestion(post, keywords);
  return [...shares, ...(question === null ? [] : [`It asks: “${question}”`])];
}

const longestQuestion = 200;
// "Any ideas?" says nothing.
const fewestWords = 4;

/** The post's question that shares most of `keywords`, word for word; null without one that can be quoted as it is. */
function findQuestion(post: FoundPost, keywords: string[]): string | null {
  const questions = spokenSentences(post)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.endsWith('?') && wordsOf(sentence).length >= fewestWords)
    .filter((sentence) => tameWords(sentence, longestQuestion) === sentence);
  const shared = (sentence: string) =>
    keywords.filter((words) => findForm(wordsOf(sentence), words) !== null).length;
  return questions.toSorted((one, other) => shared(other) - shared(one))[0] ?? null;
}

/** The words of a text that mean the same terms, in lower case; null where it has none side by side. */
function findForm(written: string[], words: string): string | null {
  const read = (word: string) => termOf(word) ?? word;
  const terms = wordsOf(words).map(read);
  const place = written.findIndex((_, start) =>
    terms.every((term, offset) => read(written[start + offset] ?? '') === term),
  );
  return place < 0 ? null : written.slice(place, place + terms.length).join(' ');
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

function joined(words: string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
