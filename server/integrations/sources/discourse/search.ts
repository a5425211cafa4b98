import * as z from 'zod';
import type {
  SearchApi,
  SearchOutcome,
  SourceClient,
  Verdict,
} from '#server/integrations/sources/http/client.ts';
import { htmlLine, htmlText } from '#server/integrations/sources/http/html-to-text.ts';
import {
  instant,
  itemsOf,
  line,
  maybe,
  textUpTo,
} from '#server/integrations/sources/http/response-fields.ts';
import type { ConversationSource, FoundPost } from '#server/integrations/sources/port.ts';
import { bucketOf, gatherPosts, hostOf } from '#server/integrations/sources/search-results.ts';

const post = z.object({
  id: z.int(),
  username: maybe(line),
  created_at: instant,
  like_count: maybe(z.int()),
  // Forums cut it to a few hundred characters themselves.
  blurb: maybe(textUpTo(2_000)),
  post_number: z.int(),
  topic_id: z.int(),
});
const topic = z.object({
  id: z.int(),
  title: line,
  // It decorates the address: a topic is found by its id.
  slug: maybe(z.string().max(300)),
  posts_count: maybe(z.int()),
  closed: maybe(z.boolean()),
  archived: maybe(z.boolean()),
  category_id: maybe(z.int()),
});
const category = z.object({ id: z.int(), name: textUpTo(300) });
/** Without a hit a forum leaves `topics` out. */
const found = z.object({
  posts: itemsOf(post),
  topics: maybe(itemsOf(topic)),
  categories: maybe(itemsOf(category)),
});
type Found = z.infer<typeof found>;

const shown = z.object({
  error_type: maybe(z.string()),
  closed: maybe(z.boolean()),
  archived: maybe(z.boolean()),
  visible: maybe(z.boolean()),
  deleted_at: maybe(z.string()),
  hidden: maybe(z.boolean()),
  user_deleted: maybe(z.boolean()),
});
type Shown = z.infer<typeof shown>;

/** Forums let a visitor search about twice a second and a few times a minute: the best two phrases are asked. */
const limit = { requests: 4, seconds: 16 };
const phrasesAsked = 2;

/** One Discourse forum (reference 1.10). `reach` is the guarded fetch for a forum that an owner named. */
export function discourse(
  client: SourceClient,
  address: string,
  reach?: typeof globalThis.fetch,
): ConversationSource {
  const host = hostOf(address);
  // Marked, so that no forum that an owner names draws on the bucket of another source.
  const key = `forum ${bucketOf(address)}`;
  const search: SearchApi<Found> = {
    key,
    limit,
    schema: found,
    cached: true,
    fetch: reach,
    judge,
    // Fifty posts with their topics take about 200 KB.
    largest: 1_000_000,
  };
  const pages: SearchApi<Shown> = {
    key: `${key} pages`,
    limit: { requests: 60, seconds: 30 },
    schema: shown,
    cached: false,
    fetch: reach,
    judge: (body, status) => (status === 404 || status === 410 ? { isAnswer: true } : judge(body)),
  };

  return {
    source: 'discourse',
    host,
    notConfigured: null,
    listsOnlyOpen: true,
    async find(phrases, since, signal) {
      const urls = phrases.slice(0, phrasesAsked).map((phrase) => searchUrl(address, phrase, since));
      const outcomes = await client.search(search, urls, signal);
      return gatherPosts(outcomes, since, (reply) => postsOf(reply, address, host));
    },
    async checkOpen({ externalId, threadId }, signal) {
      const urls = [`posts/${encodeURIComponent(externalId)}`, `t/${encodeURIComponent(threadId)}`].map(
        (path) => `${address}/${path}.json`,
      );
      const [own, thread] = await client.search(pages, urls, signal);
      return statusOf(own, thread);
    },
  };
}

function searchUrl(address: string, phrase: string, since: Date): string {
  // Words with a colon are filters of the search; a phrase must not hold any.
  const words = phrase.replace(/[:@#]/g, ' ').trim();
  const q = `${words} after:${since.toISOString().slice(0, 10)} order:latest status:open`;
  return `${address}/search.json?${new URLSearchParams({ q, page: '1' })}`;
}

const told = z.object({
  error_type: maybe(z.string()),
  errors: maybe(z.custom<unknown[]>((value) => Array.isArray(value))),
  extras: maybe(z.object({ wait_seconds: maybe(z.number()) })),
});

function judge(body: unknown): Verdict | null {
  const { data } = told.safeParse(body);
  if (!data?.errors && !data?.error_type) return null;
  if (data.error_type === 'not_logged_in') return { failure: 'auth-required' };
  if (data.error_type !== 'rate_limit') return { failure: 'refused' };
  const seconds = data.extras?.wait_seconds;
  return { failure: 'busy', ...(seconds && { quietSeconds: seconds }) };
}

function postsOf({ posts, topics, categories }: Found, address: string, host: string): FoundPost[] {
  const topicOf = new Map(topics?.map((one) => [one.id, one]));
  const categoryOf = new Map(categories?.map((one) => [one.id, one.name]));
  return posts.flatMap((post) => {
    const topic = topicOf.get(post.topic_id);
    if (!topic) return [];
    const isFirst = post.post_number === 1;
    const { title } = topic;
    return {
      source: 'discourse',
      host,
      externalId: String(post.id),
      threadId: String(topic.id),
      kind: isFirst ? 'post' : 'comment',
      url: `${address}/t/${encodeURIComponent(topic.slug || '-')}/${topic.id}/${post.post_number}`,
      title: isFirst ? title : '',
      threadTitle: title,
      body: htmlText(post.blurb),
      author: post.username,
      createdAt: post.created_at,
      score: post.like_count,
      replies: topic.posts_count === null ? null : Math.max(0, topic.posts_count - 1),
      community: topic.category_id === null ? null : htmlLine(categoryOf.get(topic.category_id)) || null,
      locked: topic.closed === true || topic.archived === true,
      license: null,
    };
  });
}

function statusOf(
  own?: SearchOutcome<Shown>,
  thread?: SearchOutcome<Shown>,
): 'open' | 'closed' | 'gone' | 'unknown' {
  if (!own || !thread || !('reply' in own) || !('reply' in thread)) return 'unknown';
  const [post, topic] = [own.reply, thread.reply];
  const isGone = (page: Shown) => page.error_type !== null || page.deleted_at !== null;
  if (isGone(post) || isGone(topic) || post.hidden || post.user_deleted) return 'gone';
  return topic.closed || topic.archived || topic.visible === false ? 'closed' : 'open';
}
