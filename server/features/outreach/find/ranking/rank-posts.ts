import { keyPhrasesOf, phrasesOfKeywords } from '#server/features/outreach/find/phrases/key-phrases.ts';
import { termOf, wordsOf } from '#server/features/outreach/find/phrases/tokenise.ts';
import { loadWordWeights } from '#server/features/outreach/find/phrases/word-weights.ts';
import {
  canFind,
  isRare,
  isSpecific,
  leastShared,
  type PlacedTerm,
  type PostText,
  pairsOf,
  type Query,
  queryOf,
  startOf,
} from './query.ts';
import { sharedWordsOf } from './shared-words.ts';

/** From this closeness on a post is about what the description says, and from this confidence on it is shown. */
export const shownFrom = 60;

/** A post that shares telling words with a description; `subject`, 0 to 98, says how closely. */
export type ScoredPost<Post> = Match<Post> & { subject: number };

export type Ranking = {
  /** Phrases to search for; none when the description is too short. */
  phrases: string[];
  /** False for a description in a language other than English. */
  isEnglish: boolean;
  /** Those that share telling words, the closest first. A post's closeness doesn't depend on what else was found. */
  rank<Post extends PostText>(posts: Post[]): ScoredPost<Post>[];
  /** The description's own words that a post shares, the most telling first. */
  sharedWords(match: Match<PostText>): string[];
};

/** Ranks posts by the whole of a description and the campaign's keywords, if it has any. */
export async function prepareRanking(description: string, keywords: string[] = []): Promise<Ranking> {
  const weights = await loadWordWeights();
  const given = [description, ...keywords].join('.\n');
  const query = queryOf(given, weights);
  const own = phrasesOfKeywords(keywords, weights);
  const phrases = own.length > 0 ? own : keyPhrasesOf(description, weights);
  return {
    phrases: canFind(query) ? phrases : [],
    isEnglish: query.isWeighed,
    rank: (posts) =>
      posts
        .flatMap((post) => matchPost(post, query) ?? [])
        .map((match) => ({ ...match, subject: closenessOf(match, query) }))
        .toSorted((a, b) => b.subject - a.subject || b.score - a.score),
    sharedWords: sharedWordsOf(given, query),
  };
}

export type Match<Post> = {
  post: Post;
  score: number;
  /** The query's terms in the post, each once. */
  matched: string[];
  /** Two terms side by side as in the description, as often as they are, at most `mostPairs`. */
  pairs: string[];
  /** Its title holds a rare term. */
  isNamed: boolean;
  /** It shares too few terms to be found without its title. */
  isNamedOnly: boolean;
  /** All its words. */
  length: number;
  hasBody: boolean;
};

/** A long post says early what it is about; what follows would only be met by chance. */
const bodyRead = 4_000;
const mostPairs = 3;
// Of BM25: how soon further uses of a term stop to count.
const saturation = 1.2;

/**
 * Scores a post that shares enough telling terms with the query, or has a rare one in its title; null otherwise. The score is BM25 with English in
 * place of the rarity among the posts, times the number of terms. Length has a coefficient of its own in the curves.
 * A comment without a title is read under its thread's.
 */
function matchPost<Post extends PostText>(post: Post, query: Query): Match<Post> | null {
  const title = readText(post.title || (post.threadTitle ?? ''), query);
  const body = readText(post.body.slice(0, bodyRead), query);
  const uses = new Map<string, number>();
  // A term in the title counts twice.
  for (const term of [...title.terms, ...title.terms, ...body.terms])
    uses.set(term, (uses.get(term) ?? 0) + 1);
  const matched = [...uses.keys()];
  if (query.needed !== null && !uses.has(query.needed)) return null;
  const isBroad = matched.filter((term) => isSpecific(query, term)).length >= leastShared(query);
  const isNamed = title.terms.some((term) => isRare(query, term));
  if (!isBroad && !isNamed) return null;
  const sum = [...uses].reduce(
    (total, [term, count]) =>
      total + ((query.weights.get(term) ?? 0) * count * (saturation + 1)) / (count + saturation),
    0,
  );
  return {
    post,
    score: sum * matched.length,
    matched,
    pairs: [...title.pairs, ...body.pairs].slice(0, mostPairs),
    isNamed,
    isNamedOnly: !isBroad,
    length: title.length + body.length,
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

type Curve = { start: number; score: number; length: number; pairs: number; terms: number };

// Logistic curves, fitted on 8,865 pairs of a product and a labelled post that share two terms: 68 descriptions, ten
// subjects. A subject is less than a problem: see docs/decisions/0013.
const withBody: Curve = { start: 7.42, score: 1.7, length: -1, pairs: 1.92, terms: 0.2 };
const titleAlone: Curve = { start: 1.46, score: 1.25, length: -0.04, pairs: 1.39, terms: 0.57 };
// A comparison by words is never certain, because rare words may match by chance. Three telling words give at most 90,
// each fewer takes 8 away, each more adds ever less. Posts that the curves rate equal are ranked by it.
const surest = 98;
const broad = 3;
const surestOfBroad = 90;
const lostByTerm = 8;
const breadthOfDoubt = 3;
// A term of less weight counts for less than one.
const tellingWeight = 6;
const pairBreadth = 0.7;
// Without word frequencies the curves are lower: such a post is shown, never among the surest.
const surestUnweighed = 75;

// A rare word in the title says the subject, and nothing more of the problem.
const closeByName = 88;

/**
 * How closely a post matches a description, 0 to 98, rounded down. It was fitted on subjects, not on who asks. A score is
 * a share of the query's weight.
 */
function closenessOf(post: Match<unknown>, query: Query): number {
  const curve = post.hasBody ? withBody : titleAlone;
  const evidence =
    curve.start +
    curve.score * Math.log(post.score / query.total) +
    curve.length * Math.log(post.length + 1) +
    curve.pairs * post.pairs.length +
    curve.terms * Math.log(query.weights.size);
  const share = 1 / (1 + Math.exp(-evidence));
  const sure = query.isWeighed
    ? share * surestWith(breadthOf(post, query))
    : Math.min(surestUnweighed, share * 100);
  return post.isNamedOnly ? closeByName : Math.floor(sure);
}

/** How many telling terms a post shares, each counted once. */
function breadthOf({ matched, pairs }: Match<unknown>, query: Query): number {
  const specific = matched.filter((term) => isSpecific(query, term));
  const terms = specific.map((term) => Math.min(1, (query.weights.get(term) ?? 0) / tellingWeight));
  const isTelling = (pair: string) => pair.split(' ').every((term) => isSpecific(query, term));
  const sum = terms.reduce((total, one) => total + one, 0);
  return sum + pairBreadth * new Set(pairs.filter(isTelling)).size;
}

function surestWith(breadth: number): number {
  if (breadth < broad) return surestOfBroad - lostByTerm * (broad - breadth);
  return surest - (surest - surestOfBroad) * Math.exp((broad - breadth) / breadthOfDoubt);
}
