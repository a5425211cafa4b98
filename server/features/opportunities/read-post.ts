import type { FoundPost } from '#server/integrations/conversations/port.ts';
import { isSpecific, type PlacedTerm, pairsOf, type Query, startOf } from './query.ts';
import { termOf, wordsOf } from './tokenise.ts';

/** What of a post meets a query. */
export type ReadPost<Post> = {
  post: Post;
  /** Every use of one of the query's terms; those of the title twice. */
  terms: string[];
  /** How many different ones that tell a subject. */
  distinct: number;
  /** All its words. */
  length: number;
  /** Two terms side by side as in the description, as often as they are, at most `mostPairs`. */
  pairs: string[];
  hasBody: boolean;
};

/** A long post says early what it is about; what follows would only be met by chance. */
const bodyRead = 4_000;
const mostPairs = 3;

/** A comment without a title is read under its thread's. */
export function readPost<Post extends Pick<FoundPost, 'title' | 'threadTitle' | 'body'>>(
  post: Post,
  query: Query,
): ReadPost<Post> {
  const title = readText(post.title || (post.threadTitle ?? ''), query);
  const body = readText(post.body.slice(0, bodyRead), query);
  const terms = [...title.terms, ...title.terms, ...body.terms];
  const specific = terms.filter((term) => isSpecific(query, term));
  return {
    post,
    terms,
    distinct: specific.length < 2 ? specific.length : new Set(specific).size,
    length: title.length + body.length,
    pairs: [...title.pairs, ...body.pairs].slice(0, mostPairs),
    hasBody: body.length > 0,
  };
}

function readText(text: string, query: Query): { terms: string[]; length: number; pairs: string[] } {
  const words = wordsOf(text);
  const met: PlacedTerm[] = [];
  for (const [place, word] of words.entries()) {
    if (!query.starts.has(startOf(word))) continue;
    const term = termOf(word);
    if (term !== null && query.weights.has(term)) met.push({ term, place });
  }
  const pairs = met.length < 2 ? [] : pairsOf(met).filter((pair) => query.pairs.has(pair));
  return { terms: met.map(({ term }) => term), length: words.length, pairs };
}
