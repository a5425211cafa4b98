import * as z from 'zod';
import {
  answerOrNull,
  askFor,
  checkLinkAnswer,
  nothingSent,
  outcomeBeforeSending,
  outcomeOfSilence,
  outcomeOfStatus,
  readAs,
  refuseLink,
} from './answers.ts';
import { apiPlace } from './api-place.ts';
import { pickReply, type SeenReply } from './fitting-replies.ts';
import { plainWords } from './plain-words.ts';
import { LinkError, type Poster, type PostingAccount, type SendResult } from './port.ts';
import type { Answer, PosterClient } from './poster-client.ts';

type Send = Parameters<Poster['send']>[0];
type ReadBackGiven = Parameters<Poster['readBack']>[0];

const post = z.object({
  id: z.number(),
  topic_id: z.number(),
  topic_slug: z.string().default('-'),
  post_number: z.number(),
  username: z.string(),
  raw: z.string().optional(),
  created_at: z.string(),
  reply_to_post_number: z.number().nullish(),
  user_deleted: z.boolean().default(false),
  deleted_at: z.string().nullish(),
  hidden: z.boolean().default(false),
});
type Post = z.output<typeof post>;

const topic = z.object({
  closed: z.boolean().default(false),
  archived: z.boolean().default(false),
  post_stream: z.object({ stream: z.array(z.number()).default([]), posts: z.array(post) }),
});
const refusal = z.object({
  errors: z.array(z.string()).default([]),
  error_type: z.string().optional(),
  extras: z.object({ wait_seconds: z.number().optional() }).nullish(),
});
const holder = z.object({ current_user: z.object({ username: z.string() }) });
const profile = z.object({ user: z.object({ created_at: z.string() }) });

/** The newest posts of a topic that are looked at. */
const newestPosts = 40;

/** Discourse forums, with a user API key. */
export function discoursePoster(client: PosterClient): Poster {
  return {
    ...apiPlace(client),
    isIdempotent: false,
    send: (given) => sendPost(client, given),
    readBack: (given) => readBackPost(client, given),
    async checkStanding({ host, externalId }, signal) {
      const base = client.baseOf(host);
      const path = `/posts/${encodeURIComponent(externalId)}.json`;
      const answer = base && (await answerOrNull(client, base + path, { signal }));
      if (!answer) return 'unknown';
      if (answer.status === 404 || answer.status === 410) return 'removed';
      const found = answer.status === 200 && readAs(post, answer);
      if (!found) return 'unknown';
      return found.deleted_at || found.user_deleted || found.hidden ? 'removed' : 'standing';
    },
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
        createdAt: known && new Date(known.user.created_at),
        karma: null,
      };
    },
  };
}

async function sendPost(client: PosterClient, { account, target, text, signal }: Send): Promise<SendResult> {
  const base = client.baseOf(account.host);
  if (!base || account.session === null) return { outcome: 'logged-out', text: '' };
  const headers = keyOf(account);
  const number = postNumberOf(target.url);
  try {
    const answer = await client.call(`${base}${topicPath(target.threadId)}.json`, { headers, signal });
    if (answer.status !== 200) return nothingSent(outcomeOf(answer, client.now()));
    const found = readAs(topic, answer);
    if (!found) return { outcome: 'busy', text: 'The forum answered with another page.' };
    if (found.closed || found.archived) return { outcome: 'closed', text: 'The topic is closed.' };
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
    // Without a post in it the answer says that a moderator looks at it first.
    return posted ? { ...placeOf(base, posted), outcome: 'posted' } : { outcome: 'posted', ...nowhereYet };
  } catch (error) {
    return outcomeOfSilence(error);
  }
}

const nowhereYet = { externalId: null, url: null };

async function readBackPost(client: PosterClient, given: ReadBackGiven): ReturnType<Poster['readBack']> {
  const { account, target, signal } = given;
  const base = client.baseOf(account.host);
  const headers = keyOf(account);
  const path = base + topicPath(target.threadId);
  const found = base && (await askFor(client, topic, `${path}.json`, { headers, signal }));
  if (!found) return { found: 'unreadable' };
  const ids = found.post_stream.stream.slice(-newestPosts).map((id) => ['post_ids[]', String(id)]);
  const url = `${path}/posts.json?${new URLSearchParams(ids)}`;
  const newest = await askFor(client, topic.pick({ post_stream: true }), url, { headers, signal });
  if (!newest) return { found: 'unreadable' };
  const parent = postNumberOf(target.url);
  const replies: SeenReply[] = [];
  for (const each of newest.post_stream.posts) {
    if (!isSameName(each.username, account.username) || (each.reply_to_post_number ?? 1) !== parent) continue;
    // Lists give HTML; only the post itself tells what was typed.
    const whole = await askFor(client, post, `${base}/posts/${each.id}.json`, { headers, signal });
    if (!whole) return { found: 'unreadable' };
    replies.push({ ...placeOf(base, whole), text: whole.raw ?? '', writtenAt: new Date(whole.created_at) });
  }
  return pickReply(replies, given);
}

function outcomeOf(answer: Answer, now: number): SendResult {
  const told = readAs(refusal, answer);
  const words = plainWords(told?.errors.join(' ') ?? '');
  if (told?.error_type === 'not_logged_in') return { outcome: 'logged-out', text: words };
  const wait = told?.extras?.wait_seconds;
  const result = outcomeOfStatus(answer, now, words) ?? { outcome: 'refused' as const, text: words };
  return wait === undefined || result.outcome !== 'too-fast'
    ? result
    : { ...result, retryAfterSeconds: wait };
}

const topicPath = (id: string) => `/t/${encodeURIComponent(id)}`;

/** The last part of a post's address; the topic's own opens it. */
function postNumberOf(url: string): number {
  return Number(/\/t\/[^/]+\/\d+\/(\d+)/.exec(URL.parse(url)?.pathname ?? '')?.[1] ?? 1);
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
