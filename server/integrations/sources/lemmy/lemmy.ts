import * as z from 'zod';
import {
  type AccountServer,
  type AccountVendor,
  accountPoster,
} from '#server/integrations/sources/account-poster.ts';
import type {
  Inspection,
  SearchApi,
  SearchOutcome,
  SourceClient,
} from '#server/integrations/sources/http/client.ts';
import { noticeText, readLine, readText, ruleTexts } from '#server/integrations/sources/http/html-to-text.ts';
import { type HttpResponse, secondsToWait } from '#server/integrations/sources/http/http.ts';
import { token } from '#server/integrations/sources/http/response-fields.ts';
import {
  type ConversationSource,
  type FoundPost,
  LinkError,
  type SourceAdapter,
} from '#server/integrations/sources/port.ts';
import * as results from '#server/integrations/sources/search-results.ts';
import {
  checkLinkResponse,
  outcomeOfStatus,
  Refusal,
  readAs,
  refuseLink,
} from '#server/integrations/sources/send-results.ts';
import * as api from './api.ts';

/** Lemmy: posts and comments of the named instances, and replies from an account of any, signed in once. */
export function lemmy(client: SourceClient, addresses: string[]): SourceAdapter {
  return results.sameForAll(
    addresses.map((address) => instanceSource(client, address)),
    accountPoster(client, vendor),
  );
}

// ---- searching ---------------------------------------------------------------------------------

/** lemmy.world takes 100 searches in 600 seconds; an instance that speaks an unknown dialect is asked in both. */
const limit = { requests: 40, seconds: 240 };
const phrasesAsked = 6;

type Single = z.infer<typeof api.single>;

/** One instance. Its first answer tells which dialect it speaks. */
function instanceSource(client: SourceClient, address: string): ConversationSource {
  const host = results.hostOf(address);
  const key = results.bucketOf(address);
  const search: SearchApi<z.infer<typeof api.searchResult>> = {
    key,
    limit,
    schema: api.searchResult,
    cached: true,
    inspect,
  };
  const single: SearchApi<Single> = {
    key: `${key} post`,
    limit: { requests: 60, seconds: 60 },
    schema: api.single,
    cached: false,
    inspect: (body, status) => (isMissing(body, status) ? { isAnswer: true } : inspect(body)),
  };
  let known: api.Dialect | null = null;

  async function ask<T>(
    asked: SearchApi<T>,
    urlsIn: (dialect: api.Dialect) => string[],
    signal: AbortSignal,
  ) {
    const tried = known ? [known] : api.dialects;
    const outcomes = await client.search(asked, tried.flatMap(urlsIn), signal);
    const size = outcomes.length / tried.length;
    const byDialect = tried.map((_, index) => outcomes.slice(index * size, (index + 1) * size));
    const understood = byDialect.findIndex((part) => part.some((outcome) => 'response' in outcome));
    // An instance that was renewed is asked in both again.
    if (understood >= 0) known = tried[understood] ?? null;
    else if (outcomes.every(isForeign)) known = null;
    return byDialect[Math.max(0, understood)] ?? [];
  }

  return {
    source: 'lemmy',
    host,
    notConfigured: null,
    listsOnlyOpen: true,
    async find(phrases, since, signal) {
      const asked = phrases.slice(0, phrasesAsked);
      const urlsIn = (dialect: api.Dialect) =>
        asked.map((phrase) => searchUrl(address, dialect, phrase, since, client.now()));
      // Copies of one post on an instance share the address of the original.
      const isNew = results.firstTime();
      const outcomes = await ask(search, urlsIn, signal);
      return results.gatherPosts(outcomes, since, ({ posts, comments }) =>
        [...posts.filter(isAnswerable), ...comments.filter(isAnswerable)]
          .filter((view) => isNew(addressOf(view) ?? ''))
          .flatMap((view) => postOf(view, host)),
      );
    },
    async checkOpen({ externalId, threadId }, signal) {
      const comment = /^comment-(.+)$/.exec(externalId)?.[1];
      const urlsIn = (dialect: api.Dialect) => [
        `${address}/api/${dialect}/post?id=${encodeURIComponent(threadId)}`,
        ...(comment ? [`${address}/api/${dialect}/comment?id=${encodeURIComponent(comment)}`] : []),
      ];
      return statusOf(await ask(single, urlsIn, signal), comment !== undefined);
    },
  };
}

function isForeign(outcome: SearchOutcome<unknown>): boolean {
  return 'error' in outcome && ['refused', 'unreadable'].includes(outcome.error.failure);
}

function searchUrl(address: string, dialect: api.Dialect, phrase: string, since: Date, now: number): string {
  const shared = { type_: 'All', listing_type: 'All', limit: '50' };
  // Whole hours, so that the same question has the same address for a while.
  const ms = results.wholeHour(new Date(now)).getTime() - results.wholeHour(since).getTime();
  const query = new URLSearchParams(
    dialect === 'v3'
      ? { q: phrase, ...shared, sort: 'New' }
      : { search_term: phrase, ...shared, time_range_seconds: String(ms / 1000 + 3600) },
  );
  return `${address}/api/${dialect}/search?${query}`;
}

/** Older instances refuse what comes too fast with status 400 and a word. */
function inspect(body: unknown): Inspection | null {
  const { success, data } = api.failure.safeParse(body);
  if (!success) return null;
  return { failure: /rate_limit|too_many_requests/.test(data.error) ? 'busy' : 'refused' };
}

function isMissing(body: unknown, status: number): boolean {
  const { success, data } = api.failure.safeParse(body);
  return success && (status === 400 || status === 404) && /couldnt_find|not_found/.test(data.error);
}

function statusOf(
  outcomes: SearchOutcome<Single>[],
  isComment: boolean,
): 'open' | 'closed' | 'gone' | 'unknown' {
  const responses = outcomes.flatMap((outcome) => ('response' in outcome ? [outcome.response] : []));
  if (responses.length === 0 || responses.length < outcomes.length) return 'unknown';
  const [{ post_view: thread } = {}, { comment_view: own } = {}] = responses;
  if (isComment && (!own || api.isGone(own.comment))) return 'gone';
  if (!thread || api.isGone(thread.post)) return isComment ? 'closed' : 'gone';
  return thread.post.locked || own?.comment.locked ? 'closed' : 'open';
}

type View = api.PostView & { comment?: api.Comment };

/** Public, and open to replies. */
function isAnswerable({ post, community, comment }: View): boolean {
  const parts = [post, community, ...(comment ? [comment] : [])];
  const isHidden = post.nsfw === true || community.nsfw === true;
  return !isHidden && !post.locked && !comment?.locked && !parts.some(api.isGone);
}

function addressOf({ post, comment }: View): string | null {
  return comment ? comment.ap_id : post.ap_id;
}

function postOf(view: View, host: string): FoundPost[] {
  const { post, comment, creator, community, counts } = view;
  const createdAt = api.dateOf(comment ?? post);
  const url = addressOf(view);
  // Older instances escape it.
  const title = readLine(post.name, { markup: 'escaped' });
  if (!createdAt || url === null) return [];
  const found = results.foundPost({
    source: 'lemmy',
    host,
    externalId: comment ? `comment-${comment.id}` : String(post.id),
    threadId: String(post.id),
    url,
    title: comment ? '' : title,
    threadTitle: title,
    body: readText(comment ? comment.content : post.body, { markup: 'markdown' }),
    author: creator ? fullNameOf(creator, host) : null,
    createdAt,
    replies: comment ? (counts?.child_count ?? comment.child_count) : (counts?.comments ?? post.comments),
    community: fullNameOf(community, host),
  });
  return [found];
}

/** A community or a person that lives elsewhere is called 'name@host', as Lemmy writes it. */
function fullNameOf({ name, actor_id: actorId, ap_id: address }: api.Named, host: string): string {
  const home = URL.parse(actorId ?? address ?? '')?.host;
  return home && home !== host ? `${name}@${home}` : name;
}

// ---- replies -----------------------------------------------------------------------------------

/** The instance's own ids of a post or a comment. */
type Parent = {
  dialect: api.Dialect;
  postId: number;
  commentId: number | null;
  communityId: number;
  /** The languages that the instance takes; none for all of them. */
  taken: number[];
  /** Of the post, and before a reply is sent of the reply; null leaves it to the instance. */
  languageId: number | null;
  isClosed: boolean;
};

const gone = new Set(['couldnt_find_comment', 'couldnt_find_post', 'couldnt_find_object', 'not_found']);
const closed = new Set([...gone, 'locked', 'post_is_locked', 'deleted', 'removed', 'comment_is_removed']);
const tooFast = new Set(['rate_limit_error', 'too_many_requests']);
const loggedOut = new Set(['not_logged_in', 'incorrect_login', 'not_logged_in_error']);

const loginPaths = { v3: '/api/v3/user/login', v4: '/api/v4/account/auth/login' };
const ownPaths = { v3: '/api/v3/site', v4: '/api/v4/account' };

/** The post is looked up on the account's own instance, wherever it was found. */
const vendor: AccountVendor<Parent> = {
  headersOf: (session) => ({ authorization: `Bearer ${session}` }),
  outcomeOf(response, now) {
    const error = errorOf(response);
    const text = noticeText(readAs(api.failure, response)?.message || error.replaceAll('_', ' '));
    if (closed.has(error)) return { outcome: 'closed', text };
    if (loggedOut.has(error)) return { outcome: 'logged-out', text };
    if (!tooFast.has(error)) return outcomeOfStatus(response, now, text);
    return { outcome: 'too-fast', text, retryAfterSeconds: secondsToWait(response.headers, now) };
  },
  async findParent(server, { url }) {
    const { dialect, discussion_languages: taken } = await readSite(server);
    const query = new URLSearchParams({ q: url });
    const found = await server.read(api.resolved, `/api/${dialect}/resolve_object?${query}`);
    const view = found.comment ?? found.post;
    if (!view) throw new Refusal({ outcome: 'closed', text: '' });
    const { post, community } = view;
    const comment = found.comment?.comment ?? null;
    const isClosed = post.locked === true || [post, comment].some((part) => part && api.isGone(part));
    return {
      dialect,
      postId: post.id,
      commentId: comment?.id ?? null,
      communityId: community.id,
      taken,
      languageId: (comment ?? post).language_id,
      isClosed,
    };
  },
  async prepareReply(server, parent) {
    const { dialect, communityId, taken, languageId } = parent;
    const path = `/api/${dialect}/community?id=${communityId}`;
    const { discussion_languages: takenHere } = await server.read(api.placeLanguages, path);
    const isTaken = (id: number) =>
      [taken, takenHere].every((list) => list.length === 0 || list.includes(id));
    return { ...parent, languageId: [languageId ?? undetermined, undetermined].find(isTaken) ?? null };
  },
  postReply(server, { dialect, postId, commentId, languageId }, { text }) {
    const json = {
      content: text,
      post_id: postId,
      parent_id: commentId ?? undefined,
      language_id: languageId ?? undefined,
    };
    return server.call(`/api/${dialect}/comment`, { method: 'POST', json });
  },
  readPosted(server, response) {
    const posted = readAs(api.savedReply, response)?.comment_view.comment;
    return posted ? placeOf(server, posted) : null;
  },
  async listReplies(server, { dialect, postId, commentId }) {
    const newest = { post_id: String(postId), sort: 'New', type_: 'All', limit: '50' };
    const query = new URLSearchParams(
      commentId === null ? newest : { ...newest, parent_id: String(commentId) },
    );
    const list = await server.read(api.replyList, `/api/${dialect}/comment/list?${query}`);
    const own = list.filter(
      ({ comment, creator }) =>
        String(creator?.id) === server.accountId &&
        !api.isGone(comment) &&
        parentIdOf(comment.path ?? '') === (commentId ?? 0),
    );
    return own.map(({ comment }) => ({ ...placeOf(server, comment), writtenAt: api.dateOf(comment) }));
  },
  async getPost(server, id) {
    return server.call(`/api/${await findDialect(server)}/comment?id=${encodeURIComponent(id)}`);
  },
  authorOf(response) {
    const creator = readAs(api.savedReply, response)?.comment_view.creator;
    const { id, name, actor_id: actorId, ap_id: address } = creator ?? {};
    return id && name ? { id: String(id), name, page: actorId ?? address ?? null } : null;
  },
  statusOf(response) {
    const found = readAs(api.savedReply, response)?.comment_view.comment;
    if (found) return api.isGone(found) ? 'removed' : 'present';
    return gone.has(errorOf(response)) ? 'removed' : 'unknown';
  },
  whoAmI: async (server) => server.call(ownPaths[await findDialect(server)]),
  readHolder(response) {
    const own = readAs(api.ownAccount, response);
    return own && { id: String(own.id), username: own.name, names: [], createdAt: api.dateOf(own) };
  },
  async openSession(server, username, password) {
    const dialect = await findDialect(server).catch(refuseLink);
    const json = { username_or_email: username, password };
    const response = await server.call(loginPaths[dialect], { method: 'POST', json }).catch(refuseLink);
    if (tooFast.has(errorOf(response))) throw new LinkError('unavailable');
    checkLinkResponse(response);
    // An account whose address is not confirmed yet gets no session.
    const session = readAs(z.object({ jwt: token }), response)?.jwt;
    if (!session) throw new LinkError('wrong-credentials');
    return session;
  },
  async readServer(server) {
    const { texts } = await readSite(server);
    return { rules: ruleTexts(texts), shortest: null, longest: null };
  },
};

/** An instance's own facts, and its dialect. @throws Refusal where it speaks neither, NoResponseError. */
async function readSite(server: AccountServer) {
  for (const dialect of api.dialects) {
    const response = await server.call(`/api/${dialect}/site`);
    const site = response.status === 200 ? readAs(api.site, response) : null;
    if (site) return { dialect, ...site };
  }
  throw new Refusal({ outcome: 'busy', text: '' });
}

const findDialect = async (server: AccountServer) => (await readSite(server)).dialect;

/** Lemmy's number for a text in no language that it knows. */
const undetermined = 0;

function errorOf(response: HttpResponse): string {
  return readAs(api.failure, response)?.error ?? '';
}

/** Its address falls back to its own page when it is not on the web. */
function placeOf({ base }: AccountServer, { id, ap_id: address, content }: api.Comment) {
  return { externalId: String(id), url: address ?? `${base}/comment/${id}`, text: content ?? '' };
}

/** A path names all comments above one: '0.12.34' is the answer 34 to 12, and '0.12' one to the post. */
const parentIdOf = (path: string) => Number(path.split('.').at(-2) ?? 0);
