import { createHash } from 'node:crypto';
import type * as z from 'zod';
import type { SourceClient } from '#server/integrations/sources/http/client.ts';
import { noticeText } from '#server/integrations/sources/http/html-to-text.ts';
import type { HttpResponse } from '#server/integrations/sources/http/http.ts';
import type { Poster, SendResult } from '#server/integrations/sources/port.ts';
import {
  answerWithoutReply,
  nothingSent,
  outcomeBeforeSending,
  outcomeOfSilence,
  outcomeOfStatus,
  readAs,
} from '#server/integrations/sources/send-results.ts';
import { findFormProblem } from '#shared/rules/outreach/reply-form.ts';
import {
  type BlueskySession,
  collection,
  created,
  findPostUri,
  pageOf,
  postViews,
  readRecord,
  refusalOf,
  session as sessionForm,
} from './api.ts';

type Given = Parameters<Poster['send']>[0];
type Open = { base: string; session: BlueskySession };
type Reply = NonNullable<z.output<typeof postViews>['posts'][number]['record']['reply']>;

/** One record under a key of its own: however often it is sent, there is one reply. */
export async function sendBlueskyPost(client: SourceClient, given: Given): Promise<SendResult> {
  const problem = findFormProblem(given.text, 'bluesky');
  if (problem) return { outcome: 'refused', text: '', reason: problem };
  const base = client.baseOf(given.account.host);
  if (!base || given.account.session === null) return { outcome: 'logged-out', text: '' };
  const session = await openSession(client, base, given);
  if ('outcome' in session) return session;
  const open = { base, session };
  const reply = await findPlace(client, open, given);
  const result = 'outcome' in reply ? reply : await createPost(client, open, given, reply);
  return { ...result, session: session.refreshJwt };
}

async function openSession(
  client: SourceClient,
  base: string,
  { account, signal }: Given,
): Promise<BlueskySession | SendResult> {
  try {
    const call = { method: 'POST' as const, headers: bearer(account.session), signal };
    const answer = await client.call(`${base}/xrpc/com.atproto.server.refreshSession`, call);
    const session = readAs(sessionForm, answer);
    return session ?? nothingSent(outcomeOf(answer, client.now()));
  } catch (error) {
    return outcomeBeforeSending(error);
  }
}

/** Parent of the reply: the post and the head of its thread, each by address and content id. */
async function findPlace(
  client: SourceClient,
  { base, session }: Open,
  { target, signal }: Given,
): Promise<Reply | SendResult> {
  const uri = await findPostUri(client, base, target, signal);
  if (!uri) return { outcome: 'busy', text: '' };
  const url = `${base}/xrpc/app.bsky.feed.getPosts?${new URLSearchParams({ uris: uri })}`;
  try {
    const answer = await client.call(url, { headers: bearer(session.accessJwt), signal });
    const views = readAs(postViews, answer);
    if (answer.status !== 200 || !views) return nothingSent(outcomeOf(answer, client.now()));
    const post = views.posts[0];
    if (!post) return { outcome: 'closed', text: '' };
    if (post.viewer?.replyDisabled)
      return { outcome: 'closed', text: '', reason: 'Its author takes no replies from you.' };
    const parent = { uri: post.uri, cid: post.cid };
    return { root: post.record.reply?.root ?? parent, parent };
  } catch (error) {
    return outcomeBeforeSending(error);
  }
}

async function createPost(
  client: SourceClient,
  { base, session }: Open,
  { text, key, signal }: Given,
  reply: Reply,
): Promise<SendResult> {
  const rkey = recordKey(key);
  const createdAt = new Date(client.now()).toISOString();
  const record = { $type: collection, text, createdAt, reply, facets: linkFacets(text) };
  const json = { repo: session.did, collection, rkey, record };
  try {
    const call = { method: 'POST' as const, headers: bearer(session.accessJwt), json, signal };
    const answer = await client.call(`${base}/xrpc/com.atproto.repo.createRecord`, call);
    const posted = answer.status === 200 ? readAs(created, answer) : null;
    if (posted) return postedAt(session, posted.uri);
    // A key that is taken is refused: then an earlier try has arrived.
    const earlier = await readRecord(client, base, { repo: session.did, rkey }, signal);
    return earlier ? postedAt(session, earlier.uri) : outcomeOf(answer, client.now());
  } catch (error) {
    return outcomeOfSilence(error);
  }
}

function postedAt({ handle }: BlueskySession, uri: string): SendResult {
  return { outcome: 'posted', externalId: uri, url: pageOf(handle, uri) };
}

const endedSession = new Set(['ExpiredToken', 'InvalidToken', 'AuthenticationRequired', 'AuthMissing']);

function outcomeOf(answer: HttpResponse, now: number): SendResult {
  const { error, message } = refusalOf(answer);
  const words = noticeText(message || error);
  if (answer.status === 200) return answerWithoutReply;
  if (endedSession.has(error)) return { outcome: 'logged-out', text: words };
  return outcomeOfStatus(answer, now, words) ?? { outcome: 'refused', text: words };
}

const bearer = (token: string | null) => ({ authorization: `Bearer ${token}` });

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
