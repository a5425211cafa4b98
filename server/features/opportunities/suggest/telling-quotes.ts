import { termOf, wordsOf } from '#server/features/opportunities/tokenise.ts';
import type { FoundPost } from '#server/integrations/conversations/port.ts';
import { spokenSentences, tameWords } from './own-words.ts';

const mostQuotes = 2;
const longestQuote = 150;
// "Any ideas?" carries no problem.
const fewestWords = 4;

const troubled =
  /\b(?:can'?t|can ?not|struggl\w+|stuck|problems?|issues?|trouble|tired of|frustrat\w+|annoy\w+|hate|los(?:e|es|ing|t)|forget\w*|forgot|fail\w*|waste\w*|never|no idea|don'?t know|hard to)\b/i;

/**
 * One or two short quotes of a post that carry its problem: its question that holds most of `keywords`, and what else it
 * says of them, first where it complains. Without a question only the latter; none where nothing says enough.
 */
export function tellingQuotes(post: Pick<FoundPost, 'title' | 'body'>, keywords: string[]): string[] {
  const wanted = new Set(keywords.flatMap(termsOf));
  const sentences = spokenSentences(post)
    .map((sentence) => tameWords(sentence, longestQuote))
    .filter((sentence) => (sentence.match(/\p{L}+/gu) ?? []).length >= fewestWords || unspaced.test(sentence))
    .map((sentence) => {
      const held = new Set(termsOf(sentence).filter((term) => wanted.has(term))).size;
      return { sentence, held, asks: sentence.endsWith('?'), troubles: troubled.test(sentence) };
    });
  const question = sentences.filter(({ asks }) => asks).toSorted((a, b) => b.held - a.held)[0];
  const telling = sentences
    .filter(({ asks, held }) => !asks && held > 0)
    .toSorted((a, b) => Number(b.troubles) - Number(a.troubles) || b.held - a.held);
  const chosen = [...(question ? [question] : []), ...telling].slice(0, mostQuotes);
  return (chosen.length > 0 ? chosen : sentences.slice(0, 1)).map(({ sentence }) => sentence);
}

function termsOf(text: string): string[] {
  return wordsOf(text).flatMap((word) => termOf(word) ?? []);
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{4}/u;
