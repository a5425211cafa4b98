import * as z from 'zod';
import type { SearchApi, SourceClient } from '#server/integrations/sources/http/client.ts';
import { plainText } from '#server/integrations/sources/http/html-to-text.ts';
import {
  instant,
  itemsOf,
  line,
  listOf,
  maybe,
  postText,
  webAddress,
} from '#server/integrations/sources/http/response-fields.ts';
import type { ConversationSource, FoundPost } from '#server/integrations/sources/port.ts';
import { bucketOf, gatherPosts, hostOf } from '#server/integrations/sources/search-results.ts';

const article = z.object({
  id: z.int(),
  title: line,
  description: maybe(postText),
  url: webAddress,
  published_timestamp: instant,
  comments_count: maybe(z.int()),
  public_reactions_count: maybe(z.int()),
  tag_list: maybe(itemsOf(line)),
  user: maybe(z.object({ username: maybe(line) })),
});
const shown = z.object({ id: maybe(z.number()) });
type Article = z.infer<typeof article>;

/**
 * Its public interface has no text search: these are where people ask, and the ranking finds what fits. No more than it
 * takes within a second.
 */
const tags = ['discuss', 'help', 'startup'];

/** DEV (reference 1.5). */
export function dev(client: SourceClient, address: string): ConversationSource {
  const host = hostOf(address);
  // "GET /api/: 3 per second" for each network address.
  const shared = { key: bucketOf(address), limit: { requests: 3, seconds: 1 } };
  const lists: SearchApi<Article[]> = { ...shared, schema: listOf(article), cached: true };
  const single: SearchApi<z.infer<typeof shown>> = {
    ...shared,
    schema: shown,
    cached: false,
    judge: (_body, status) => (status === 404 ? { isAnswer: true } : null),
  };
  return {
    source: 'dev',
    host,
    notConfigured: null,
    listsOnlyOpen: true,
    async find(_phrases, since, signal) {
      const urls = tags.map(
        (tag) => `${address}/api/articles?${new URLSearchParams({ tag, per_page: '100' })}`,
      );
      const outcomes = await client.search(lists, urls, signal);
      return gatherPosts(outcomes, since, (articles) => articles.map((one) => postOf(one, host)));
    },
    async checkOpen({ externalId }, signal) {
      const url = `${address}/api/articles/${encodeURIComponent(externalId)}`;
      const [outcome] = await client.search(single, [url], signal);
      if (!outcome || !('reply' in outcome)) return 'unknown';
      return outcome.reply.id === null ? 'gone' : 'open';
    },
  };
}

function postOf(article: Article, host: string): FoundPost {
  const { title } = article;
  const tag = article.tag_list?.find((name) => tags.includes(name)) ?? null;
  return {
    source: 'dev',
    host,
    externalId: String(article.id),
    threadId: String(article.id),
    kind: tag === 'help' ? 'question' : 'post',
    url: article.url,
    title,
    threadTitle: title,
    body: plainText(article.description),
    author: article.user?.username ?? null,
    createdAt: article.published_timestamp,
    score: article.public_reactions_count,
    replies: article.comments_count,
    community: tag,
    locked: false,
    license: null,
  };
}
