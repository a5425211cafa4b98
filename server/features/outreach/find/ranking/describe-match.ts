import { termOf, wordsOf } from '#server/features/outreach/find/phrases/tokenise.ts';
import { spokenSentences, tameWords } from '#server/features/outreach/find/suggest/own-words.ts';
import type { FoundPost } from '#server/integrations/sources/port.ts';

const wordsQuoted = 3;
// As much as is compared.
const bodyRead = 4_000;

/**
 * Why a post matched, one sentence each, for as long as it is kept: what changes, such as its age, is not said.
 * `keywords` are the description's words whose terms it shares; they are quoted as the post has them.
 */
export function describeMatch(post: FoundPost, keywords: string[]): string[] {
  const text = `${post.title || (post.threadTitle ?? '')}\n${post.body.slice(0, bodyRead)}`;
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

/** The words of a text that stand for the same terms, in lower case; null where it has none side by side. */
function findForm(written: string[], words: string): string | null {
  const terms = wordsOf(words).map(readTerm);
  const place = written.findIndex((_, start) =>
    terms.every((term, offset) => readTerm(written[start + offset] ?? '') === term),
  );
  return place < 0 ? null : written.slice(place, place + terms.length).join(' ');
}

function readTerm(word: string): string {
  return termOf(word) ?? word;
}

/** With capitals inside as the text has them: others read better in lower case. */
function spelledIn(text: string, form: string): string {
  const place = text.toLowerCase().indexOf(form);
  const spelled = place < 0 ? form : text.slice(place, place + form.length);
  return /^.+\p{Lu}/u.test(spelled) && !spelled.includes(' ') ? spelled : form;
}

function joined(words: string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
