import * as z from 'zod';
import type { SourceClient } from '#server/integrations/sources/http/client.ts';
import { typedText } from '#server/integrations/sources/http/html-to-text.ts';
import { dateOrNull, firstOf, name } from '#server/integrations/sources/http/response-fields.ts';
import { type AccountFacts, LinkError, type Poster } from '#server/integrations/sources/port.ts';
import { nullWithoutResponse, readAs } from '#server/integrations/sources/send-results.ts';

export type Forum = {
  addresses: { algolia: string; api: string; site: string };
  client: SourceClient;
};

/** An account that shows the code in its profile is proved (outreach reference 2.5). */
export async function proveForumAccount(
  forum: Forum,
  { username, code, signal }: Parameters<NonNullable<Poster['prove']>>[0],
): Promise<AccountFacts> {
  const user = await readForumUser(forum, username, signal);
  if (user === 'unavailable') throw new LinkError('unavailable');
  if (!user?.about.split(/[^\w-]+/).includes(code)) throw new LinkError('not-found');
  const createdAt = dateOrNull(user.created && user.created * 1000);
  return { username: user.id, externalId: user.id, session: null, createdAt, karma: user.karma ?? null };
}

/** Made to be read item by item, and without a limit (outreach reference 1.2). */
export const apiLimit = { requests: 200, seconds: 10 };
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

/** A user by the forum's public interface; null for none, 'unavailable' without a response. */
export async function readForumUser({ addresses, client }: Forum, name: string, signal: AbortSignal) {
  const url = `${addresses.api}/v0/user/${encodeURIComponent(name)}.json`;
  const request = { largest: largestUser, limit: apiLimit, signal };
  const response = await client.call(url, request).catch(nullWithoutResponse);
  const read = response?.status === 200 ? readAs(user.nullable(), response) : null;
  if (read) return { ...read, about: typedText(read.about ?? '') };
  return response?.status === 200 && response.body.trim() === 'null' ? null : 'unavailable';
}
