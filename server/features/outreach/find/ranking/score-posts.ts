import MiniSearch from 'minisearch';
import { termOf, wordsOf } from '#server/features/outreach/find/phrases/tokenise.ts';
import type { FoundPost } from '#server/integrations/sources/port.ts';
import { isSpecific, type PlacedTerm, pairsOf, type Query, startOf } from './query.ts';

export type ScoredPost<Post> = ReadPost<Post> & { score: number; matched: string[] };

// One shared word is not enough: of such posts one in six is on topic.
const fewestTerms = 2;
// Without word frequencies, two shared words may both be everyday ones.
const fewestUnweighed = 3;

/** True when a query has enough telling terms; with fewer it finds no post. */
export function canFind(query: Query): boolean {
  return [...query.weights.keys()].filter((term) => isSpecific(query, term)).length >= fewestShared(query);
}

/**
 * BM25 of every post that shares at least two telling terms with the query, three with weaker weights. A post's score
 * does not depend on other posts.
 */
export function scorePosts<Post extends Pick<FoundPost, 'title' | 'threadTitle' | 'body'>>(
  posts: Post[],
  query: Query,
): ScoredPost<Post>[] {
  const fewest = fewestShared(query);
  const read = posts.map((post) => readPost(post, query)).filter(({ distinct }) => distinct >= fewest);
  const holders = countHolders(read);
  const index = new MiniSearch<{ id: number }>({
    fields: ['terms'],
    extractField: (document) => String(document.id),
    tokenize: (id) => read[Number(id)]?.terms ?? [],
    processTerm: (term) => term,
  });
  index.addAll(read.map((_, id) => ({ id })));
  const found = index.search('', {
    tokenize: () => [...query.weights.keys()],
    // Length has a coefficient of its own in the calibration: an average of what was found would move every score.
    bm25: { k: 1.2, b: 0, d: 0 },
    // The library weighs a term by how few of these posts hold it; that is taken out and English put in its place.
    boostTerm: (term) => (query.weights.get(term) ?? 0) / rarityAmong(read.length, holders.get(term) ?? 0),
  });
  return found.flatMap(({ id, score, terms }) => {
    const post = read[id as number];
    return post ? { ...post, score, matched: terms } : [];
  });
}

function fewestShared({ isWeighed }: Query): number {
  return isWeighed ? fewestTerms : fewestUnweighed;
}

function countHolders(read: ReadPost<unknown>[]): Map<string, number> {
  const holders = new Map<string, number>();
  for (const { terms } of read)
    for (const term of new Set(terms)) holders.set(term, (holders.get(term) ?? 0) + 1);
  return holders;
}

/** As MiniSearch computes it. */
function rarityAmong(posts: number, holders: number): number {
  return Math.log(1 + (posts - holders + 0.5) / (holders + 0.5));
}

/** Terms of a post that match a query. */
type ReadPost<Post> = {
  post: Post;
  /** Every use of one of the query's terms; those of the title twice. */
  terms: string[];
  /** Number of different terms that name a subject. */
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
function readPost<Post extends Pick<FoundPost, 'title' | 'threadTitle' | 'body'>>(
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
