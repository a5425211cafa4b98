import type { Endpoint, Output } from '#shared/contracts/endpoint.ts';
import { offline } from '#shared/messages/failures.ts';
import { readToken } from '#web/identity/token.ts';
import { ApiError, readError } from './api-error.ts';

type Given<E extends Endpoint> = {
  params?: Record<string, string>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Goes on when the page is left; browsers refuse bodies of more than 64 KB then. */
  keepalive?: boolean;
} & (E extends { body: infer Body } ? { body: Output<Body> } : { body?: undefined }) &
  (E extends { query: infer Query } ? { query: Output<Query> } : { query?: undefined });

/**
 * Calls an endpoint with the signed-in user's token.
 * @throws ApiError for every outcome but success; SyntaxError for a page that stands in the reply's place.
 */
export async function call<E extends Endpoint>(endpoint: E, given: Given<E>): Promise<Output<E['reply']>> {
  return (await request(endpoint, given)).json();
}

/** Like `call`, but gives the response itself, for replies that stream. */
export async function request<E extends Endpoint>(endpoint: E, given: Given<E>): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json', ...given.headers };
  const token = endpoint.access === 'public' ? null : await readToken();
  if (token) headers.Authorization = `Bearer ${token}`;
  if (given.body !== undefined) headers['Content-Type'] = 'application/json';
  const { signal, keepalive } = given;
  const init = { method: endpoint.method, headers, body: JSON.stringify(given.body), signal, keepalive };
  const response = await fetch(address(endpoint, given), init).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw new ApiError({ status: 0, statusText: '', code: 'offline', text: offline.text });
  });
  if (response.ok) return response;
  throw await readError(response);
}

function address(endpoint: Endpoint, given: { params?: Record<string, string>; query?: unknown }): string {
  const prefix = endpoint.unprefixed ? '' : '/api/python';
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(given.params?.[name] ?? ''),
  );
  const query = `${new URLSearchParams(given.query as Record<string, string> | undefined)}`;
  return `${prefix}${path}${query && `?${query}`}`;
}
