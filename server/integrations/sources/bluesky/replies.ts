import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { SourceClient } from '#server/integrations/sources/http/client.ts';
import { noticeText } from '#server/integrations/sources/http/html-to-text.ts';
import type { HttpResponse } from '#server/integrations/sources/http/http.ts';
import * as fields from '#server/integrations/sources/http/response-fields.ts';
import {
  LinkError,
  type Poster,
  type PostingAccount,
  type ReadBack,
  type SendResult,
} from '#server/integrations/sources/port.ts';
import {
  checkLinkResponse,
  findAs,
  nullWithoutResponse,
  outcomeBeforeSending,
  outcomeOfSilence,
  outcomeOfStatus,
  pickReply,
  Refusal,
  readAs,
  refuseLink,
  responseWithoutReply,
  type SeenReply,
} from '#server/integrations/sources/send-results.ts';

// ---- the AT protocol ---------------------------------------------------------------------------

export const collection = 'app.bsky.feed.post';

export const sessionTokens = z.object({
  did: fields.name,
  handle: fields.name,
  accessJwt: fields.token,
  refreshJwt: fields.token,
});
type BlueskySession = z.output<typeof sessionTokens>;

const reference = z.object({ uri: fields.id, cid: fields.id });
const value = z.object({
  text: z.string().default(''),
  createdAt: z.string().default(''),
  reply: z.object({ root: reference, parent: reference }).optional(),
  langs: fields.firstOf(z.string(), 3).optional().catch(undefined),
});
const postRecord = reference.extend({ value });
type PostRecord = z.output<typeof postRecord>;
const postViews = z.object({
  posts: fields.firstOf(
    reference.extend({
      record: value,
      viewer: z.object({ replyDisabled: z.boolean().optional() }).optional(),
    }),
    1,
  ),
});
type PostView = z.output<typeof postViews>['posts'][number];
const refusal = z.object({ error: z.string(), message: z.string().default('') });

function refusalOf(response: HttpResponse): { error: string; message: string } {
  return readAs(refusal, response) ?? { error: '', message: '' };
}

/** The address of a method, with its parameters. */
export function methodUrl(base: string, method: string, params: Record<string, string> = {}): string {
  const query = new URLSearchParams(params);
  return `${base}/xrpc/${method}${query.size > 0 ? `?${query}` : ''}`;
}

export const bearer = (token: string | null) => ({ authorization: `Bearer ${token}` });

/** Exchanges a session for the next one, which a good response holds: each serves once. */
export function refreshSession(
  client: SourceClient,
  base: string,
  token: string | null,
  signal: AbortSignal,
): Promise<HttpResponse> {
  const url = methodUrl(base, 'com.atproto.server.refreshSession');
  return client.call(url, { method: 'POST', headers: bearer(token), signal });
}

/** The at:// address of a post by that of its page; null for what is none. */
async function findPostUri(
  client: SourceClient,
  base: string,
  url: string,
  signal: AbortSignal,
): Promise<string | null> {
  const [, who = '', rkey] = /^\/profile\/([^/]+)\/post\/([^/]+)$/.exec(URL.parse(url)?.pathname ?? '') ?? [];
  if (!rkey) return null;
  if (who.startsWith('did:')) return `at://${who}/${collection}/${rkey}`;
  const asked = methodUrl(base, 'com.atproto.identity.resolveHandle', { handle: who });
  const found = await findAs(client, z.object({ did: fields.name }), asked, { signal });
  return found && `at://${found.did}/${collection}/${rkey}`;
}

export function partsOf(uri: string): { repo: string; rkey: string } | null {
  const [, repo, rkey] = /^at:\/\/([^/]+)\/app\.bsky\.feed\.post\/([^/]+)$/.exec(uri) ?? [];
  return repo && rkey ? { repo, rkey } : null;
}

export function pageOf(author: string, uri: string): string {
  return `https://bsky.app/profile/${author}/post/${uri.split('/').at(-1)}`;
}

// ---- replies -----------------------------------------------------------------------------------

type SendGiven = Parameters<Poster['send']>[0];
type ReadBackGiven = Parameters<Poster['readBack']>[0];
/** The place of a reply, and the languages of the post that it answers. */
type ReplyPlace = Pick<PostView['record'], 'langs'> & {
  reply: NonNullable<PostView['record']['reply']>;
};

/** Bluesky, signed in with an app password. The token that is stored gives new ones, and changes each time. */
export function blueskyPoster(client: SourceClient): Poster {
  return {
    sendsTo: (host) => client.baseOf(host) !== null,
    replyUrl: ({ url }) => url,
    send: (given) => sendPost(client, given),
    readBack: (given) => readBackPost(client, given),
    async checkPosted({ host, externalId }, signal) {
      const base = client.baseOf(host);
      const parts = partsOf(externalId);
      if (!base || !parts) return 'unknown';
      const params = { ...parts, collection: collection };
      const url = methodUrl(base, 'com.atproto.repo.getRecord', params);
      const response = await client.call(url, { signal }).catch(nullWithoutResponse);
      if (response?.status === 200) return readAs(shown, response) ? 'present' : 'unknown';
      return response && refusalOf(response).error === 'RecordNotFound' ? 'removed' : 'unknown';
    },
    async findPost({ host, url, account }, signal) {
      const base = client.baseOf(host);
      const id = base && (await findPostUri(client, base, url, signal));
      return id ? { id, isOwn: partsOf(id)?.repo === account?.externalId } : null;
    },
    async signIn({ host, username, secret, signal }) {
      const base = client.baseOf(host);
      if (!base) throw new LinkError('not-allowed');
      const json = { identifier: username.replace(/^@/, ''), password: secret };
      const url = methodUrl(base, 'com.atproto.server.createSession');
      const response = await client.call(url, { method: 'POST', json, signal }).catch(refuseLink);
      checkLinkResponse(response);
      const session = readAs(sessionTokens, response);
      if (!session) throw new LinkError('not-found');
      const known = methodUrl(base, 'app.bsky.actor.getProfile', { actor: session.did });
      const profile = await findAs(client, profileDate, known, {
        headers: bearer(session.accessJwt),
        signal,
      });
      const createdAt = fields.dateOrNull(profile?.createdAt);
      const { did: externalId, handle, refreshJwt } = session;
      return { username: handle, externalId, session: refreshJwt, createdAt, karma: null };
    },
  };
}

const shown = z.object({ uri: z.string() });
const profileDate = z.object({ createdAt: z.string() });
/** By their keys, the greatest first, which need not be the newest. */
const recordList = z.object({ records: fields.itemsOf(postRecord), cursor: z.string().optional() });
/** Pages of an account's records that are read. */
const mostPages = 10;

/** Posts are public: reading them must not use up the session. */
async function readBackPost(client: SourceClient, given: ReadBackGiven): Promise<ReadBack> {
  const { account, target, key, signal } = given;
  const base = client.baseOf(account.host);
  if (!base) return { found: 'unreadable' };
  const isReply = ({ value }: PostRecord) => value.reply?.parent.uri === target.externalId;
  const place = { repo: account.externalId, collection, rkey: recordKey(key) };
  const own = await readRecord(client, base, place, signal);
  if (own === 'unreadable') return { found: 'unreadable' };
  if (own && isReply(own)) return pickReply([seenReply(account, own)], { ...given, sameWords: false });
  const replies: SeenReply[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const params = { repo: account.externalId, collection, limit: '100', ...(cursor && { cursor }) };
    const url = methodUrl(base, 'com.atproto.repo.listRecords', params);
    const list = await findAs(client, recordList, url, { signal });
    if (!list) return { found: 'unreadable' };
    replies.push(...list.records.filter(isReply).map((record) => seenReply(account, record)));
    cursor = list.cursor;
    if (!cursor) return pickReply(replies, given);
  }
  const seen = pickReply(replies, given);
  return seen.found === 'nothing' ? { found: 'unreadable' } : seen;
}

function seenReply({ username }: PostingAccount, { uri, value }: PostRecord): SeenReply {
  const { text, createdAt } = value;
  return { externalId: uri, url: pageOf(username, uri), text, writtenAt: fields.dateOrNull(createdAt) };
}

/** Null where there is no such record. */
async function readRecord(
  client: SourceClient,
  base: string,
  place: { repo: string; collection: string; rkey: string },
  signal: AbortSignal,
): Promise<PostRecord | 'unreadable' | null> {
  const url = methodUrl(base, 'com.atproto.repo.getRecord', place);
  const response = await client.call(url, { signal }).catch(nullWithoutResponse);
  if (response && refusalOf(response).error === 'RecordNotFound') return null;
  return (response?.status === 200 && readAs(postRecord, response)) || 'unreadable';
}

/** One record under a key of its own: however often it is sent, there is one reply. */
async function sendPost(client: SourceClient, given: SendGiven): Promise<SendResult> {
  const { account, signal } = given;
  const base = client.baseOf(account.host);
  if (!base || account.session === null) return { outcome: 'logged-out', text: '' };
  let next: { session?: string } = {};
  let session: BlueskySession;
  let place: ReplyPlace;
  try {
    const response = await refreshSession(client, base, account.session, signal);
    const opened = readAs(sessionTokens, response);
    if (!opened) throw new Refusal(outcomeOf(response, client.now()));
    session = opened;
    next = { session: session.refreshJwt };
    place = await findPlace(client, base, session, given);
  } catch (error) {
    return { ...outcomeBeforeSending(error), ...next };
  }
  return { ...(await createPost(client, base, session, given, place)), ...next };
}

/** Parent of the reply: the post and the head of its thread, each by address and content id. @throws Refusal. */
async function findPlace(
  client: SourceClient,
  base: string,
  session: BlueskySession,
  { target, signal }: SendGiven,
): Promise<ReplyPlace> {
  const url = methodUrl(base, 'app.bsky.feed.getPosts', { uris: target.externalId });
  const response = await client.call(url, { headers: bearer(session.accessJwt), signal });
  const views = response.status === 200 ? readAs(postViews, response) : null;
  if (!views) throw new Refusal(outcomeOf(response, client.now()));
  const [post] = views.posts;
  if (!post) throw new Refusal({ outcome: 'closed', text: '' });
  if (post.viewer?.replyDisabled) {
    throw new Refusal({ outcome: 'closed', text: '', reason: 'not-from-you' });
  }
  const parent = { uri: post.uri, cid: post.cid };
  const { reply, langs } = post.record;
  return { reply: { root: reply?.root ?? parent, parent }, langs };
}

async function createPost(
  client: SourceClient,
  base: string,
  { did, handle, accessJwt }: BlueskySession,
  { text, key, signal }: SendGiven,
  { reply, langs }: ReplyPlace,
): Promise<SendResult> {
  const place = { repo: did, collection, rkey: recordKey(key) };
  const createdAt = new Date(client.now()).toISOString();
  const record = { $type: collection, text, createdAt, reply, langs, facets: linkFacets(text) };
  const json = { ...place, record };
  try {
    const url = methodUrl(base, 'com.atproto.repo.createRecord');
    const response = await client.call(url, { method: 'POST', headers: bearer(accessJwt), json, signal });
    const created = response.status === 200 ? readAs(reference, response) : null;
    // A key that is taken is refused: then an earlier try has arrived.
    const earlier = methodUrl(base, 'com.atproto.repo.getRecord', place);
    const posted = created ?? (await findAs(client, postRecord, earlier, { signal }));
    if (!posted) return outcomeOf(response, client.now());
    return { outcome: 'posted', externalId: posted.uri, url: pageOf(handle, posted.uri), changedText: null };
  } catch (error) {
    return outcomeOfSilence(error);
  }
}

const endedSession = new Set(['ExpiredToken', 'InvalidToken', 'AuthenticationRequired', 'AuthMissing']);

function outcomeOf(response: HttpResponse, now: number): SendResult {
  const { error, message } = refusalOf(response);
  const text = noticeText(message || error);
  if (response.status === 200) return responseWithoutReply;
  if (endedSession.has(error)) return { outcome: 'logged-out', text };
  return outcomeOfStatus(response, now, text);
}

const digits = '234567abcdefghijklmnopqrstuvwxyz';
const keyLength = 13;

/** A record key in the form that posts have, always the same for one reply: a second try meets the first. */
function recordKey(key: string): string {
  // 64 bits of which the first is 0, five to a digit.
  const hash = createHash('sha256').update(key).digest().readBigUInt64BE() >> 1n;
  let rest = hash;
  let name = '';
  for (let place = 0; place < keyLength; place++) {
    name = digits[Number(rest & 31n)] + name;
    rest >>= 5n;
  }
  return name;
}

/** Byte ranges of addresses in a text: only marked ones become links. */
function linkFacets(text: string): object[] {
  return [...text.matchAll(/https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}]/g)].map(({ 0: uri, index }) => {
    const byteStart = Buffer.byteLength(text.slice(0, index));
    return {
      index: { byteStart, byteEnd: byteStart + Buffer.byteLength(uri) },
      features: [{ $type: 'app.bsky.richtext.facet#link', uri }],
    };
  });
}
