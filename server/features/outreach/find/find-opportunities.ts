import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#server/app-error.ts';
import type { Ai } from '#server/integrations/ai/port.ts';
import type {
  ConversationSource,
  ConversationSources,
  FoundPost,
} from '#server/integrations/sources/port.ts';
import { type LeftOutReason, leftOutReason } from '#shared/contracts/outreach/conversation-sources.ts';
import {
  mostOfReason,
  mostShown,
  type Opportunity,
  type Product,
} from '#shared/contracts/outreach/opportunities.ts';
import { placeRulesOf, type RuleCard, ruleCardOf } from '#shared/rules/outreach/places/rule-cards.ts';
import { askSource, inTime } from './ask-sources.ts';
import { isInDistress } from './distress/distress.ts';
import { type Exclusions, findDuplicates, reasonBefore, reasonWithin } from './exclusions.ts';
import { type JudgedPost, judgePosts } from './ranking/judge-posts.ts';
import { prepareRanking, type Ranking, type ScoredPost, shownFrom } from './ranking/rank-posts.ts';
import {
  needsAnswer,
  orderPosts,
  type ReadPost,
  readPost,
  type WeighedPost,
  weighPost,
} from './ranking/worth-answering.ts';
import { postKey, type Search, type SearchRequest, type SearchWatch } from './search-request.ts';
import type { CheckedDraft } from './suggest/check-draft.ts';
import { draftReplies } from './suggest/draft-replies.ts';
import { mayDraft, suggestReply } from './suggest/suggest-reply.ts';

type FindDeps = {
  sources: ConversationSources;
  ai: Ai | null;
  now: () => Date;
  randomId: () => string;
};

/** How old a post may be: threads of Hacker News close after two weeks. */
const windowMs = 14 * 86_400_000;
/** Replies of one account at one host on a day. */
const dailyCap = 3;

/**
 * Finds conversations about a product's problem (specification 3, Opportunity). Every host is asked at once, and its posts are
 * ranked while others still answer; a host that fails or hangs costs its own posts only.
 * @returns each of the `considered` posts among `found` or counted in `leftOut`.
 * @throws AppError description_without_words before anybody is asked; the reason of `watch.signal` once it ends.
 */
export async function findOpportunities(
  { sources, ai, now, randomId }: FindDeps,
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
  const checks = openChecks(signal);
  const toAsk = sources.sourcesFor(given.asker).filter((source) => given.asks?.(source) ?? true);
  const asked = toAsk.map(async (source) => {
    const { posts, report } = await askSource(source, query);
    checks.waitFromNow();
    const considered = considerPosts(posts, ranking, exclusions);
    checks.start(source, considered.fitting);
    return { report, considered };
  });
  const answers = await Promise.all(asked);
  signal.throwIfAborted();
  watch.onRanking?.();
  const closed = await checks.results();
  const { fitting: all, leftOut } = mergeConsidered(
    answers.map(({ considered }) => considered),
    closed,
    startedAt,
  );
  const considered = all.length + leftOut.length;
  const fitting = all.filter((one) => {
    const wasLeftOut = given.wasLeftOut?.(one.post) ?? false;
    if (wasLeftOut) leftOut.push({ post: one.post, reason: 'off-topic', scored: one });
    return !wasLeftOut;
  });
  const judged = await judgePosts(fitting, { ai, product, now: startedAt, signal });
  signal.throwIfAborted();
  const shown = judged.posts.slice(0, mostShown);
  const beyond = judged.posts.slice(mostShown).map((ranked) => ({ ranked, reason: 'beyond' as const }));
  for (const { ranked, reason } of [...judged.leftOut, ...beyond])
    leftOut.push({ post: ranked.post, reason, scored: ranked });
  const picked = pickLeftOut(leftOut);
  const today = startedAt.toISOString().slice(0, 10);
  const toDraft = shown.flatMap(({ post, judgement }) =>
    judgement && mayDraft(ruleCardOf(post, today)) ? [post] : [],
  );
  const drafts = ai && (await draftReplies(toDraft, { ai, product, signal }));
  signal.throwIfAborted();
  const turns = takeTurns();
  const describe = (one: JudgedPost<WeighedPost<FoundPost>>, day: number) =>
    describeOpportunity(one, ranking, product, {
      id: randomId(),
      day,
      card: ruleCardOf(one.post, today),
      draft: drafts?.get(one.post),
    });
  const found = shown.map((one) => ({ opportunity: describe(one, turns.take(one.post)), post: one.post }));
  return {
    found,
    sources: answers.map(({ report }) => report),
    searchedFor,
    considered,
    leftOut: countReasons(leftOut.map(({ reason }) => reason)),
    leftOutPosts: picked.map((one) => {
      const { post, reason } = one;
      const opportunity = canComeBack.has(reason)
        ? describe({ judgement: null, ...weighLeftOut(one, ranking) }, turns.next(post))
        : null;
      return { reason, post, opportunity, known: given.findKnown(post) };
    }),
    leftOutByModel: judged.leftOut.map(({ ranked }) => ranked.post),
    model: judged.model,
  };
}

/** The day of each next reply at a host: one account writes there `dailyCap` times a day. */
function takeTurns() {
  const taken = new Map<string, number>();
  const placeOf = ({ source, host }: FoundPost) => `${source} ${host}`;
  const next = (post: FoundPost) => Math.floor((taken.get(placeOf(post)) ?? 0) / dailyCap) + 1;
  return {
    next,
    take(post: FoundPost): number {
      const day = next(post);
      taken.set(placeOf(post), (taken.get(placeOf(post)) ?? 0) + 1);
      return day;
    },
  };
}

function countReasons(reasons: LeftOutReason[]): { reason: LeftOutReason; count: number }[] {
  return leftOutReason.options
    .map((reason) => ({ reason, count: reasons.filter((other) => other === reason).length }))
    .filter(({ count }) => count > 0);
}

/** `day` is the day of the campaign on which it is its turn, from 1. */
type Turn = { id: string; day: number; card: RuleCard; draft: CheckedDraft | undefined };

/** A post as the wire carries it, with the rules of its place and what is suggested there. */
function describeOpportunity(
  judged: JudgedPost<WeighedPost<FoundPost>>,
  ranking: Ranking,
  product: Product,
  { id, day, card, draft }: Turn,
): Opportunity {
  const { post, confidence, intent, judgement } = judged;
  const keywords = ranking.sharedWords(judged);
  const quote = judgement?.quote ?? unmarked(intent?.askingSentence ?? null);
  const facts = judgement?.facts;
  const suggestion = suggestReply({ post, product, card, keywords, quote, intent, facts, draft });
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
    license: post.license,
    confidence,
    quote,
    suggestion_kind: suggestion.kind,
    draft_cuts: suggestion.cuts,
    reply_way: card.replyWay,
    rules: placeRulesOf(card),
  };
}

/** A sentence without the marks around it, such as those of bold words; still word for word. */
function unmarked(sentence: string | null): string | null {
  return sentence?.replace(/^[\s*_~>#-]+|[\s*_~]+$/g, '') || null;
}

/** A post that is left out, as far as it was read: `scored` is null for one that shares no telling words. */
type LeftOut = {
  post: FoundPost;
  reason: LeftOutReason;
  scored: ScoredPost<FoundPost> | ReadPost<FoundPost> | WeighedPost<FoundPost> | null;
};

/** Posts of a host, each once. */
type Considered = { fitting: WeighedPost<FoundPost>[]; leftOut: LeftOut[] };

/** Ranks the posts of one host, and leaves out what is no opportunity. */
function considerPosts(posts: FoundPost[], ranking: Ranking, exclusions: Exclusions): Considered {
  const distinct = [...new Map(posts.map((post) => [postKey(post), post])).values()];
  const leftOut: LeftOut[] = [];
  const eligible = distinct.filter((post) => {
    const reason = reasonBefore(post, exclusions);
    if (reason) leftOut.push({ post, reason, scored: null });
    return !reason;
  });
  const scores = new Map(ranking.rank(eligible).map((scored) => [scored.post, scored]));
  const fitting = eligible.flatMap((post) => {
    const scored = scores.get(post) ?? null;
    if (!scored || scored.subject < shownFrom) {
      leftOut.push({ post, reason: 'off-topic', scored });
      return [];
    }
    const read = readPost(scored, ranking.isEnglish);
    if (!needsAnswer(read)) {
      leftOut.push({ post, reason: 'not-asking', scored: read });
      return [];
    }
    const weighed = weighPost(read);
    const reason = weighed.confidence < shownFrom ? 'off-topic' : reasonWithin(post, exclusions);
    if (reason) leftOut.push({ post, reason, scored: weighed });
    return reason ? [] : [weighed];
  });
  return { fitting: fitting.toSorted((a, b) => b.confidence - a.confidence), leftOut };
}

/** Posts of all hosts in display order, without closed ones and duplicates of a better one. */
function mergeConsidered(
  parts: Considered[],
  closed: ReadonlyMap<FoundPost, LeftOutReason>,
  now: Date,
): Considered {
  const leftOut = parts.flatMap((part) => part.leftOut);
  const leave = (one: WeighedPost<FoundPost>, reason: LeftOutReason | undefined) => {
    if (reason) leftOut.push({ post: one.post, reason, scored: one });
    return !reason;
  };
  const open = parts.flatMap(({ fitting }) => fitting).filter((one) => leave(one, closed.get(one.post)));
  const ordered = orderPosts(open, now);
  const duplicates = findDuplicates(ordered.map(({ post }) => post));
  const fitting = ordered.filter((one) => leave(one, duplicates.has(one.post) ? 'duplicate' : undefined));
  return { fitting, leftOut };
}

/** Reasons that a founder may overrule: a reply is possible there, and harms nobody. */
const canComeBack = new Set<LeftOutReason>([
  'not-asking',
  'off-topic',
  'duplicate',
  'own',
  'excluded',
  'beyond',
]);

/** The nearest posts of each reason. One that no reply may go to gets that for its reason. */
function pickLeftOut(leftOut: LeftOut[]): LeftOut[] {
  const closeness = ({ scored }: LeftOut) => scored?.subject ?? 0;
  const picked = leftOutReason.options.flatMap((reason) =>
    leftOut
      .filter((one) => one.reason === reason)
      .toSorted((a, b) => closeness(b) - closeness(a))
      .slice(0, mostOfReason),
  );
  for (const one of picked) if (canComeBack.has(one.reason) && isInDistress(one.post)) one.reason = 'crisis';
  return picked;
}

const unlike = {
  subject: 0,
  score: 0,
  matched: [],
  pairs: [],
  isNamed: false,
  isNamedOnly: false,
  length: 0,
  hasBody: false,
};

function weighLeftOut({ post, scored }: LeftOut, { isEnglish }: Ranking): WeighedPost<FoundPost> {
  if (scored && 'confidence' in scored) return scored;
  return weighPost(
    scored && 'intent' in scored ? scored : readPost(scored ?? { post, ...unlike }, isEnglish),
  );
}

/** Number of a host's best posts to check again: each may cost a request. */
const checkedPerHost = 10;
const checkMs = 3_000;
/** Checks last no longer than this from the beginning, or than a moment after the last answer. */
const checkedUntilMs = 250;
const checkedAfterMs = 40;

/**
 * Checks that run while other hosts still answer; unknown counts as open. A host that lists only open posts is not asked
 * again, to spare its rate limit.
 */
function openChecks(signal: AbortSignal) {
  const closed = new Map<FoundPost, LeftOutReason>();
  const isOver = new AbortController();
  const ending = AbortSignal.any([signal, isOver.signal]);
  const patience = sleep(checkedUntilMs);
  let afterAnswer = Promise.resolve();
  const running: Promise<void>[] = [];
  return {
    /** Called for each answer before its posts are read: reading takes a part of the wait. */
    waitFromNow(): void {
      afterAnswer = sleep(checkedAfterMs);
    },
    start(source: ConversationSource, fitting: WeighedPost<FoundPost>[]): void {
      if (source.listsOnlyOpen) return;
      for (const { post } of fitting.slice(0, checkedPerHost)) running.push(check(source, post));
    },
    async results(): Promise<ReadonlyMap<FoundPost, LeftOutReason>> {
      // Responses that came while posts were read are taken up within a turn.
      const end = Promise.all([patience, afterAnswer]).then(() => nextTurn());
      await Promise.race([Promise.all(running), end]);
      isOver.abort();
      return closed;
    },
  };

  async function check(source: ConversationSource, post: FoundPost): Promise<void> {
    const checking = inTime(checkMs, ending, (ended) => source.checkOpen(post, ended));
    const status = await checking.catch(() => 'unknown');
    if (status === 'gone') closed.set(post, 'dead');
    if (status === 'closed') closed.set(post, 'locked');
  }
}
