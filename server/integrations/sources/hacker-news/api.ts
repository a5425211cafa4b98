import * as z from 'zod';
import { typedText } from '#server/integrations/sources/http/html-to-text.ts';
import { dateOrNull, firstOf, id, name } from '#server/integrations/sources/http/response-fields.ts';
import type { Poster, ReadBack } from '#server/integrations/sources/port.ts';
import {
  findAs,
  nullWithoutResponse,
  pickReply,
  readAs,
  type SeenReply,
} from '#server/integrations/sources/send-results.ts';
import type { Forum } from './pages.ts';

type Given = Parameters<Poster['readBack']>[0];

/** Made to be read item by item, and without a limit (outreach reference 1.2). */
const limit = { requests: 200, seconds: 10 };
/** Number of an account's newest posts to read. */
const mostPosts = 30;
/** Bytes: some accounts name a hundred thousand posts. */
const largestUser = 2_000_000;

const user = z.object({
  id: name,
  about: z.string().optional(),
  created: z.number().optional(),
  karma: z.int32().optional().catch(undefined),
  submitted: firstOf(z.int(), mostPosts).default([]),
});
const item = z.object({
  id: z.int(),
  by: z.string().optional(),
  parent: z.number().optional(),
  text: z.string().default(''),
  time: z.number().default(0),
  deleted: z.boolean().optional(),
  dead: z.boolean().optional(),
});
const hits = z.object({
  hits: firstOf(
    z.object({
      objectID: id,
      parent_id: z.number().nullish(),
      comment_text: z.string().nullish(),
      created_at_i: z.number(),
    }),
    100,
  ),
});

/** A user by the forum's public interface; null for none, 'unavailable' without a response. */
export async function readForumUser({ addresses, client }: Forum, name: string, signal: AbortSignal) {
  const url = `${addresses.api}/v0/user/${encodeURIComponent(name)}.json`;
  const request = { largest: largestUser, limit, signal };
  const response = await client.call(url, request).catch(nullWithoutResponse);
  const read = response?.status === 200 ? readAs(user.nullable(), response) : null;
  if (read) return { ...read, about: typedText(read.about ?? '') };
  return response?.status === 200 && response.body.trim() === 'null' ? null : 'unavailable';
}

/** State of a post; moderated ones are `dead` or missing. */
export async function readForumStatus(
  { addresses, client }: Forum,
  id: string,
  signal: AbortSignal,
): ReturnType<Poster['checkPosted']> {
  const url = `${addresses.api}/v0/item/${encodeURIComponent(id)}.json`;
  const response = await client.call(url, { limit, signal }).catch(nullWithoutResponse);
  if (response?.status !== 200) return 'unknown';
  if (response.body.trim() === 'null') return 'removed';
  const post = readAs(item, response);
  if (!post) return 'unknown';
  return post.deleted || post.dead ? 'removed' : 'standing';
}

/** Searches for a reply among an account's newest posts; the search index lags and comes second. */
export async function readBackFromApi(forum: Forum, given: Given): Promise<ReadBack> {
  const newest = await newestReplies(forum, given);
  const picked = newest && pickReply(newest, given);
  if (picked) return picked;
  const found = await searchedReplies(forum, given);
  const second = found && pickReply(found, given);
  return second && second.found !== 'nothing' ? second : { found: 'unreadable' };
}

async function newestReplies(
  forum: Forum,
  { account, target, since, signal }: Given,
): Promise<SeenReply[] | null> {
  const author = await readForumUser(forum, account.username, signal);
  if (author === 'unavailable') return null;
  const replies: SeenReply[] = [];
  for (const id of author?.submitted ?? []) {
    const url = `${forum.addresses.api}/v0/item/${id}.json`;
    const post = await findAs(forum.client, item.nullable(), url, { limit, signal });
    if (!post) continue;
    if (post.time * 1000 < since.getTime() - 86_400_000) break;
    if (String(post.parent) !== target.externalId || post.deleted || post.dead) continue;
    replies.push(seenReply(forum, String(post.id), post.text, post.time));
  }
  return replies;
}

async function searchedReplies(
  forum: Forum,
  { account, target, since, signal }: Given,
): Promise<SeenReply[] | null> {
  const url = new URL(`${forum.addresses.algolia}/api/v1/search_by_date`);
  url.searchParams.set('tags', `comment,author_${account.username}`);
  url.searchParams.set('numericFilters', `created_at_i>=${Math.floor(since.getTime() / 1000) - 60}`);
  url.searchParams.set('hitsPerPage', '100');
  const found = await findAs(forum.client, hits, url.href, { signal });
  return (
    found?.hits
      .filter((hit) => String(hit.parent_id) === target.externalId)
      .map((hit) => seenReply(forum, hit.objectID, hit.comment_text ?? '', hit.created_at_i)) ?? null
  );
}

function seenReply({ addresses }: Forum, id: string, html: string, seconds: number): SeenReply {
  const url = `${addresses.site}/item?id=${id}`;
  return { externalId: id, url, text: typedText(html), writtenAt: dateOrNull(seconds * 1000) };
}
