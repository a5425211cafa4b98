import * as z from 'zod';
import type { SourceClient } from '#server/integrations/sources/http/client.ts';
import { parsePage } from '#server/integrations/sources/http/html-page.ts';
import { noticeText, wholeText } from '#server/integrations/sources/http/html-to-text.ts';
import type { HttpResponse } from '#server/integrations/sources/http/http.ts';
import { dateOrNull, firstOf, lastOf, name } from '#server/integrations/sources/http/response-fields.ts';
import { boundedWait } from '#server/integrations/sources/http/retry-after.ts';
import { pickReply, type SeenReply } from '#server/integrations/sources/pick-reply.ts';
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

type Send = Parameters<Poster['send']>[0];
type ReadBackGiven = Parameters<Poster['readBack']>[0];

const post = z.object({
  id: z.int(),
  topic_id: z.int(),
  topic_slug: name.default('-'),
  post_number: z.int(),
  username: name,
  raw: z.string().optional(),
  created_at: z.string(),
  reply_to_post_number: z.number().nullish(),
  user_deleted: z.boolean().default(false),
  deleted_at: z.string().nullish(),
  hidden: z.boolean().default(false),
});
type Post = z.output<typeof post>;

/** Number of a topic's newest posts to read. */
const newestPosts = 40;

const topic = z.object({
  closed: z.boolean().default(false),
  archived: z.boolean().default(false),
  post_stream: z.object({ stream: lastOf(z.int(), newestPosts).default([]) }),
});
const postList = z.object({ post_stream: z.object({ posts: firstOf(post, newestPosts) }) });
/** A moderator reviews the post first. */
const enqueued = z.object({ action: z.literal('enqueued') });
const refusal = z.object({
  errors: firstOf(z.string(), 5).default([]),
  error_type: z.string().optional(),
  extras: z.object({ wait_seconds: z.number().optional() }).nullish(),
});
const holder = z.object({ current_user: z.object({ username: name }) });
const profile = z.object({ user: z.object({ created_at: z.string() }) });

/** Discourse forums, with a user API key. */
export function discoursePoster(client: SourceClient): Poster {
  return {
    sendsTo: (host) => client.baseOf(host) !== null,
    replyUrl: ({ url }) => url,
    isIdempotent: false,
    send: (given) => sendPost(client, given),
    readBack: (given) => readBackPost(client, given),
    async isSessionValid(account, signal) {
      const base = client.baseOf(account.host);
      const call = { headers: keyOf(account), signal };
      if (!base) return null;
      return isAnsweredAs(client, holder, `${base}/session/current.json`, call);
    },
    checkPosted: (posted, signal) => checkPostStanding(client, posted, signal),
    async findPostId({ host, url }, signal) {
      const base = client.baseOf(host);
      const { topicId, number } = postAt(url);
      const path = `${topicPath(topicId)}/${number}.json`;
      if (!base) return null;
      const near = await askFor(client, postList, base + path, { signal });
      const found = near?.post_stream.posts.find((one) => one.post_number === number);
      return found ? String(found.id) : null;
    },
    readRules: (account, signal) => readGuidelines(client, account, signal),
    async signIn({ host, username, secret, signal }) {
      const base = client.baseOf(host);
      if (!base) throw new LinkError('not-allowed');
      const headers = keyOf({ session: secret });
      const answer = await client.call(`${base}/session/current.json`, { headers, signal }).catch(refuseLink);
      checkLinkAnswer(answer);
      const name = readAs(holder, answer)?.current_user.username;
      if (!name) throw new LinkError('not-found');
      if (username !== '' && !isSameName(username, name)) throw new LinkError('wrong-credentials');
      const url = `${base}/u/${encodeURIComponent(name)}.json`;
      const known = await askFor(client, profile, url, { headers, signal });
      return {
        username: name,
        session: secret,
        createdAt: dateOrNull(known?.user.created_at),
        karma: null,
      };
    },
  };
}

async function readGuidelines(
  client: SourceClient,
  account: PostingAccount,
  signal: AbortSignal,
): Promise<string[]> {
  const base = client.baseOf(account.host);
  // Asked as by its own screens, a forum answers with the text alone, in place of the whole application.
  const headers = { ...keyOf(account), 'x-requested-with': 'XMLHttpRequest' };
  const answer = base ? await answerOrNull(client, `${base}/guidelines`, { headers, signal }) : null;
  if (answer?.status !== 200) return [];
  const rules = parsePage(answer.body).querySelector('[itemprop="mainContentOfPage"]');
  return ruleTexts([wholeText(rules?.innerHTML ?? '')]);
}

async function checkPostStanding(
  client: SourceClient,
  { host, externalId }: Parameters<Poster['checkPosted']>[0],
  signal: AbortSignal,
): ReturnType<Poster['checkPosted']> {
  const base = client.baseOf(host);
  const path = `/posts/${encodeURIComponent(externalId)}.json`;
  const answer = base && (await answerOrNull(client, base + path, { signal }));
  if (!answer) return 'unknown';
  if (answer.status === 404 || answer.status === 410) return 'removed';
  const found = answer.status === 200 && readAs(post, answer);
  if (!found) return 'unknown';
  return found.deleted_at || found.user_deleted || found.hidden ? 'removed' : 'standing';
}

async function sendPost(client: SourceClient, { account, target, text, signal }: Send): Promise<SendResult> {
  const base = client.baseOf(account.host);
  if (!base || account.session === null) return { outcome: 'logged-out', text: '' };
  const headers = keyOf(account);
  const { number } = postAt(target.url);
  try {
    const answer = await client.call(`${base}${topicPath(target.threadId)}.json`, { headers, signal });
    if (answer.status !== 200) return nothingSent(outcomeOf(answer, client.now()));
    const found = readAs(topic, answer);
    if (!found) return { outcome: 'busy', text: '' };
    if (found.closed || found.archived) return { outcome: 'closed', text: '' };
  } catch (error) {
    return outcomeBeforeSending(error);
  }
  const json = {
    raw: text,
    topic_id: Number(target.threadId),
    reply_to_post_number: number > 1 ? number : undefined,
  };
  try {
    const answer = await client.call(`${base}/posts.json`, { method: 'POST', headers, json, signal });
    if (answer.status !== 200) return outcomeOf(answer, client.now());
    const posted = readAs(post, answer);
    if (posted) return { ...placeOf(base, posted), outcome: 'posted' };
    return readAs(enqueued, answer) ? { outcome: 'posted', ...nowhereYet } : answerWithoutReply;
  } catch (error) {
    return outcomeOfSilence(error);
  }
}

const nowhereYet = { externalId: null, url: null };

async function readBackPost(client: SourceClient, given: ReadBackGiven): ReturnType<Poster['readBack']> {
  const { account, target, signal } = given;
  const base = client.baseOf(account.host);
  const headers = keyOf(account);
  const path = base + topicPath(target.threadId);
  const answer = base && (await answerOrNull(client, `${path}.json`, { headers, signal }));
  if (!answer) return { found: 'unreadable' };
  const found = answer.status === 200 && readAs(topic, answer);
  if (!found) return unseen(account, outcomeOf(answer, client.now()));
  const ids = found.post_stream.stream.map((id) => ['post_ids[]', String(id)]);
  const url = `${path}/posts.json?${new URLSearchParams(ids)}`;
  const newest = await askFor(client, postList, url, { headers, signal });
  if (!newest) return { found: 'unreadable' };
  const { number: parent } = postAt(target.url);
  const replies: SeenReply[] = [];
  for (const each of newest.post_stream.posts) {
    if (!isSameName(each.username, account.username) || (each.reply_to_post_number ?? 1) !== parent) continue;
    // Lists give HTML; only the post itself has the typed text.
    const whole = await askFor(client, post, `${base}/posts/${each.id}.json`, { headers, signal });
    if (!whole) return { found: 'unreadable' };
    replies.push({ ...placeOf(base, whole), text: whole.raw ?? '', writtenAt: dateOrNull(whole.created_at) });
  }
  return pickReply(replies, given);
}

function outcomeOf(answer: HttpResponse, now: number): SendResult {
  const told = readAs(refusal, answer);
  const words = noticeText(told?.errors.join(' ') ?? '');
  if (told?.error_type === 'not_logged_in') return { outcome: 'logged-out', text: words };
  const wait = told?.extras?.wait_seconds;
  const result = outcomeOfStatus(answer, now, words) ?? { outcome: 'refused' as const, text: words };
  return wait === undefined || result.outcome !== 'too-fast'
    ? result
    : { ...result, retryAfterSeconds: boundedWait(wait) };
}

const topicPath = (id: string) => `/t/${encodeURIComponent(id)}`;

/** The last part of a post's address is its number; the topic's own address is that of its first post. */
function postAt(url: string): { topicId: string; number: number } {
  const [, topicId = '', number = '1'] =
    /\/t\/(?:[^/]+\/)??(\d+)(?:\/(\d+))?\/?$/.exec(URL.parse(url)?.pathname ?? '') ?? [];
  return { topicId, number: Number(number) };
}

function placeOf(base: string, { id, topic_id, topic_slug, post_number }: Post) {
  return {
    externalId: String(id),
    url: `${base}/t/${encodeURIComponent(topic_slug)}/${topic_id}/${post_number}`,
  };
}

const isSameName = (one: string, other: string) =>
  one.replace(/^@/, '').toLowerCase() === other.toLowerCase();

const keyOf = ({ session }: Pick<PostingAccount, 'session'>): Record<string, string> =>
  session === null ? {} : { 'user-api-key': session };
