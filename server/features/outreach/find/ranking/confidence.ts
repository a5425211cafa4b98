import { isSpecific, type Query } from './query.ts';
import type { ScoredPost } from './score-posts.ts';

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

/**
 * How closely a post matches a description, 0 to 98, rounded down. It was fitted on subjects: of posts at 90, only five
 * or six in ten are about the product's problem. A score is a share of the query's weight.
 */
export function confidenceOf(post: ScoredPost<unknown>, query: Query): number {
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
  return Math.floor(sure);
}

/** How many telling terms a post shares, each counted once. */
function breadthOf({ matched, pairs }: ScoredPost<unknown>, query: Query): number {
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
