import * as z from 'zod';
import {
  type Inspection,
  type SourceClient,
  sourceErrorOf,
} from '#server/integrations/sources/http/client.ts';
import { readText } from '#server/integrations/sources/http/html-to-text.ts';
import { NoResponseError } from '#server/integrations/sources/http/http.ts';
import * as fields from '#server/integrations/sources/http/response-fields.ts';
import {
  type Asker,
  type FoundPost,
  type SourceAdapter,
  SourceError,
} from '#server/integrations/sources/port.ts';
import * as results from '#server/integrations/sources/search-results.ts';
import { readAs } from '#server/integrations/sources/send-results.ts';
import * as api from './replies.ts';

const { maybe } = fields;
const post = z.object({
  uri: fields.id,
  author: maybe(z.object({ handle: maybe(fields.line) })),
  record: z.object({
    text: fields.postText,
    createdAt: fields.instant,
    reply: maybe(z.object({ root: z.object({ uri: fields.id }) })),
  }),
  replyCount: maybe(z.int()),
  indexedAt: maybe(fields.instant),
});
type Post = z.infer<typeof post>;
const found = z.object({ posts: fields.itemsOf(post) });
const shown = z.object({ uri: maybe(z.string()) });

const limit = { requests: 30, seconds: 30 };

/** Bluesky's search, with the owner's own account: strangers may not use it (reference 1.8). */
export function bluesky(client: SourceClient, address: string): SourceAdapter {
  const shared = { key: results.bucketOf(address), limit, cached: false, inspect };
  const host = results.hostOf(address);
  const openSession = sessions(client, address);
  const sourceFor = (asker: Asker) =>
    results.searchSource(client, {
      source: 'bluesky',
      host,
      notConfigured: asker.blueskySession === null ? 'needs-account' : null,
      search: { ...shared, schema: found },
      searchHeaders: async () => api.bearer(await openSession(asker)),
      urlsOf: (phrases, since) => phrases.map((phrase) => searchUrl(address, phrase, since)),
      postsOf: ({ posts }) => posts.map((one) => postOf(one, host)),
      check: { ...shared, schema: shown },
      checkUrls({ externalId }) {
        const { repo, rkey } = api.partsOf(externalId) ?? { repo: '', rkey: '' };
        const params = { repo, collection: api.collection, rkey };
        return [api.methodUrl(address, 'com.atproto.repo.getRecord', params)];
      },
      statusOf: ({ uri }) => (uri === null ? 'gone' : 'open'),
    });
  return { sourcesFor: (asker) => [sourceFor(asker)], poster: api.blueskyPoster(client) };
}

/** As long as a search lasts: until then a token that was used up may still be asked for again. */
const sharedMs = 60_000;

/** Searches of one owner that run at the same time share what the stored token gave: it serves once. */
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
 * Exchanges the stored token for one that may search, and saves the next one. A search that is given up does not end
 * it: the response to a token that is used up must not get lost.
 * @throws SourceError
 */
async function openSession(
  client: SourceClient,
  address: string,
  token: string,
  { saveBlueskySession: save, onSessionRefused }: Asker,
): Promise<string> {
  const { signal } = new AbortController();
  const response = await api.refreshSession(client, address, token, signal).catch((cause: unknown) => {
    throw cause instanceof NoResponseError ? new SourceError(cause.failure, { cause }) : cause;
  });
  const session = response.status === 200 ? readAs(api.sessionTokens, response) : null;
  if (session) {
    await save?.(session.refreshJwt);
    return session.accessJwt;
  }
  const body = readAs(z.unknown(), response) ?? undefined;
  // A page of a proxy says nothing about the session.
  if (failure.safeParse(body).success && isSessionError(body, response.status)) await onSessionRefused?.();
  throw (
    sourceErrorOf(response, inspect(body, response.status), client.now()) ?? new SourceError('unreadable')
  );
}

const failure = z.object({ error: z.string() });
const sessionErrors = new Set(['ExpiredToken', 'InvalidToken', 'AuthMissing', 'AccountTakedown']);

function inspect(body: unknown, status: number): Inspection | null {
  if (status < 400) return null;
  if (failure.safeParse(body).data?.error === 'RecordNotFound') return { isAnswer: true };
  // Whom it does not let in at all gets a page: "Request forbidden by administrative rules".
  const isTurnedAway = status === 403 && body === undefined;
  return isTurnedAway || isSessionError(body, status) ? { failure: 'auth-required' } : null;
}

function isSessionError(body: unknown, status: number): boolean {
  return status === 401 || (status >= 400 && sessionErrors.has(failure.safeParse(body).data?.error ?? ''));
}

function searchUrl(address: string, phrase: string, since: Date): string {
  const params = { q: phrase, sort: 'latest', since: results.wholeHour(since).toISOString(), limit: '100' };
  return api.methodUrl(address, 'app.bsky.feed.searchPosts', params);
}

function postOf(found: Post, host: string): FoundPost {
  const { uri, record: written, replyCount, indexedAt } = found;
  const author = found.author?.handle ?? null;
  return results.foundPost({
    source: 'bluesky',
    host,
    externalId: uri,
    threadId: written.reply?.root.uri ?? uri,
    url: api.pageOf(author ?? uri.split('/')[2] ?? '', uri),
    body: readText(written.text, { markup: 'plain' }),
    author,
    // Authors set the time of their record themselves.
    createdAt: indexedAt && indexedAt < written.createdAt ? indexedAt : written.createdAt,
    replies: replyCount,
  });
}
