import MiniSearch from 'minisearch';
import type { FoundPost } from '#server/integrations/conversations/port.ts';
import { isSpecific, type Query } from './query.ts';
import { type ReadPost, readPost } from './read-post.ts';

export type ScoredPost<Post> = ReadPost<Post> & { score: number; matched: string[] };

// One shared word is no subject: of such posts one in six is on topic.
const fewestTerms = 2;
// Of words whose rarity nobody knows, two may both be everyday ones.
const fewestUnweighed = 3;

/** Whether a query has as many telling terms as a post must share: with fewer it finds nothing. */
export function canFind(query: Query): boolean {
  return [...query.weights.keys()].filter((term) => isSpecific(query, term)).length >= fewestShared(query);
}

/** BM25 of every post that shares at least two telling terms with the query, three where weights tell less; the same for a post whatever else was found. */
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
