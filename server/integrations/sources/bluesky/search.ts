import * as z from 'zod';
import type { SearchApi, SourceClient, Verdict } from '#server/integrations/sources/http/client.ts';
import { plainText } from '#server/integrations/sources/http/html-to-text.ts';
import {
  instant,
  itemsOf,
  line,
  maybe,
  postText,
  textId,
} from '#server/integrations/sources/http/response-fields.ts';
import {
  type Asker,
  type ConversationSource,
  type FoundPost,
  SourceError,
} from '#server/integrations/sources/port.ts';
import { bucketOf, gatherPosts, hostOf, wholeHour } from '#server/integrations/sources/search-results.ts';

const record = z.object({
  text: postText,
  createdAt: instant,
  reply: maybe(z.object({ root: z.object({ uri: textId }) })),
});
const post = z.object({
  uri: textId,
  author: maybe(z.object({ handle: maybe(line) })),
  record,
  replyCount: maybe(z.int()),
  likeCount: maybe(z.int()),
  indexedAt: maybe(instant),
});
type Post = z.infer<typeof post>;
const found = z.object({ posts: itemsOf(post) });
const shown = z.object({ uri: maybe(z.string()) });
const jwt = z.string().max(8_000);
const tokens = z.object({ accessJwt: jwt, refreshJwt: jwt });

const limit = { requests: 30, seconds: 30 };

/**
 * Bluesky's search, with the owner's own account: strangers may not use it (reference 1.8). Made once, as it takes each
 * kept token only once: searches of one owner that run at the same time share what it gave.
 */
export function bluesky(client: SourceClient, address: string): (asker: Asker) => ConversationSource {
  const shared = { key: bucketOf(address), limit, cached: false, judge };
  const host = hostOf(address);
  const openSession = sessions(client, address);
  return (asker) => ({
    source: 'bluesky',
    host,
    notConfigured: asker.blueskySession === null ? 'needs your Bluesky account: link it in Settings' : null,
    listsOnlyOpen: true,
    async find(phrases, since, signal) {
      const headers = { authorization: `Bearer ${await openSession(asker)}` };
      const urls = phrases.map((phrase) => searchUrl(address, phrase, since));
      const outcomes = await client.search({ ...shared, schema: found, headers }, urls, signal);
      return gatherPosts(outcomes, since, ({ posts }) => posts.map((one) => postOf(one, host)));
    },
    async checkOpen({ externalId }, signal) {
      const [, repo = '', collection = '', rkey = ''] =
        /^at:\/\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(externalId) ?? [];
      const url = `${address}/xrpc/com.atproto.repo.getRecord?${new URLSearchParams({ repo, collection, rkey })}`;
      const [outcome] = await client.search({ ...shared, schema: shown }, [url], signal);
      if (!outcome || !('reply' in outcome)) return 'unknown';
      return outcome.reply.uri === null ? 'gone' : 'open';
    },
  });
}

/** As long as a search lasts: until then a token that was used up may still be asked for again. */
const sharedMs = 60_000;

function sessions(client: SourceClient, address: string): (asker: Asker) => Promise<string> {
  const opened = new Map<string, Promise<string>>();
  return (asker) => {
    const token = asker.blueskySession ?? '';
    const known = opened.get(token);
    if (known) return known;
    const opening = openSession(client, address, token, asker);
    opened.set(token, opening);
    opening.then(
      () => setTimeout(() => opened.delete(token), sharedMs).unref(),
      () => opened.delete(token),
    );
    return opening;
  };
}

/**
 * Exchanges the kept token for one that may ask, and keeps the next one. A search that is given up does not end it: the
 * answer to a token that is used up must not get lost.
 * @throws SourceError
 */
async function openSession(
  client: SourceClient,
  address: string,
  token: string,
  { saveBlueskySession: keep, onSessionRefused: tellRefused }: Asker,
): Promise<string> {
  let isRefused = false;
  const host: SearchApi<z.infer<typeof tokens>> = {
    key: bucketOf(address),
    limit,
    schema: tokens,
    cached: false,
    headers: { authorization: `Bearer ${token}` },
    judge(body, status) {
      // A page of a proxy says nothing about the session.
      isRefused = status >= 400 && told.safeParse(body).success && isSessionError(body, status);
      return judge(body, status);
    },
    method: 'POST',
  };
  const url = `${address}/xrpc/com.atproto.server.refreshSession`;
  const [outcome] = await client.search(host, [url], new AbortController().signal);
  if (isRefused) await tellRefused?.();
  if (!outcome || !('reply' in outcome)) throw outcome?.error ?? new SourceError('unavailable');
  await keep?.(outcome.reply.refreshJwt);
  return outcome.reply.accessJwt;
}

const told = z.object({ error: z.string() });
const sessionErrors = new Set(['ExpiredToken', 'InvalidToken', 'AuthMissing', 'AccountTakedown']);

function judge(body: unknown, status: number): Verdict | null {
  if (status < 400) return null;
  if (told.safeParse(body).data?.error === 'RecordNotFound') return { isAnswer: true };
  // Whom it does not let in at all gets a page: "Request forbidden by administrative rules".
  const isTurnedAway = status === 403 && body === undefined;
  return isTurnedAway || isSessionError(body, status) ? { failure: 'auth-required' } : null;
}

function isSessionError(body: unknown, status: number): boolean {
  return status === 401 || sessionErrors.has(told.safeParse(body).data?.error ?? '');
}

function searchUrl(address: string, phrase: string, since: Date): string {
  const query = { q: phrase, sort: 'latest', since: wholeHour(since).toISOString(), limit: '100' };
  return `${address}/xrpc/app.bsky.feed.searchPosts?${new URLSearchParams(query)}`;
}

function postOf(found: Post, host: string): FoundPost {
  const { uri, record: written, replyCount, likeCount, indexedAt } = found;
  const [, , did = '', , rkey = ''] = uri.split('/');
  const author = found.author?.handle ?? null;
  return {
    source: 'bluesky',
    host,
    externalId: uri,
    threadId: written.reply?.root.uri ?? uri,
    kind: written.reply ? 'comment' : 'post',
    url: `https://bsky.app/profile/${author ?? did}/post/${rkey}`,
    title: '',
    threadTitle: null,
    body: plainText(written.text),
    author,
    // Authors set the time of their record themselves.
    createdAt: indexedAt && indexedAt < written.createdAt ? indexedAt : written.createdAt,
    score: likeCount,
    replies: replyCount,
    community: null,
    locked: false,
    license: null,
  };
}
