import * as z from 'zod';
import { byHandPoster } from '#server/integrations/sources/account-poster.ts';
import type { SourceClient } from '#server/integrations/sources/http/client.ts';
import { readText } from '#server/integrations/sources/http/html-to-text.ts';
import * as fields from '#server/integrations/sources/http/response-fields.ts';
import type { FoundPost, SourceAdapter } from '#server/integrations/sources/port.ts';
import {
  bucketOf,
  foundPost,
  hostOf,
  sameForAll,
  searchSource,
} from '#server/integrations/sources/search-results.ts';

const { maybe } = fields;
const article = z.object({
  id: z.int(),
  title: fields.line,
  description: maybe(fields.postText),
  url: fields.webAddress,
  published_timestamp: fields.instant,
  comments_count: maybe(z.int()),
  tag_list: maybe(fields.itemsOf(fields.line)),
  user: maybe(z.object({ username: maybe(fields.line) })),
});
const shown = z.object({ id: maybe(z.number()) });
type Article = z.infer<typeof article>;

/**
 * Its public interface has no text search: these are where people ask, and the ranking finds what fits. No more than it
 * takes within a second.
 */
const tags = ['discuss', 'help', 'startup'];

/** DEV (reference 1.5), answered by hand. */
export function dev(client: SourceClient, address: string): SourceAdapter {
  const host = hostOf(address);
  // "GET /api/: 3 per second" for each network address.
  const shared = { key: bucketOf(address), limit: { requests: 3, seconds: 1 } };
  const source = searchSource(client, {
    source: 'dev',
    host,
    search: { ...shared, schema: fields.listOf(article), cached: true },
    urlsOf: () =>
      tags.map((tag) => `${address}/api/articles?${new URLSearchParams({ tag, per_page: '100' })}`),
    postsOf: (articles) => articles.map((one) => postOf(one, host)),
    check: {
      ...shared,
      schema: shown,
      cached: false,
      inspect: (_body, status) => (status === 404 ? { isAnswer: true } : null),
    },
    checkUrls: ({ externalId }) => [`${address}/api/articles/${encodeURIComponent(externalId)}`],
    statusOf: ({ id }) => (id === null ? 'gone' : 'open'),
  });
  return sameForAll([source], byHandPoster);
}

function postOf(article: Article, host: string): FoundPost {
  const tag = article.tag_list?.find((name) => tags.includes(name)) ?? null;
  return foundPost({
    source: 'dev',
    host,
    externalId: String(article.id),
    url: article.url,
    title: article.title,
    body: readText(article.description, { markup: 'plain' }),
    author: article.user?.username ?? null,
    createdAt: article.published_timestamp,
    replies: article.comments_count,
    community: tag,
  });
}
