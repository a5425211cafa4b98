import * as z from 'zod';
import type { SourceClient } from '#server/integrations/sources/http/client.ts';
import type { HttpResponse } from '#server/integrations/sources/http/http.ts';
import * as fields from '#server/integrations/sources/http/response-fields.ts';
import { findAs, readAs } from '#server/integrations/sources/send-results.ts';

export const collection = 'app.bsky.feed.post';

export const session = z.object({
  did: fields.name,
  handle: fields.name,
  accessJwt: fields.token,
  refreshJwt: fields.token,
});
export type BlueskySession = z.output<typeof session>;

export const reference = z.object({ uri: fields.id, cid: fields.id });
const value = z.object({
  text: z.string().default(''),
  createdAt: z.string().default(''),
  reply: z.object({ root: reference, parent: reference }).optional(),
});
export const record = reference.extend({ value });
export const postViews = z.object({
  posts: fields.firstOf(
    reference.extend({
      record: value,
      viewer: z.object({ replyDisabled: z.boolean().optional() }).optional(),
    }),
    1,
  ),
});
export type PostView = z.output<typeof postViews>['posts'][number];
const refusal = z.object({ error: z.string(), message: z.string().default('') });

export function refusalOf(response: HttpResponse): { error: string; message: string } {
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
