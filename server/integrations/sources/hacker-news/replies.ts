import * as z from 'zod';
import { byHandPoster } from '#server/integrations/sources/account-poster.ts';
import { typedText } from '#server/integrations/sources/http/html-to-text.ts';
import { dateOrNull } from '#server/integrations/sources/http/response-fields.ts';
import type { Poster, PostingAccount, ReadBack } from '#server/integrations/sources/port.ts';
import {
  findAs,
  nullWithoutResponse,
  pickReply,
  readAs,
  type SeenReply,
} from '#server/integrations/sources/send-results.ts';
import { apiLimit, type Forum, proveForumAccount, readForumUser } from './accounts.ts';

/** People write and post by hand there: its rules forbid automated posting (outreach reference 2.6). */
export function forumPoster(forum: Forum): Poster {
  return {
    ...byHandPoster,
    replyUrl: (target) => `${forum.addresses.site}/${replyPath(target)}`,
    readBack: (given) => readBack(forum, given),
    checkPosted: ({ externalId }, signal) => readStatus(forum, externalId, signal),
    findPost: ({ id, account }, signal) => findPost(forum, id, account, signal),
    prove: (given) => proveForumAccount(forum, given),
  };
}

/** The page that holds the form: the thread itself, or a page of its own for a reply to a comment. */
function replyPath({ threadId, externalId }: { threadId: string; externalId: string }): string {
  const id = encodeURIComponent(externalId);
  if (externalId === threadId) return `item?id=${id}`;
  return `reply?id=${id}&goto=${encodeURIComponent(`item?id=${threadId}#${externalId}`)}`;
}

const item = z.object({
  id: z.int(),
  by: z.string().optional(),
  parent: z.number().optional(),
  text: z.string().default(''),
  time: z.number().default(0),
  deleted: z.boolean().optional(),
  dead: z.boolean().optional(),
});

/** State of a post; moderated ones are `dead` or missing. */
async function readStatus(
  { addresses, client }: Forum,
  id: string,
  signal: AbortSignal,
): ReturnType<Poster['checkPosted']> {
  const url = `${addresses.api}/v0/item/${encodeURIComponent(id)}.json`;
  const response = await client.call(url, { limit: apiLimit, signal }).catch(nullWithoutResponse);
  if (response?.status !== 200) return 'unknown';
  if (response.body.trim() === 'null') return 'removed';
  const post = readAs(item, response);
  if (!post) return 'unknown';
  return post.deleted || post.dead ? 'removed' : 'present';
}

async function findPost(
  { addresses, client }: Forum,
  id: string | null,
  account: PostingAccount | null,
  signal: AbortSignal,
): Promise<{ id: string; isOwn: boolean } | null> {
  if (id === null) return null;
  const url = `${addresses.api}/v0/item/${encodeURIComponent(id)}.json`;
  const found = await findAs(client, item.nullable(), url, { limit: apiLimit, signal });
  return found?.by ? { id, isOwn: found.by === account?.externalId } : null;
}

/** Searches for a reply among an account's newest posts. */
async function readBack(forum: Forum, given: Parameters<Poster['readBack']>[0]): Promise<ReadBack> {
  const { account, target, since, signal } = given;
  const author = await readForumUser(forum, account.externalId, signal);
  if (author === 'unavailable') return { found: 'unreadable' };
  const replies: SeenReply[] = [];
  for (const id of author?.submitted ?? []) {
    const url = `${forum.addresses.api}/v0/item/${id}.json`;
    const post = await findAs(forum.client, item.nullable(), url, { limit: apiLimit, signal });
    if (!post) continue;
    if (post.time * 1000 < since.getTime() - 86_400_000) break;
    if (String(post.parent) !== target.externalId || post.deleted || post.dead) continue;
    replies.push({
      externalId: String(post.id),
      url: `${forum.addresses.site}/item?id=${post.id}`,
      text: typedText(post.text),
      writtenAt: dateOrNull(post.time * 1000),
    });
  }
  return pickReply(replies, given);
}
