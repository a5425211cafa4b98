import * as z from 'zod';
import { type AccountVendor, accountPoster } from '#server/integrations/sources/account-poster.ts';
import type { Inspection, SourceClient } from '#server/integrations/sources/http/client.ts';
import {
  noticeText,
  parsePage,
  readLine,
  readText,
  ruleTexts,
  wholeText,
} from '#server/integrations/sources/http/html-to-text.ts';
import { boundedWait } from '#server/integrations/sources/http/http.ts';
import * as fields from '#server/integrations/sources/http/response-fields.ts';
import type {
  Asker,
  ConversationSource,
  FoundPost,
  Poster,
  SourceAdapter,
} from '#server/integrations/sources/port.ts';
import * as results from '#server/integrations/sources/search-results.ts';
import {
  findAs,
  outcomeOfStatus,
  Refusal,
  readAs,
  type SeenReply,
} from '#server/integrations/sources/send-results.ts';

const { maybe } = fields;

/** Discourse: the forums of the installation and of the owner who asks; replies by a user API key of any forum. */
export function discourse(client: SourceClient, addresses: string[]): SourceAdapter {
  const own = addresses.map((address) => forumSource(client, address));
  return {
    sourcesFor(asker) {
      const named = forumsOf(asker).filter(({ host }) => own.every((forum) => forum.host !== host));
      const all = [...own, ...named.map(({ address }) => forumSource(client, address))];
      return all.length > 0 ? all : [results.notConfigured('discourse', 'needs the address of a forum')];
    },
    poster: { ...accountPoster(client, vendor), findPost: findPost(client) },
  };
}

/** Owners write 'forum.example.com' or a whole address; what is neither was refused before it was stored. */
function forumsOf(asker: Asker): { host: string; address: string }[] {
  const addresses = asker.forums.flatMap((forum) => {
    const address = /^https?:\/\//i.test(forum) ? forum : `https://${forum}`;
    return URL.canParse(address) ? new URL(address).href.replace(/[?#].*$/, '').replace(/\/+$/, '') : [];
  });
  return [...new Set(addresses)].map((address) => ({ host: results.hostOf(address), address }));
}

// ---- searching ---------------------------------------------------------------------------------

const foundPost = z.object({
  id: z.int(),
  username: maybe(fields.line),
  created_at: fields.instant,
  // Forums cut it to a few hundred characters themselves.
  blurb: maybe(fields.textUpTo(2_000)),
  post_number: z.int(),
  topic_id: z.int(),
});
const foundTopic = z.object({
  id: z.int(),
  title: fields.line,
  // It decorates the address: a topic is found by its id.
  slug: maybe(z.string().max(300)),
  posts_count: maybe(z.int()),
  closed: maybe(z.boolean()),
  archived: maybe(z.boolean()),
  category_id: maybe(z.int()),
});
const category = z.object({ id: z.int(), name: fields.textUpTo(300) });
/** Without a hit a forum leaves `topics` out. */
const found = z.object({
  posts: fields.itemsOf(foundPost),
  topics: maybe(fields.itemsOf(foundTopic)),
  categories: maybe(fields.itemsOf(category)),
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

/** One forum (reference 1.10). */
function forumSource(client: SourceClient, address: string): ConversationSource {
  const host = results.hostOf(address);
  // Marked, so that no forum that an owner names draws on the bucket of another source.
  const key = `forum ${results.bucketOf(address)}`;
  return results.searchSource(client, {
    source: 'discourse',
    host,
    search: {
      key,
      limit,
      schema: found,
      cached: true,
      inspect,
      // Fifty posts with their topics take about 200 KB.
      largest: 1_000_000,
    },
    urlsOf: (phrases, since) =>
      phrases.slice(0, phrasesAsked).map((phrase) => searchUrl(address, phrase, since)),
    postsOf: (response) => postsOf(response, address, host),
    check: {
      key: `${key} pages`,
      limit: { requests: 60, seconds: 30 },
      schema: shown,
      cached: false,
      inspect: (body, status) => (status === 404 || status === 410 ? { isAnswer: true } : inspect(body)),
    },
    checkUrls: ({ externalId, threadId }) =>
      [`posts/${encodeURIComponent(externalId)}`, `t/${encodeURIComponent(threadId)}`].map(
        (path) => `${address}/${path}.json`,
      ),
    statusOf,
  });
}

function searchUrl(address: string, phrase: string, since: Date): string {
  // Words with a colon are filters of the search; a phrase must not hold any.
  const words = phrase.replace(/[:@#]/g, ' ').trim();
  const q = `${words} after:${since.toISOString().slice(0, 10)} order:latest status:open`;
  return `${address}/search.json?${new URLSearchParams({ q, page: '1' })}`;
}

const searchError = z.object({
  error_type: maybe(z.string()),
  errors: maybe(z.custom<unknown[]>((value) => Array.isArray(value))),
  extras: maybe(z.object({ wait_seconds: maybe(z.number()) })),
});

function inspect(body: unknown): Inspection | null {
  const { data } = searchError.safeParse(body);
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
    const title = readLine(topic.title, { markup: 'plain', hasEmojiCodes: true });
    return results.foundPost({
      source: 'discourse',
      host,
      externalId: String(post.id),
      threadId: String(topic.id),
      url: `${address}/t/${encodeURIComponent(topic.slug || '-')}/${topic.id}/${post.post_number}`,
      title: isFirst ? title : '',
      threadTitle: title,
      body: readText(post.blurb, { markup: 'html', hasEmojiCodes: true }),
      author: post.username,
      createdAt: post.created_at,
      replies: topic.posts_count === null ? null : Math.max(0, topic.posts_count - 1),
      community: readLine(categoryOf.get(topic.category_id ?? -1), { markup: 'html' }) || null,
      locked: topic.closed === true || topic.archived === true,
    });
  });
}

function statusOf(...pages: Shown[]): 'open' | 'closed' | 'gone' {
  const isGone = pages.some((page) => page.error_type !== null || page.deleted_at !== null);
  const [post, topic] = pages;
  if (isGone || post?.hidden || post?.user_deleted) return 'gone';
  return topic?.closed || topic?.archived || topic?.visible === false ? 'closed' : 'open';
}

// ---- replies -----------------------------------------------------------------------------------

const post = z.object({
  id: z.int(),
  topic_id: z.int(),
  topic_slug: fields.name.default('-'),
  post_number: z.int(),
  user_id: z.int(),
  raw: z.string().optional(),
  created_at: z.string(),
  reply_to_post_number: z.number().nullish(),
  user_deleted: z.boolean().default(false),
  deleted_at: z.string().nullish(),
  hidden: z.boolean().default(false),
});

/** Number of a topic's newest posts to read. */
const newestPosts = 40;

const topic = z.object({
  closed: z.boolean().default(false),
  archived: z.boolean().default(false),
  post_stream: z.object({ stream: fields.lastOf(z.int(), newestPosts).default([]) }),
});
const postList = z.object({ post_stream: z.object({ posts: fields.itemsOf(post) }) });
/** A moderator reviews the post first. */
const enqueued = z.object({ action: z.literal('enqueued') });
const refusal = z.object({
  errors: fields.firstOf(z.string(), 5).default([]),
  error_type: z.string().optional(),
  extras: z.object({ wait_seconds: z.number().optional() }).nullish(),
});
const holder = z.object({ current_user: z.object({ id: z.int(), username: fields.name }) });
/** The settings that its own screens read. */
const lengths = z.object({ min_post_length: maybe(z.int()), max_post_length: maybe(z.int()) });
const profile = z.object({ user: z.object({ created_at: z.string() }) });

type Parent = { isClosed: boolean; postIds: number[] };

/** Calls by a user API key. */
const vendor: AccountVendor<Parent> = {
  headersOf: (session) => ({ 'user-api-key': session }),
  outcomeOf(response, now) {
    const refused = readAs(refusal, response);
    const text = noticeText(refused?.errors.join(' ') ?? '');
    if (refused?.error_type === 'not_logged_in') return { outcome: 'logged-out', text };
    const result = outcomeOfStatus(response, now, text);
    const seconds = refused?.extras?.wait_seconds;
    const isWait = result.outcome === 'too-fast' && seconds !== undefined;
    return isWait ? { ...result, retryAfterSeconds: boundedWait(seconds) } : result;
  },
  async findParent(server, { threadId }) {
    const found = await server.read(topic, `${topicPath(threadId)}.json`);
    return { isClosed: found.closed || found.archived, postIds: found.post_stream.stream };
  },
  postReply(server, _parent, { target: { threadId, url }, text }) {
    const { number } = postAt(url);
    const json = {
      raw: text,
      topic_id: Number(threadId),
      reply_to_post_number: number > 1 ? number : undefined,
    };
    return server.call('/posts.json', { method: 'POST', json });
  },
  readPosted({ base }, response) {
    const posted = readAs(post, response);
    if (posted) return placeOf(base, posted);
    return readAs(enqueued, response) && 'moderation';
  },
  async listReplies(server, { postIds }, { threadId, url }) {
    const ids = new URLSearchParams(postIds.map((id) => ['post_ids[]', String(id)]));
    const newest = await server.read(postList, `${topicPath(threadId)}/posts.json?${ids}`);
    const { number: parent } = postAt(url);
    const replies: SeenReply[] = [];
    for (const { id, user_id: author, reply_to_post_number: answered } of newest.post_stream.posts) {
      if (String(author) !== server.accountId || (answered ?? 1) !== parent) continue;
      // Lists give HTML; only the post itself has the typed text.
      const whole = await server.read(post, `/posts/${id}.json`);
      replies.push({ ...placeOf(server.base, whole), writtenAt: fields.dateOrNull(whole.created_at) });
    }
    return replies;
  },
  getPost: (server, id) => server.call(`/posts/${encodeURIComponent(id)}.json`),
  statusOf(response) {
    if (response.status === 404 || response.status === 410) return 'removed';
    const found = response.status === 200 && readAs(post, response);
    if (!found) return 'unknown';
    return found.deleted_at || found.user_deleted || found.hidden ? 'removed' : 'present';
  },
  whoAmI: (server) => server.call('/session/current.json'),
  readHolder(response) {
    const { id, username } = readAs(holder, response)?.current_user ?? {};
    return username ? { id: String(id), username, names: [username], createdAt: null } : null;
  },
  async findCreatedAt(server) {
    const response = await server.call(`/u/${encodeURIComponent(server.username)}.json`).catch(() => null);
    return fields.dateOrNull(response && readAs(profile, response)?.user.created_at);
  },
  async readServer(server) {
    // Asked as by its own screens, a forum answers with the text alone, in place of the whole application.
    const headers = { 'x-requested-with': 'XMLHttpRequest' };
    const response = await server.call('/guidelines', { headers });
    if (response.status !== 200) throw new Refusal(outcomeOfStatus(response, 0));
    const rules = parsePage(response.body).querySelector('[itemprop="mainContentOfPage"]');
    const settings = readAs(lengths, await server.call('/site/settings.json'));
    return {
      rules: ruleTexts([wholeText(rules?.innerHTML ?? '')]),
      shortest: settings?.min_post_length ?? null,
      longest: settings?.max_post_length ?? null,
    };
  },
};

/** An address holds the number of a post in its topic, not its id. */
function findPost(client: SourceClient): NonNullable<Poster['findPost']> {
  return async ({ host, url, account }, signal) => {
    const base = client.baseOf(host);
    const { topicId, number } = postAt(url);
    const path = `${topicPath(topicId)}/${number}.json`;
    const near = base ? await findAs(client, postList, base + path, { signal }) : null;
    const found = near?.post_stream.posts.find((one) => one.post_number === number);
    return found ? { id: String(found.id), isOwn: String(found.user_id) === account?.externalId } : null;
  };
}

const topicPath = (id: string) => `/t/${encodeURIComponent(id)}`;

/** The last part of a post's address is its number; the topic's own address is that of its first post. */
function postAt(url: string): { topicId: string; number: number } {
  const [, topicId = '', number = '1'] =
    /\/t\/(?:[^/]+\/)??(\d+)(?:\/(\d+))?\/?$/.exec(URL.parse(url)?.pathname ?? '') ?? [];
  return { topicId, number: Number(number) };
}

function placeOf(base: string, { id, topic_id, topic_slug, post_number, raw }: z.output<typeof post>) {
  const url = `${base}/t/${encodeURIComponent(topic_slug)}/${topic_id}/${post_number}`;
  return { externalId: String(id), url, text: raw ?? '' };
}
