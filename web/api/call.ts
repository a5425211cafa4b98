import type { Endpoint, Output, PathParams } from '#shared/contracts/endpoint.ts';
import { offline } from '#shared/messages/failures.ts';
import { takeFirstAnswer } from '#web/identity/first-answers.ts';
import { timeLimit } from '#web/identity/time-limit.ts';
import { isTimeout, readToken, renewSession, timeLimitMs } from '#web/identity/token.ts';
import { ApiError, readError } from './api-error.ts';
import { readResponse } from './read-response.ts';

type Given<E extends Endpoint> = {
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Longest wait for the whole response in milliseconds; 15 s for reading, no limit for writing. */
  timeoutMs?: number;
  /** Goes on when the page is left; browsers refuse bodies of more than 64 KB then. */
  keepalive?: boolean;
} & (unknown extends PathParams<E['path']> ? { params?: undefined } : { params: PathParams<E['path']> }) &
  (E extends { body: infer Body } ? { body: Output<Body> } : { body?: undefined }) &
  (E extends { query: infer Query } ? { query: Output<Query> } : { query?: undefined });

/** All that sending a request needs of an endpoint; `access` may be narrower for one call. */
type Sendable<E extends Endpoint> = Pick<E, 'method' | 'path'> &
  Pick<Endpoint, 'access' | 'errorField' | 'unprefixed'>;

/**
 * Calls an endpoint with the signed-in user's token, or with the session cookie alone (specification 6).
 * @throws ApiError for every outcome but success; SyntaxError for what is not the contract's reply.
 */
export async function call<E extends Endpoint>(endpoint: E, given: Given<E>): Promise<Output<E['response']>> {
  const first = takeFirstAnswer(endpoint.method, address(endpoint, given));
  return readResponse(endpoint, first ?? (await requestJson<E>(endpoint, given)));
}

/** Like `call`, but gives the body as it came, whatever it is; an endpoint's schemas are not needed. */
export async function requestJson<E extends Endpoint>(
  endpoint: Sendable<E>,
  given: Given<E>,
): Promise<unknown> {
  const response = await request<E>(endpoint, given);
  return response.json().catch((cause: unknown) => {
    if (cause instanceof SyntaxError) throw cause;
    throw failureOf(cause, given.signal);
  });
}

/** Like `call`, but gives the response itself, for replies that stream. */
export async function request<E extends Endpoint>(
  endpoint: E | Sendable<E>,
  given: Given<E>,
): Promise<Response> {
  const { access, errorField } = endpoint;
  const token = access === 'public' || access === 'session' ? null : await tokenForCall();
  const response = await send(endpoint, given, token);
  if (response.ok) return response;
  const refusal = await readError(response, errorField);
  if (!mayBeOutdated(endpoint, refusal)) throw refusal;
  // A token is outdated before its time once its owner has confirmed their address somewhere else.
  const fresh = token && (await readToken(true).catch(() => null));
  const isRenewed = access === 'session' ? await renewSession() : fresh && fresh !== token;
  if (!isRenewed) throw refusal;
  const second = await send(endpoint, given, fresh);
  if (second.ok) return second;
  throw await readError(second, errorField);
}

/** A 404 of an agents' endpoint says nothing of the token: everybody else gets the same. */
function mayBeOutdated({ access }: Pick<Endpoint, 'access'>, { status, code }: ApiError): boolean {
  return status === 401 || (access === 'agent' && code === 'not_found');
}

function send<E extends Endpoint>(
  endpoint: Sendable<E>,
  given: Given<E>,
  token: string | null,
): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json', ...given.headers };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (given.body !== undefined) headers['Content-Type'] = 'application/json';
  const { method } = endpoint;
  const { keepalive } = given;
  const init = {
    method,
    headers,
    body: JSON.stringify(given.body),
    signal: limited(method, given),
    keepalive,
  };
  return fetch(address(endpoint, given), init).catch((cause: unknown) => {
    throw failureOf(cause, given.signal);
  });
}

/** A write that takes long may still be done, so only its caller can give it up. */
function limited(
  method: Endpoint['method'],
  {
    signal,
    timeoutMs = method === 'GET' ? timeLimitMs : undefined,
  }: { signal?: AbortSignal; timeoutMs?: number },
): AbortSignal | undefined {
  return timeoutMs === undefined ? signal : timeLimit(timeoutMs, signal);
}

/** The reason of the caller who gave it up, or that the server could not be reached. */
function failureOf(cause: unknown, signal: AbortSignal | undefined): unknown {
  return signal?.aborted ? cause : notReached(cause);
}

/**
 * The signed-in user's token, or null. One that has run out is fetched again, over the same network as the call.
 * @throws ApiError when it can't be fetched.
 */
export function tokenForCall(): Promise<string | null> {
  return readToken().catch((cause: unknown) => {
    throw notReached(cause);
  });
}

/** The error of a call that found no server. Status 408 keeps it from being tried again after a long wait. */
export function notReached(cause?: unknown): ApiError {
  const status = isTimeout(cause) ? 408 : 0;
  return new ApiError({ status, statusText: '', code: 'offline', text: offline.text });
}

/** Address of an endpoint in the browser; undefined fields of the query are left out. */
export function address(
  endpoint: Pick<Endpoint, 'path' | 'unprefixed'>,
  given: { params?: unknown; query?: unknown },
): string {
  const params = (given.params ?? {}) as Record<string, string>;
  const prefix = endpoint.unprefixed ? '' : '/api/python';
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''));
  const fields = Object.entries(given.query ?? {}).filter(([, value]) => value !== undefined);
  const query = `${new URLSearchParams(fields)}`;
  return `${prefix}${path}${query && `?${query}`}`;
}
