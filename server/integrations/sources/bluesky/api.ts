import * as z from 'zod';
import type { SourceClient } from '#server/integrations/sources/http/client.ts';
import type { HttpResponse } from '#server/integrations/sources/http/http.ts';
import { firstOf, id, name, token } from '#server/integrations/sources/http/response-fields.ts';
import { askFor, readAs } from '#server/integrations/sources/send-results.ts';

export const collection = 'app.bsky.feed.post';

export const session = z.object({
  did: name,
  handle: name,
  accessJwt: token,
  refreshJwt: token,
});
export type BlueskySession = z.output<typeof session>;

const reference = z.object({ uri: id, cid: id });
const value = z.object({
  text: z.string().default(''),
  createdAt: z.string().default(''),
  reply: z.object({ root: reference, parent: reference }).optional(),
});
const record = reference.extend({ value });
/** The newest first. */
export const recordList = z.object({ records: firstOf(record, 100) });
export const created = reference;
export const postViews = z.object({
  posts: firstOf(
    reference.extend({
      record: value,
      viewer: z.object({ replyDisabled: z.boolean().optional() }).optional(),
    }),
    1,
  ),
});
const refusal = z.object({ error: z.string(), message: z.string().default('') });

export function refusalOf(answer: HttpResponse): { error: string; message: string } {
  return readAs(refusal, answer) ?? { error: '', message: '' };
}

/** Any user's record; needs no session. */
export async function readRecord(
  client: SourceClient,
  base: string,
  { repo, rkey }: { repo: string; rkey: string },
  signal: AbortSignal,
) {
  const query = new URLSearchParams({ repo, collection, rkey });
  return askFor(client, record, `${base}/xrpc/com.atproto.repo.getRecord?${query}`, { signal });
}

/** The at:// address of a post, from its own id or from the address of its page; null for what is neither. */
export async function findPostUri(
  client: SourceClient,
  base: string,
  { externalId, url }: { externalId: string; url: string },
  signal: AbortSignal,
): Promise<string | null> {
  if (partsOf(externalId)) return externalId;
  const [, who = '', rkey] = /^\/profile\/([^/]+)\/post\/([^/]+)$/.exec(URL.parse(url)?.pathname ?? '') ?? [];
  if (!rkey) return null;
  if (who.startsWith('did:')) return `at://${who}/${collection}/${rkey}`;
  const asked = `${base}/xrpc/com.atproto.identity.resolveHandle?${new URLSearchParams({ handle: who })}`;
  const found = await askFor(client, z.object({ did: name }), asked, { signal });
  return found && `at://${found.did}/${collection}/${rkey}`;
}

export function partsOf(uri: string): { repo: string; rkey: string } | null {
  const [, repo, rkey] = /^at:\/\/([^/]+)\/app\.bsky\.feed\.post\/([^/]+)$/.exec(uri) ?? [];
  return repo && rkey ? { repo, rkey } : null;
}

export function pageOf(handle: string, uri: string): string {
  return `https://bsky.app/profile/${handle}/post/${uri.split('/').at(-1)}`;
}
