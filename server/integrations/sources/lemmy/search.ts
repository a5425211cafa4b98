import * as z from 'zod';
import type {
  SearchApi,
  SearchOutcome,
  SourceClient,
  Verdict,
} from '#server/integrations/sources/http/client.ts';
import type { ConversationSource } from '#server/integrations/sources/port.ts';
import {
  bucketOf,
  firstTime,
  gatherPosts,
  hostOf,
  wholeHour,
} from '#server/integrations/sources/search-results.ts';
import {
  commentView,
  type Dialect,
  dialects,
  type Found,
  found,
  isGone,
  postsOf,
  postView,
} from './found-posts.ts';

/** lemmy.world takes 100 searches in 600 seconds; an instance that speaks an unknown dialect is asked in both. */
const limit = { requests: 40, seconds: 240 };
const phrasesAsked = 6;

const one = z.object({
  post_view: z.optional(postView),
  comment_view: z.optional(commentView),
  error: z.optional(z.string()),
});
type One = z.infer<typeof one>;

/** One instance of Lemmy (reference 1.7). Which of its two dialects it speaks is learnt from its first answer. */
export function lemmy(client: SourceClient, address: string, now: () => number): ConversationSource {
  const host = hostOf(address);
  const base = { key: bucketOf(address), limit, judge };
  const search: SearchApi<Found> = { ...base, schema: found, cached: true };
  const single: SearchApi<One> = {
    ...base,
    key: `${base.key} post`,
    limit: { requests: 60, seconds: 60 },
    schema: one,
    cached: false,
    judge: (body, status) => (isMissing(body, status) ? { isAnswer: true } : judge(body)),
  };
  let spoken: Dialect | null = null;

  async function ask<T>(asked: SearchApi<T>, urlsIn: (dialect: Dialect) => string[], signal: AbortSignal) {
    const tried = spoken ? [spoken] : dialects;
    const outcomes = await client.search(asked, tried.flatMap(urlsIn), signal);
    const size = outcomes.length / tried.length;
    const byDialect = tried.map((dialect, index) => ({
      dialect,
      outcomes: outcomes.slice(index * size, (index + 1) * size),
    }));
    const understood = byDialect.find((part) => part.outcomes.some(isReply));
    // An instance that was renewed is asked in both again.
    const isStrange = outcomes.every((outcome) => 'error' in outcome && isForeign(outcome.error.failure));
    spoken = understood?.dialect ?? (isStrange ? null : spoken);
    return (understood ?? byDialect[0])?.outcomes ?? [];
  }

  return {
    source: 'lemmy',
    host,
    notConfigured: null,
    listsOnlyOpen: true,
    async find(phrases, since, signal) {
      const asked = phrases.slice(0, phrasesAsked);
      const urlsIn = (dialect: Dialect) =>
        asked.map((phrase) => searchUrl(address, dialect, phrase, since, now()));
      const isNew = firstTime();
      const outcomes = await ask(search, urlsIn, signal);
      return gatherPosts(outcomes, since, (reply) => postsOf(reply, host, isNew));
    },
    async checkOpen({ externalId, threadId }, signal) {
      const comment = /^comment-(.+)$/.exec(externalId)?.[1];
      const urlsIn = (dialect: Dialect) => [
        `${address}/api/${dialect}/post?id=${encodeURIComponent(threadId)}`,
        ...(comment ? [`${address}/api/${dialect}/comment?id=${encodeURIComponent(comment)}`] : []),
      ];
      return statusOf(await ask(single, urlsIn, signal), comment !== undefined);
    },
  };
}

function isReply<T>(outcome: SearchOutcome<T>): outcome is Extract<SearchOutcome<T>, { reply: T }> {
  return 'reply' in outcome;
}

function isForeign(failure: string): boolean {
  return failure === 'refused' || failure === 'unreadable';
}

function searchUrl(address: string, dialect: Dialect, phrase: string, since: Date, now: number): string {
  const shared = { type_: 'All', listing_type: 'All', limit: '50' };
  // Whole hours, so that the same question has the same address for a while.
  const seconds = (wholeHour(new Date(now)).getTime() - wholeHour(since).getTime()) / 1000 + 3600;
  const query = new URLSearchParams(
    dialect === 'v3'
      ? { q: phrase, ...shared, sort: 'New' }
      : { search_term: phrase, ...shared, time_range_seconds: String(seconds) },
  );
  return `${address}/api/${dialect}/search?${query}`;
}

const failed = z.object({ error: z.string() });

/** Older instances refuse what comes too fast with status 400 and a word. */
function judge(body: unknown): Verdict | null {
  const { success, data } = failed.safeParse(body);
  if (!success) return null;
  return { failure: /rate_limit|too_many_requests/.test(data.error) ? 'busy' : 'refused' };
}

function isMissing(body: unknown, status: number): boolean {
  const { success, data } = failed.safeParse(body);
  return success && (status === 400 || status === 404) && /couldnt_find|not_found/.test(data.error);
}

function statusOf(
  outcomes: SearchOutcome<One>[],
  isComment: boolean,
): 'open' | 'closed' | 'gone' | 'unknown' {
  const replies = outcomes.flatMap((outcome) => (isReply(outcome) ? [outcome.reply] : []));
  if (replies.length === 0 || replies.length < outcomes.length) return 'unknown';
  const [{ post_view: thread } = {}, { comment_view: own } = {}] = replies;
  if (isComment && (!own || isGone(own.comment))) return 'gone';
  if (!thread || isGone(thread.post)) return isComment ? 'closed' : 'gone';
  return thread.post.locked || own?.comment.locked ? 'closed' : 'open';
}
