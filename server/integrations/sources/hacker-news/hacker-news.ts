import * as z from 'zod';
import type { SourceClient } from '#server/integrations/sources/http/client.ts';
import { readLine, readText } from '#server/integrations/sources/http/html-to-text.ts';
import * as fields from '#server/integrations/sources/http/response-fields.ts';
import type { ConversationSource, FoundPost, SourceAdapter } from '#server/integrations/sources/port.ts';
import * as results from '#server/integrations/sources/search-results.ts';
import type { Forum } from './accounts.ts';
import { forumPoster } from './replies.ts';

const { maybe } = fields;

/** Hacker News; its replies are written and posted by hand. */
export function hackerNews(client: SourceClient, addresses: Forum['addresses']): SourceAdapter {
  return results.sameForAll([searchSource(client, addresses)], forumPoster({ client, addresses }));
}

const hit = z.object({
  objectID: fields.id,
  created_at_i: fields.unixSeconds,
  _tags: fields.itemsOf(fields.line),
  title: maybe(fields.textUpTo(1_000)),
  story_title: maybe(fields.textUpTo(1_000)),
  story_id: maybe(z.int()),
  story_text: maybe(fields.postText),
  comment_text: maybe(fields.postText),
  author: maybe(fields.line),
  num_comments: maybe(z.int()),
});
type Hit = z.infer<typeof hit>;
const found = z.object({ hits: fields.itemsOf(hit) });

/** Deleted and dead items say so with `true` and otherwise not at all; an item that never was is null. */
const item = z.nullable(
  z.object({ deleted: maybe(z.boolean()), dead: maybe(z.boolean()), time: maybe(z.number()) }),
);
type Item = z.infer<typeof item>;

/** "Threads close after two weeks" (its FAQ). */
const openMs = 14 * 86_400_000;
const longestQuery = 8;

/** Found through Algolia's search, looked at through Firebase (reference 1.1 and 1.2). */
function searchSource(client: SourceClient, addresses: Forum['addresses']): ConversationSource {
  const { algolia, api, site } = addresses;
  return results.searchSource(client, {
    source: 'hacker-news',
    host: results.hostOf(site),
    listsOnlyOpen: false,
    // 10,000 an hour for each network address.
    search: {
      key: results.bucketOf(algolia),
      limit: { requests: 80, seconds: 30 },
      schema: found,
      cached: true,
    },
    urlsOf(phrases, since) {
      const from = Math.floor(results.wholeHour(since).getTime() / 1000);
      return phrases
        .slice(0, longestQuery)
        .flatMap((phrase) => [
          searchUrl(algolia, 'search_by_date', phrase, '(ask_hn,comment)', from),
          searchUrl(algolia, 'search', phrase, 'story', from),
        ]);
    },
    nextUrl,
    postsOf: ({ hits }, isNew) => hits.filter((one) => isNew(one.objectID)).map((one) => postOf(one, site)),
    check: {
      key: results.bucketOf(api),
      limit: { requests: 200, seconds: 10 },
      schema: item,
      cached: false,
    },
    checkUrls: ({ externalId, threadId }) =>
      [externalId, threadId].map((id) => `${api}/v0/item/${encodeURIComponent(id)}.json`),
    statusOf(own = null, thread = null) {
      if (isGone(own)) return 'gone';
      return isGone(thread) || isOld(thread, client.now()) ? 'closed' : 'open';
    },
  });
}

function searchUrl(base: string, kind: string, phrase: string, tags: string, from: number): string {
  const query = new URLSearchParams({
    query: phrase,
    tags,
    numericFilters: `created_at_i>=${from}`,
    hitsPerPage: String(pageSize),
    // Or "ETF" finds what is about ETH.
    typoTolerance: 'false',
  });
  return `${base}/api/v1/${kind}?${query}`;
}

const pageSize = 50;
const enough = 10;
const lastPage = 2;

/** The next page of a question whose full page holds its words too rarely: they were taken for others. */
function nextUrl(asked: string, { hits }: { hits: Hit[] }): string | null {
  const url = new URL(asked);
  const page = Number(url.searchParams.get('page')) + 1;
  const words = url.searchParams.get('query')?.toLowerCase().split(' ') ?? [];
  const holding = hits.filter((one) => {
    const text = [one.title, one.story_title, one.story_text, one.comment_text].join(' ').toLowerCase();
    return words.every((word) => text.includes(word.slice(0, Math.max(3, word.length - 2))));
  });
  if (hits.length < pageSize || holding.length >= enough || page > lastPage) return null;
  url.searchParams.set('page', String(page));
  return url.href;
}

function postOf(hit: Hit, site: string): FoundPost {
  const isComment = hit._tags.includes('comment');
  const title = readLine(isComment ? null : hit.title, { markup: 'escaped' });
  return results.foundPost({
    source: 'hacker-news',
    host: results.hostOf(site),
    externalId: hit.objectID,
    threadId: String(isComment ? (hit.story_id ?? hit.objectID) : hit.objectID),
    url: `${site}/item?id=${encodeURIComponent(hit.objectID)}`,
    title,
    threadTitle: (isComment ? readLine(hit.story_title, { markup: 'escaped' }) : title) || null,
    body: readText(isComment ? hit.comment_text : hit.story_text, { markup: 'html' }),
    author: hit.author,
    createdAt: new Date(hit.created_at_i * 1000),
    replies: hit.num_comments,
  });
}

function isGone(item: Item): boolean {
  return item === null || item.deleted === true || item.dead === true;
}

function isOld(item: Item, now: number): boolean {
  return item?.time != null && item.time * 1000 < now - openMs;
}
