import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { SourceClient } from '#server/integrations/sources/http/client.ts';
import { noticeText } from '#server/integrations/sources/http/html-to-text.ts';
import type { HttpResponse } from '#server/integrations/sources/http/http.ts';
import { dateOrNull, firstOf } from '#server/integrations/sources/http/response-fields.ts';
import { LinkError, type Poster, type SendResult } from '#server/integrations/sources/port.ts';
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
} from '#server/integrations/sources/send-results.ts';
import { findFormProblem } from '#shared/rules/outreach/reply-form.ts';
import * as api from './api.ts';

type SendGiven = Parameters<Poster['send']>[0];
type Reply = NonNullable<api.PostView['record']['reply']>;

/** Bluesky, signed in with an app password. The token that is stored gives new ones, and changes each time. */
export function blueskyPoster(client: SourceClient): Poster {
  return {
    sendsTo: (host) => client.baseOf(host) !== null,
    replyUrl: ({ url }) => url,
    send: (given) => sendPost(client, given),
    readBack: (given) => readBackPost(client, given),
    async checkPosted({ host, externalId }, signal) {
      const base = client.baseOf(host);
      const parts = api.partsOf(externalId);
      if (!base || !parts) return 'unknown';
      const params = { ...parts, collection: api.collection };
      const url = api.methodUrl(base, 'com.atproto.repo.getRecord', params);
      const response = await client.call(url, { signal }).catch(nullWithoutResponse);
      if (response?.status === 200) return readAs(shown, response) ? 'standing' : 'unknown';
      return response && api.refusalOf(response).error === 'RecordNotFound' ? 'removed' : 'unknown';
    },
    async signIn({ host, username, secret, signal }) {
      const base = client.baseOf(host);
      if (!base) throw new LinkError('not-allowed');
      const json = { identifier: username.replace(/^@/, ''), password: secret };
      const url = api.methodUrl(base, 'com.atproto.server.createSession');
      const response = await client.call(url, { method: 'POST', json, signal }).catch(refuseLink);
      checkLinkResponse(response);
      const session = readAs(api.session, response);
      if (!session) throw new LinkError('not-found');
      const known = api.methodUrl(base, 'app.bsky.actor.getProfile', { actor: session.did });
      const profile = await findAs(client, profileDate, known, {
        headers: api.bearer(session.accessJwt),
        signal,
      });
      const createdAt = dateOrNull(profile?.createdAt);
      return { username: session.handle, session: session.refreshJwt, createdAt, karma: null };
    },
  };
}

const shown = z.object({ uri: z.string() });
const profileDate = z.object({ createdAt: z.string() });
/** The newest first. */
const recordList = z.object({ records: firstOf(api.record, 100) });

/** Posts are public: reading them must not use up the session. */
async function readBackPost(
  client: SourceClient,
  given: Parameters<Poster['readBack']>[0],
): ReturnType<Poster['readBack']> {
  const { account, target, signal } = given;
  const base = client.baseOf(account.host);
  const parent = base && (await api.findPostUri(client, base, target, signal));
  if (!base || !parent) return { found: 'unreadable' };
  const params = { repo: account.username, collection: api.collection, limit: '100' };
  const url = api.methodUrl(base, 'com.atproto.repo.listRecords', params);
  const list = await findAs(client, recordList, url, { signal });
  if (!list) return { found: 'unreadable' };
  const replies = list.records
    .filter(({ value }) => value.reply?.parent.uri === parent)
    .map(({ uri, value }) => ({
      externalId: uri,
      url: api.pageOf(account.username, uri),
      text: value.text,
      writtenAt: dateOrNull(value.createdAt),
    }));
  return pickReply(replies, given);
}

/** One record under a key of its own: however often it is sent, there is one reply. */
async function sendPost(client: SourceClient, given: SendGiven): Promise<SendResult> {
  const { account, text, signal } = given;
  const problem = findFormProblem(text, 'bluesky');
  if (problem) return { outcome: 'refused', text: '', reason: problem };
  const base = client.baseOf(account.host);
  if (!base || account.session === null) return { outcome: 'logged-out', text: '' };
  let next: { session?: string } = {};
  let session: api.BlueskySession;
  let reply: Reply;
  try {
    const response = await api.refreshSession(client, base, account.session, signal);
    const opened = readAs(api.session, response);
    if (!opened) throw new Refusal(outcomeOf(response, client.now()));
    session = opened;
    next = { session: session.refreshJwt };
    reply = await findPlace(client, base, session, given);
  } catch (error) {
    return { ...outcomeBeforeSending(error), ...next };
  }
  return { ...(await createPost(client, base, session, given, reply)), ...next };
}

/** Parent of the reply: the post and the head of its thread, each by address and content id. @throws Refusal. */
async function findPlace(
  client: SourceClient,
  base: string,
  session: api.BlueskySession,
  { target, signal }: SendGiven,
): Promise<Reply> {
  const uri = await api.findPostUri(client, base, target, signal);
  if (!uri) throw new Refusal({ outcome: 'busy', text: '' });
  const url = api.methodUrl(base, 'app.bsky.feed.getPosts', { uris: uri });
  const response = await client.call(url, { headers: api.bearer(session.accessJwt), signal });
  const views = response.status === 200 ? readAs(api.postViews, response) : null;
  if (!views) throw new Refusal(outcomeOf(response, client.now()));
  const [post] = views.posts;
  if (!post) throw new Refusal({ outcome: 'closed', text: '' });
  if (post.viewer?.replyDisabled) {
    throw new Refusal({ outcome: 'closed', text: '', reason: 'Its author takes no replies from you.' });
  }
  const parent = { uri: post.uri, cid: post.cid };
  return { root: post.record.reply?.root ?? parent, parent };
}

async function createPost(
  client: SourceClient,
  base: string,
  { did, handle, accessJwt }: api.BlueskySession,
  { text, key, signal }: SendGiven,
  reply: Reply,
): Promise<SendResult> {
  const { collection } = api;
  const place = { repo: did, collection, rkey: recordKey(key) };
  const createdAt = new Date(client.now()).toISOString();
  const record = { $type: collection, text, createdAt, reply, facets: linkFacets(text) };
  const json = { ...place, record };
  try {
    const url = api.methodUrl(base, 'com.atproto.repo.createRecord');
    const response = await client.call(url, { method: 'POST', headers: api.bearer(accessJwt), json, signal });
    const created = response.status === 200 ? readAs(api.reference, response) : null;
    // A key that is taken is refused: then an earlier try has arrived.
    const earlier = api.methodUrl(base, 'com.atproto.repo.getRecord', place);
    const posted = created ?? (await findAs(client, api.record, earlier, { signal }));
    if (!posted) return outcomeOf(response, client.now());
    return { outcome: 'posted', externalId: posted.uri, url: api.pageOf(handle, posted.uri) };
  } catch (error) {
    return outcomeOfSilence(error);
  }
}

const endedSession = new Set(['ExpiredToken', 'InvalidToken', 'AuthenticationRequired', 'AuthMissing']);

function outcomeOf(response: HttpResponse, now: number): SendResult {
  const { error, message } = api.refusalOf(response);
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
