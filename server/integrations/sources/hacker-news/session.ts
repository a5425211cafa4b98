import type { SourceClient } from '#server/integrations/sources/http/client.ts';
import { type HttpRequest, type HttpResponse, notSent } from '#server/integrations/sources/http/http.ts';

export type Forum = {
  addresses: { algolia: string; api: string; site: string };
  client: SourceClient;
  now: () => number;
};

/** Bytes; the pages of the longest threads stay below it. */
const largestPage = 2_000_000;

/** Calls a page of the forum as the holder of a session, which goes nowhere else. @throws NoResponseError. */
export async function callForum(
  { addresses, client }: Forum,
  path: string,
  { session, ...call }: HttpRequest & { session: string | null },
): Promise<HttpResponse> {
  const headers = { ...call.headers, ...(session !== null && { cookie: `user=${session}` }) };
  const url = URL.parse(path, `${addresses.site}/`);
  if (url?.origin !== new URL(addresses.site).origin) {
    throw notSent();
  }
  return client.call(url.href, { ...call, headers, largest: largestPage });
}

/** The page that holds the form: the thread itself, or a page of its own for an answer to a comment. */
export function formPath({ threadId, externalId }: { threadId: string; externalId: string }): string {
  const id = encodeURIComponent(externalId);
  if (externalId === threadId) return `item?id=${id}`;
  return `reply?id=${id}&goto=${encodeURIComponent(`item?id=${threadId}#${externalId}`)}`;
}
