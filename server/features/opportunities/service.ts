import { AppError } from '#server/app-error.ts';
import type { Search, SearchRequest, SearchWatch } from '#server/conversation-search.ts';
import type { Ai } from '#server/integrations/ai/port.ts';
import type { ConversationSources, FoundPost } from '#server/integrations/conversations/port.ts';
import { type LeftOutReason, leftOutReason } from '#shared/contracts/conversation-sources.ts';
import { askSource } from './ask-sources.ts';
import { considerPosts, mergeConsidered } from './consider-posts.ts';
import { describeMatch } from './describe-match.ts';
import { describeOpportunity } from './describe-opportunity.ts';
import { judgePosts } from './judge-posts.ts';
import { type FittingPost, prepareRanking, type Ranking } from './rank-posts.ts';
import { keyOf, type RankedPost } from './ranked-post.ts';

export type OpportunityService = { search(given: SearchRequest, watch: SearchWatch): Promise<Search> };

type Settings = {
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
export function opportunityService(settings: Settings): OpportunityService {
  return { search: (given, watch) => search(settings, given, watch) };
}

async function search(
  { sources, ai, now, randomId }: Settings,
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
  const asking = { phrases: searchedFor, since: exclusions.since, signal, onProgress: watch.onProgress };
  const asked = sources
    .sourcesFor(given.asker)
    .map((source) => ({ source, answer: askSource(source, asking) }));
  const parts = asked.map(async ({ source, answer }) =>
    considerPosts(source, (await answer).posts, ranking, exclusions, signal),
  );
  const answering = Promise.all(asked.map(({ answer }) => answer)).then((answers) => {
    signal.throwIfAborted();
    watch.onRanking?.();
    return answers;
  });
  const [answers, considered] = await Promise.all([answering, Promise.all(parts)]);
  const { fitting, leftOut } = await mergeConsidered(considered, startedAt);
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
  return { key: keyOf(post), post, confidence, keywords, why: describeMatch(post, keywords) };
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
