import * as z from 'zod';
import type { SourceClient } from '#server/integrations/sources/http/client.ts';
import { noticeText } from '#server/integrations/sources/http/html-to-text.ts';
import type { HttpResponse } from '#server/integrations/sources/http/http.ts';
import { token } from '#server/integrations/sources/http/response-fields.ts';
import { secondsToWait } from '#server/integrations/sources/http/retry-after.ts';
import { pickReply } from '#server/integrations/sources/pick-reply.ts';
import {
  LinkError,
  type Poster,
  type PostingAccount,
  type SendResult,
} from '#server/integrations/sources/port.ts';
import { ruleTexts } from '#server/integrations/sources/rule-texts.ts';
import {
  answerOrNull,
  answerWithoutReply,
  askFor,
  checkLinkAnswer,
  isAnsweredAs,
  nothingSent,
  outcomeBeforeSending,
  outcomeOfSilence,
  outcomeOfStatus,
  readAs,
  refuseLink,
  unseen,
} from '#server/integrations/sources/send-results.ts';
import { isWebAddress } from '#shared/rules/text/web-address.ts';
import {
  bearer,
  commentList,
  commentReply,
  findServer,
  type LemmyServer,
  ownAccount,
  refusal,
  resolved,
  siteTexts,
  timeOf,
} from './api.ts';

type Send = Parameters<Poster['send']>[0];
type ReadBackGiven = Parameters<Poster['readBack']>[0];

/** Lemmy, signed in by password once. The post is looked up on the account's own instance, wherever it was found. */
export function lemmyPoster(client: SourceClient): Poster {
  return {
    sendsTo: (host) => client.baseOf(host) !== null,
    replyUrl: ({ url }) => url,
    isIdempotent: false,
    send: (given) => sendComment(client, given),
    readBack: (given) => readBackComment(client, given),
    async isSessionValid(account, signal) {
      const server = await findServer(client, account.host, signal);
      const call = { headers: bearer(account), signal };
      return server && isAnsweredAs(client, ownAccount, server.base + server.own, call);
    },
    async checkPosted({ url, externalId }, signal) {
      const server = await findServer(client, URL.parse(url)?.host ?? '', signal);
      const path = `/comment?id=${encodeURIComponent(externalId)}`;
      const answer =
        server && (await answerOrNull(client, `${server.base}${server.prefix}${path}`, { signal }));
      if (!answer) return 'unknown';
      const found = readAs(commentReply, answer)?.comment_view.comment;
      if (found) return found.removed || found.deleted ? 'removed' : 'standing';
      return gone.has(errorOf(answer)) ? 'removed' : 'unknown';
    },
    async readRules(account, signal) {
      const server = await findServer(client, account.host, signal);
      const call = { headers: bearer(account), signal };
      const texts = server && (await askFor(client, siteTexts, `${server.base}${server.prefix}/site`, call));
      return ruleTexts(texts ?? []);
    },
    signIn: (given) => signInToLemmy(client, given),
  };
}

const gone = new Set(['couldnt_find_comment', 'couldnt_find_post', 'couldnt_find_object', 'not_found']);
const closed = new Set([...gone, 'locked', 'post_is_locked', 'deleted', 'removed', 'comment_is_removed']);
const tooFast = new Set(['rate_limit_error', 'too_many_requests']);
const loggedOut = new Set(['not_logged_in', 'incorrect_login', 'not_logged_in_error']);

async function sendComment(
  client: SourceClient,
  { account, target, text, signal }: Send,
): Promise<SendResult> {
  const server = await findServer(client, account.host, signal);
  if (!server) return { outcome: 'busy', text: '' };
  if (account.session === null) return { outcome: 'logged-out', text: '' };
  let parent: Parent | HttpResponse;
  try {
    parent = await findParent(client, server, account, target.url, signal);
  } catch (error) {
    return outcomeBeforeSending(error);
  }
  if ('status' in parent) return nothingSent(outcomeOf(parent, client.now()));
  if (parent.isClosed) return { outcome: 'closed', text: '' };
  const json = { content: text, post_id: parent.postId, parent_id: parent.commentId ?? undefined };
  try {
    const call = { method: 'POST' as const, headers: bearer(account), json, signal };
    const answer = await client.call(`${server.base}${server.prefix}/comment`, call);
    if (answer.status !== 200) return outcomeOf(answer, client.now());
    const posted = readAs(commentReply, answer)?.comment_view.comment;
    if (!posted) return answerWithoutReply;
    return { outcome: 'posted', externalId: String(posted.id), url: addressOf(server, posted) };
  } catch (error) {
    return outcomeOfSilence(error);
  }
}

type Parent = { postId: number; commentId: number | null; isClosed: boolean };

/** The instance's own ids of a post or a comment; an answer that names neither as it came. */
async function findParent(
  client: SourceClient,
  { base, prefix }: LemmyServer,
  account: PostingAccount,
  url: string,
  signal: AbortSignal,
): Promise<Parent | HttpResponse> {
  const call = { headers: bearer(account), signal };
  const answer = await client.call(
    `${base}${prefix}/resolve_object?${new URLSearchParams({ q: url })}`,
    call,
  );
  const found = readAs(resolved, answer);
  const post = found?.comment?.post ?? found?.post?.post;
  if (answer.status !== 200 || !post) return answer.status === 200 ? { ...answer, status: 404 } : answer;
  const comment = found?.comment?.comment ?? null;
  const isClosed = [post.locked, post.removed, post.deleted, comment?.removed, comment?.deleted].some(
    Boolean,
  );
  return { postId: post.id, commentId: comment?.id ?? null, isClosed };
}

async function readBackComment(client: SourceClient, given: ReadBackGiven): ReturnType<Poster['readBack']> {
  const { account, target, signal } = given;
  const server = await findServer(client, account.host, signal);
  const parent = server && (await findParent(client, server, account, target.url, signal).catch(() => null));
  if (!server || !parent) return { found: 'unreadable' };
  if ('status' in parent) return unseen(account, outcomeOf(parent, client.now()));
  const query = new URLSearchParams({
    post_id: String(parent.postId),
    sort: 'New',
    type_: 'All',
    limit: '50',
  });
  if (parent.commentId !== null) query.set('parent_id', String(parent.commentId));
  const url = `${server.base}${server.prefix}/comment/list?${query}`;
  const list = await askFor(client, commentList, url, { headers: bearer(account), signal });
  if (!list) return { found: 'unreadable' };
  const own = list.filter(
    ({ comment, creator }) =>
      creator?.local &&
      creator.name.toLowerCase() === account.username.toLowerCase() &&
      !comment.removed &&
      !comment.deleted &&
      parentIdOf(comment.path) === (parent.commentId ?? 0),
  );
  const replies = own.map(({ comment }) => ({
    externalId: String(comment.id),
    url: addressOf(server, comment),
    text: comment.content,
    writtenAt: timeOf(comment),
  }));
  return pickReply(replies, given);
}

/** Falls back to its own page when the address is not on the web. */
function addressOf({ base }: LemmyServer, { id, ap_id }: { id: number; ap_id?: string | null }): string {
  return ap_id && isWebAddress(ap_id) ? ap_id : `${base}/comment/${id}`;
}

/** A path names all comments above one: '0.12.34' is the answer 34 to 12, and '0.12' one to the post. */
const parentIdOf = (path: string) => Number(path.split('.').at(-2) ?? 0);

async function signInToLemmy(
  client: SourceClient,
  { host, username, secret, signal }: Parameters<Poster['signIn']>[0],
): ReturnType<Poster['signIn']> {
  const base = client.baseOf(host);
  if (!base) throw new LinkError('not-allowed');
  await client.call(`${base}/api/v3/site`, { signal }).catch(refuseLink);
  const server = await findServer(client, host, signal);
  if (!server) throw new LinkError('not-found');
  const json = { username_or_email: username, password: secret };
  const answer = await client.call(base + server.login, { method: 'POST', json, signal }).catch(refuseLink);
  if (tooFast.has(errorOf(answer))) throw new LinkError('unavailable');
  checkLinkAnswer(answer);
  // An account whose address is not confirmed yet gets no session.
  const session = readAs(z.object({ jwt: token }), answer)?.jwt;
  if (!session) throw new LinkError('wrong-credentials');
  const own = await askFor(client, ownAccount, base + server.own, { headers: bearer({ session }), signal });
  return { username: own?.name ?? username, session, createdAt: own && timeOf(own), karma: null };
}

function errorOf(answer: HttpResponse): string {
  return readAs(refusal, answer)?.error ?? '';
}

function outcomeOf(answer: HttpResponse, now: number): SendResult {
  const error = errorOf(answer);
  const words = noticeText(readAs(refusal, answer)?.message || error.replaceAll('_', ' '));
  if (closed.has(error)) return { outcome: 'closed', text: words };
  if (tooFast.has(error)) {
    return { outcome: 'too-fast', text: words, retryAfterSeconds: secondsToWait(answer.headers, now) };
  }
  if (loggedOut.has(error)) return { outcome: 'logged-out', text: words };
  return outcomeOfStatus(answer, now, words) ?? { outcome: 'refused', text: words };
}
