import * as z from 'zod';
import type { SearchApi, SourceClient } from '#server/integrations/sources/http/client.ts';
import { htmlText } from '#server/integrations/sources/http/html-to-text.ts';
import {
  itemsOf,
  line,
  maybe,
  postText,
  textId,
  unixSeconds,
} from '#server/integrations/sources/http/response-fields.ts';
import type { ConversationSource, FoundPost } from '#server/integrations/sources/port.ts';
import {
  bucketOf,
  firstTime,
  gatherPosts,
  hostOf,
  wholeHour,
} from '#server/integrations/sources/search-results.ts';

type Addresses = { algolia: string; api: string; site: string };

const hit = z.object({
  objectID: textId,
  created_at_i: unixSeconds,
  _tags: itemsOf(line),
  title: maybe(line),
  story_title: maybe(line),
  story_id: maybe(z.int()),
  story_text: maybe(postText),
  comment_text: maybe(postText),
  author: maybe(line),
  points: maybe(z.int()),
  num_comments: maybe(z.int()),
});
type Hit = z.infer<typeof hit>;
const found = z.object({ hits: itemsOf(hit) });

/** Deleted and dead items say so with `true` and otherwise not at all; an item that never was is null. */
const item = z.nullable(
  z.object({ deleted: maybe(z.boolean()), dead: maybe(z.boolean()), time: maybe(z.number()) }),
);
type Item = z.infer<typeof item>;

/** "Threads close after two weeks" (its FAQ). */
const openMs = 14 * 86_400_000;
const longestQuery = 8;

/** Hacker News: found through Algolia's search, looked at through Firebase (reference 1.1 and 1.2). */
export function hackerNews(
  client: SourceClient,
  addresses: Addresses,
  now: () => number,
): ConversationSource {
  // 10,000 an hour for each network address.
  const search: SearchApi<z.infer<typeof found>> = {
    key: bucketOf(addresses.algolia),
    limit: { requests: 80, seconds: 30 },
    schema: found,
    cached: true,
  };
  const items: SearchApi<Item> = {
    key: bucketOf(addresses.api),
    limit: { requests: 200, seconds: 10 },
    schema: item,
    cached: false,
  };

  return {
    source: 'hacker-news',
    host: hostOf(addresses.site),
    notConfigured: null,
    async find(phrases, since, signal) {
      const from = Math.floor(wholeHour(since).getTime() / 1000);
      const urls = phrases
        .slice(0, longestQuery)
        .flatMap((phrase) => [
          searchUrl(addresses.algolia, 'search_by_date', phrase, '(ask_hn,comment)', from),
          searchUrl(addresses.algolia, 'search', phrase, 'story', from),
        ]);
      const outcomes = await client.search(search, urls, signal);
      const isNew = firstTime();
      return gatherPosts(outcomes, since, ({ hits }) =>
        hits.filter((one) => isNew(one.objectID)).map((one) => postOf(one, addresses.site)),
      );
    },
    async checkOpen({ externalId, threadId }, signal) {
      const urls = [externalId, threadId].map(
        (id) => `${addresses.api}/v0/item/${encodeURIComponent(id)}.json`,
      );
      const [own, thread] = await client.search(items, urls, signal);
      if (!own || !('reply' in own)) return 'unknown';
      if (isGone(own.reply)) return 'gone';
      if (!thread || !('reply' in thread)) return 'unknown';
      return isGone(thread.reply) || isOld(thread.reply, now()) ? 'closed' : 'open';
    },
  };
}

function searchUrl(base: string, kind: string, phrase: string, tags: string, from: number): string {
  const query = new URLSearchParams({
    query: phrase,
    tags,
    numericFilters: `created_at_i>=${from}`,
    hitsPerPage: '50',
  });
  return `${base}/api/v1/${kind}?${query}`;
}

function postOf(hit: Hit, site: string): FoundPost {
  const isComment = hit._tags.includes('comment');
  const title = isComment ? '' : (hit.title ?? '');
  const isQuestion = hit._tags.includes('ask_hn') || /^ask hn\b/i.test(title);
  return {
    source: 'hacker-news',
    host: hostOf(site),
    externalId: hit.objectID,
    threadId: String(isComment ? (hit.story_id ?? hit.objectID) : hit.objectID),
    kind: isComment ? 'comment' : isQuestion ? 'question' : 'post',
    url: `${site}/item?id=${encodeURIComponent(hit.objectID)}`,
    title,
    threadTitle: (isComment ? hit.story_title : title) || null,
    body: htmlText(isComment ? hit.comment_text : hit.story_text),
    author: hit.author,
    createdAt: new Date(hit.created_at_i * 1000),
    score: hit.points,
    replies: hit.num_comments,
    community: null,
    locked: false,
    license: null,
  };
}

function isGone(item: Item): boolean {
  return item === null || item.deleted === true || item.dead === true;
}

function isOld(item: Item, now: number): boolean {
  return item?.time != null && item.time * 1000 < now - openMs;
}
