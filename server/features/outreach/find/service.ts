import { AppError } from '#server/app-error.ts';
import { postKey, type Search, type SearchRequest, type SearchWatch } from '#server/conversation-search.ts';
import type { Ai } from '#server/integrations/ai/port.ts';
import type {
  ConversationSource,
  ConversationSources,
  FoundPost,
} from '#server/integrations/sources/port.ts';
import { type LeftOutReason, leftOutReason } from '#shared/contracts/conversation-sources.ts';
import type { Opportunity, Product } from '#shared/contracts/opportunities.ts';
import { placeRulesOf, ruleCardOf } from '#shared/rules/outreach/places/rule-cards.ts';
import { askSource, inTime } from './ask-sources.ts';
import { type Exclusions, findDuplicates, reasonBefore, reasonWithin } from './exclusions.ts';
import { describeMatch } from './ranking/describe-match.ts';
import { type JudgedPost, judgePosts, type RankedPost } from './ranking/judge-posts.ts';
import { type FittingPost, orderPosts, prepareRanking, type Ranking } from './ranking/rank-posts.ts';
import { suggestReply } from './suggest/suggest-reply.ts';

export type OpportunityService = { search(given: SearchRequest, watch: SearchWatch): Promise<Search> };

type OpportunityServiceDeps = {
  sources: ConversationSources;
  ai: Ai | null;
  now: () => Date;
  randomId: () => string;
};

/** How old a post may be: threads of Hacker News close after two weeks. */
const windowMs = 14 * 86_400_000;
/** As many as a campaign takes. */
const mostShown = 200;
/** Replies of one account at one host on a day. */
const dailyCap = 3;

/**
 * Finds conversations about a product's problem (specification 3, Opportunity). Every host is asked at once, and its posts are
 * ranked while others still answer; a host that fails or hangs costs its own posts only.
 * @returns each of the `considered` posts among `found` or counted in `leftOut`.
 * @throws AppError description_without_words before anybody is asked; the reason of `watch.signal` once it ends.
 */
export function opportunityService(deps: OpportunityServiceDeps): OpportunityService {
  return { search: (given, watch) => search(deps, given, watch) };
}

async function search(
  { sources, ai, now, randomId }: OpportunityServiceDeps,
  given: SearchRequest,
  watch: SearchWatch,
): Promise<Search> {
  const { product, keywords = [] } = given;
  const { signal } = watch;
  const startedAt = now();
  const exclusions = { ...given, since: new Date(startedAt.getTime() - windowMs) };
  const ranking = await prepareRanking(product.description, keywords);
  const searchedFor = ranking.phrases;
  if (searchedFor.length === 0) throw new AppError('description_without_words');
  const query = { phrases: searchedFor, since: exclusions.since, signal, onProgress: watch.onProgress };
  const asked = sources
    .sourcesFor(given.asker)
    .filter((source) => given.asks?.(source) ?? true)
    .map((source) => ({ source, answer: askSource(source, query) }));
  const parts = asked.map(async ({ source, answer }) =>
    considerPosts(source, (await answer).posts, ranking, exclusions, signal),
  );
  const answers = await Promise.all(asked.map(({ answer }) => answer));
  signal.throwIfAborted();
  watch.onRanking?.();
  const { fitting, leftOut } = mergeConsidered(await Promise.all(parts), startedAt);
  const ranked = fitting.map((one) => describeRanked(one, ranking));
  const judged = await judgePosts(ranked, { ai, product, now: startedAt, signal });
  signal.throwIfAborted();
  const shown = judged.posts.slice(0, mostShown);
  const beyond = judged.posts.slice(mostShown).map((): LeftOutReason => 'off-topic');
  const dayOf = takeTurns();
  return {
    found: shown.map((one) => {
      const turn = { id: randomId(), day: dayOf(one.post), now: startedAt };
      return { opportunity: describeOpportunity(one, product, turn), post: one.post };
    }),
    sources: answers.map(({ report }) => report),
    searchedFor,
    considered: fitting.length + leftOut.size,
    leftOut: countReasons([...leftOut.values(), ...judged.leftOut, ...beyond]),
    model: judged.model,
  };
}

function describeRanked(fitting: FittingPost<FoundPost>, ranking: Ranking): RankedPost {
  const { post, confidence } = fitting;
  const keywords = ranking.sharedWords(fitting);
  return { post, confidence, keywords, why: describeMatch(post, keywords) };
}

/** The day of each next reply at a host: one account writes there `dailyCap` times a day. */
function takeTurns(): (post: FoundPost) => number {
  const taken = new Map<string, number>();
  return ({ source, host }) => {
    const place = `${source} ${host}`;
    const before = taken.get(place) ?? 0;
    taken.set(place, before + 1);
    return Math.floor(before / dailyCap) + 1;
  };
}

function countReasons(reasons: LeftOutReason[]): { reason: LeftOutReason; count: number }[] {
  return leftOutReason.options
    .map((reason) => ({ reason, count: reasons.filter((other) => other === reason).length }))
    .filter(({ count }) => count > 0);
}

/** `day` is the day of the campaign on which it is its turn, from 1. */
type Turn = { id: string; day: number; now: Date };

/** A post as the wire carries it, with the rules of its place and what is suggested there. */
function describeOpportunity(judged: JudgedPost, product: Product, { id, day, now }: Turn): Opportunity {
  const { post, confidence, why, keywords, judgement } = judged;
  const card = ruleCardOf(post, now.toISOString().slice(0, 10));
  const { facts, draft, quote } = judgement ?? { facts: [], draft: null, quote: null };
  const suggestion = suggestReply({ post, product, card, why, keywords, facts, draft });
  return {
    id,
    link: post.url,
    original_post: post.body || post.title,
    suggested_response: suggestion.text,
    keywords_used: keywords,
    day,
    status: 'AWAITING_REVIEW',
    source: post.source,
    host: post.host,
    title: post.title || (post.threadTitle ?? ''),
    community: post.community,
    posted_at: post.createdAt.toISOString(),
    replies: post.replies,
    confidence,
    why,
    quote,
    suggestion_kind: suggestion.kind,
    reply_way: card.replyWay,
    rules: placeRulesOf(card),
  };
}

/** Posts of a host: each is in `fitting` or rejected for a reason. */
type Considered = { fitting: FittingPost<FoundPost>[]; leftOut: Map<FoundPost, LeftOutReason> };

/**
 * Ranks the posts of one host, leaves out what is no opportunity, and asks the host about the surest, while others
 * still answer.
 */
async function considerPosts(
  source: ConversationSource,
  posts: FoundPost[],
  ranking: Ranking,
  exclusions: Exclusions,
  signal: AbortSignal,
): Promise<Considered> {
  const distinct = [...new Map(posts.map((post) => [postKey(post), post])).values()];
  const leftOut = new Map<FoundPost, LeftOutReason>();
  const passes = (post: FoundPost, reason: LeftOutReason | null) => {
    if (reason) leftOut.set(post, reason);
    return !reason;
  };
  const eligible = distinct.filter((post) => passes(post, reasonBefore(post, exclusions)));
  const ranked = ranking.rank(eligible);
  const onTopic = new Set(ranked.map(({ post }) => post));
  for (const post of eligible) if (!onTopic.has(post)) leftOut.set(post, 'off-topic');
  const fitting = ranked.filter(({ post }) => passes(post, reasonWithin(post, exclusions)));
  const closed = await findClosed(source, fitting.slice(0, checkedPerHost), signal);
  return { fitting: fitting.filter(({ post }) => passes(post, closed.get(post) ?? null)), leftOut };
}

/** Posts of all hosts in display order, without duplicates of a better one. */
function mergeConsidered(parts: Considered[], now: Date): Considered {
  const leftOut = new Map(parts.flatMap((part) => [...part.leftOut]));
  const ordered = orderPosts(
    parts.flatMap(({ fitting }) => fitting),
    now,
  );
  const duplicates = findDuplicates(ordered.map(({ post }) => post));
  for (const post of duplicates) leftOut.set(post, 'duplicate');
  return { fitting: ordered.filter(({ post }) => !duplicates.has(post)), leftOut };
}

/** Number of a host's best posts to check again: each may cost a request. */
const checkedPerHost = 10;
const checkMs = 3_000;

/**
 * The posts closed to replies, and the reasons. Unknown after the timeout counts as open. A host that lists only open
 * posts is not asked again, to spare its rate limit.
 */
async function findClosed(
  source: ConversationSource,
  fitting: FittingPost<FoundPost>[],
  signal: AbortSignal,
): Promise<Map<FoundPost, LeftOutReason>> {
  const closed = new Map<FoundPost, LeftOutReason>();
  if (source.listsOnlyOpen) return closed;
  const checks = fitting.map(async ({ post }) => {
    const checking = inTime(checkMs, signal, (ending) => source.checkOpen(post, ending));
    const status = await checking.catch(() => 'unknown');
    if (status === 'gone') closed.set(post, 'dead');
    if (status === 'closed') closed.set(post, 'locked');
  });
  await Promise.all(checks);
  return closed;
}
