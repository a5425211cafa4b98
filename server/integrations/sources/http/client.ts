import type { Logger } from 'pino';
import type * as z from 'zod';
import { SourceError, type SourceFailure } from '#server/integrations/sources/port.ts';
import { parseStorable } from '#server/integrations/storable-json.ts';
import { productName } from '#shared/rules/product.ts';
import { isPublicHostName } from '#shared/rules/text/addresses.ts';
import {
  type HttpRequest,
  type HttpResponse,
  longestWaitSeconds,
  NoResponseError,
  notSent,
  retryAt,
  secondsToWait,
  sendRequest,
} from './http.ts';
import { type RateLimit, type RateLimits, sendInTurn } from './rate-limits.ts';
import type { ResponseCache } from './response-cache.ts';

/** An interface of a source that is searched: its rate limit and the form of its responses. */
export type SearchApi<T> = {
  /** Names the limit that all processes share, such as 'api.example.com'. */
  key: string;
  /** A part of the host that can be blocked by itself; the whole host when absent. */
  part?: string;
  limit: RateLimit;
  schema: z.ZodType<T>;
  headers?: Record<string, string>;
  /** Responses are equal for every user, and are cached for ten minutes. */
  cached: boolean;
  /** Bytes, where its responses are known to be smaller than others. */
  largest?: number;
  /** Reads what a body says beyond its status; it is undefined where it is no JSON. */
  inspect?: (body: unknown, status: number) => Inspection | null;
};

/** Error facts of a response's body beyond its status. */
export type Inspection = {
  /** It is an error after all. */
  failure?: SourceFailure;
  /** The host, or the part that was called, wants to be left alone so long. */
  quietSeconds?: number;
  /** A bad status that is an answer all the same, such as 404 for what was deleted. */
  isAnswer?: boolean;
};

/** Result of one search request: a response, or its error. */
export type SearchOutcome<T> = { response: T; cached: boolean } | { error: SourceError };

export type SourceClient = {
  now: () => number;
  /** Base URL of a host's API, without a trailing slash; null for a host that is not public. */
  baseOf(host: string): string | null;
  /** One request, for replies and what belongs to them; redirects are not followed. @throws NoResponseError. */
  call(url: string, request: HttpRequest): Promise<HttpResponse>;
  /**
   * Reads JSON from all URLs at once, and only from the first ones when the host's limit allows no more. Outcomes come
   * in the order of `urls`; it never rejects for what a source does, and holds no connection of the database meanwhile.
   */
  search<T>(api: SearchApi<T>, urls: string[], signal: AbortSignal): Promise<SearchOutcome<T>[]>;
};

export type SourceClientOptions = {
  now: () => number;
  log: Logger;
  limits: RateLimits;
  cache: ResponseCache;
  /** Addresses that need no check; of these no redirect is followed. */
  configured: string[];
  /** For hosts that users name: refuses those that are not public, and follows what it allows. */
  fetchPublic: typeof fetch;
  /** Milliseconds for one request and its body; 15 seconds when absent. */
  timeoutMs?: number;
  /** Bytes of a response to a search; 5 MB when absent. */
  largest?: number;
};

/** Leaves most of what servers allow an address to the searches. */
const usualLimit: RateLimit = { requests: 60, seconds: 120 };

/** The way to all sources: a user agent of our own, limits of rate, time and size (outreach reference 1). */
export function sourceClient(options: SourceClientOptions): SourceClient {
  const { now, configured } = options;
  return {
    now,
    baseOf: (host) =>
      configured.find((address) => new URL(address).host === host) ??
      (isPublicHostName(host) ? `https://${host}` : null),
    call: (url, request) => sendCall(options, url, request),
    async search(api, urls, signal) {
      const outcomes = api.cached ? await readCached(options, api, urls) : new Map();
      const left = [...new Set(urls)].filter((url) => !outcomes.has(url));
      const live = left.length > 0 ? await searchLive(options, api, left, signal) : new Map();
      return urls.flatMap((url) => outcomes.get(url) ?? live.get(url) ?? []);
    },
  };
}

function isConfigured({ configured }: SourceClientOptions, url: string): boolean {
  return configured.some((address) => new URL(address).origin === new URL(url).origin);
}

// ---- replies -----------------------------------------------------------------------------------

async function sendCall(
  options: SourceClientOptions,
  url: string,
  request: HttpRequest,
): Promise<HttpResponse> {
  const { limits, now, timeoutMs = usualTimeoutMs } = options;
  const { host } = new URL(url);
  const isReading = (request.method ?? 'GET') === 'GET';
  const key = `${host} replies`;
  if (isReading) {
    const limited = { key, part: host, limit: request.limit ?? usualLimit };
    const turn = { signal: request.signal, send: () => {} };
    // Errors before the connection: no reply was sent.
    const waitMs = await sendInTurn(limits, limited, 1, turn).catch((cause: unknown) => {
      throw notSent(cause);
    });
    if (waitMs !== null) throw notSent();
  }
  const headers = {
    'user-agent': userAgent('sends replies that their authors approved'),
    ...request.headers,
  };
  const reach = isConfigured(options, url) ? fetch : options.fetchPublic;
  const response = await sendRequest(reach, url, { ...request, headers, redirect: 'manual', timeoutMs });
  if (isReading && (response.status === 429 || response.status === 503)) {
    await limits.block(key, secondsToWait(response.headers, now()));
  }
  return response;
}

const usualTimeoutMs = 15_000;

function userAgent(about: string): string {
  return `${productName.replaceAll(' ', '')}/1.0 (${about})`;
}

// ---- searches ----------------------------------------------------------------------------------

type SearchOutcomes<T> = Map<string, SearchOutcome<T>>;

/** An outcome with what the body said beside it. */
type SearchResponse<T> = { outcome: SearchOutcome<T>; inspection: Inspection | null };

async function readCached<T>(
  { cache }: SourceClientOptions,
  api: SearchApi<T>,
  urls: string[],
): Promise<SearchOutcomes<T>> {
  const outcomes: SearchOutcomes<T> = new Map();
  for (const [url, stored] of await cache.read(urls)) {
    // Another release may have stored it in another shape.
    const { success, data } = api.schema.safeParse(stored);
    if (success) outcomes.set(url, { response: data, cached: true });
  }
  return outcomes;
}

async function searchLive<T>(
  options: SourceClientOptions,
  api: SearchApi<T>,
  urls: string[],
  signal: AbortSignal,
): Promise<SearchOutcomes<T>> {
  const { limits, cache, now } = options;
  const sending: Promise<SearchResponse<T>>[] = [];
  const limited = { key: api.key, part: api.part ?? api.key, limit: api.limit };
  const send = (index: number) => sending.push(searchOnce(options, api, urls[index] ?? '', signal));
  const waitMs = await sendInTurn(limits, limited, urls.length, { signal, send });
  const responses = await Promise.all(sending);
  const quietUntil = new Date(now() + (waitMs ?? 0));
  const outcomes: SearchOutcomes<T> = new Map(
    urls.map((url, index) => [
      url,
      responses[index]?.outcome ?? { error: new SourceError('busy', { quietUntil }) },
    ]),
  );
  if (api.cached) cache.save(responsesIn(outcomes));
  await saveRateLimits(options, api, responses);
  return outcomes;
}

function responsesIn<T>(outcomes: SearchOutcomes<T>): Map<string, unknown> {
  return new Map(
    [...outcomes].flatMap(([url, outcome]) =>
      'response' in outcome ? [[url, outcome.response] as const] : [],
    ),
  );
}

/** Never rejects. */
async function searchOnce<T>(
  options: SourceClientOptions,
  api: SearchApi<T>,
  url: string,
  signal: AbortSignal,
): Promise<SearchResponse<T>> {
  const { timeoutMs = usualTimeoutMs, largest = 5_000_000 } = options;
  const headers = {
    accept: 'application/json',
    'user-agent': userAgent('finds conversations for founders'),
    ...api.headers,
  };
  try {
    const isOurs = isConfigured(options, url);
    const response = await sendRequest(isOurs ? fetch : options.fetchPublic, url, {
      headers,
      largest: Math.min(largest, api.largest ?? largest),
      redirect: isOurs ? 'manual' : 'follow',
      timeoutMs,
      signal,
    });
    return readResponse(api, response, options.now());
  } catch (error) {
    return failed(error instanceof NoResponseError ? error.failure : 'unavailable', error);
  }
}

function failed<T>(failure: SourceFailure, cause?: unknown): SearchResponse<T> {
  return { outcome: { error: new SourceError(failure, { cause }) }, inspection: null };
}

function readResponse<T>(api: SearchApi<T>, response: HttpResponse, now: number): SearchResponse<T> {
  const body = jsonOf(response);
  const inspection = api.inspect?.(body, response.status) ?? null;
  const error = sourceErrorOf(response, inspection, now);
  if (error) return { outcome: { error }, inspection: null };
  const { success, data, error: cause } = api.schema.safeParse(body);
  if (success) return { outcome: { response: data, cached: false }, inspection };
  return { outcome: { error: new SourceError('unreadable', { cause }) }, inspection };
}

/** Undefined for what is no JSON. */
function jsonOf({ body }: HttpResponse): unknown {
  try {
    return parseStorable(body);
  } catch {
    return undefined;
  }
}

/** Error of a failed response, with the time of its rate limit (reference 1, common rules). Null for a good status. */
export function sourceErrorOf(
  { status, headers, isTooLarge }: HttpResponse,
  inspection: Inspection | null,
  now: number,
): SourceError | null {
  if (isTooLarge) return new SourceError('too-large');
  const isGood = (status >= 200 && status < 300) || inspection?.isAnswer === true;
  if (isGood && !inspection?.failure) return null;
  const isRateLimit = status === 429 || status === 503 || (status === 403 && isUsedUp(headers));
  const failure = inspection?.failure ?? (isRateLimit ? 'busy' : failureOf(status));
  const quietUntil = failure === 'busy' ? quietUntilOf(headers, inspection, now) : null;
  return new SourceError(failure, {
    ...(quietUntil && { quietUntil }),
    cause: new Error(`status ${status}`),
  });
}

function failureOf(status: number): SourceFailure {
  if (status === 401) return 'auth-required';
  return status >= 500 || status < 400 ? 'unavailable' : 'refused';
}

function isUsedUp(headers: Headers): boolean {
  return headers.has('retry-after') || headers.get('x-ratelimit-remaining')?.trim() === '0';
}

function quietUntilOf(headers: Headers, inspection: Inspection | null, now: number): Date | null {
  const seconds = inspection?.quietSeconds;
  const named = seconds === undefined ? retryAt(headers, now) : now + seconds * 1000;
  if (named === null || named <= now) return null;
  return new Date(Math.min(named, now + longestWaitSeconds * 1000));
}

/** Writes down how long the host, or one part of it, wants to be left alone. */
async function saveRateLimits<T>(
  { limits, log, now }: SourceClientOptions,
  { key, part = key }: SearchApi<T>,
  responses: SearchResponse<T>[],
): Promise<void> {
  const seconds = Math.max(0, ...responses.map(({ inspection }) => inspection?.quietSeconds ?? 0));
  if (seconds > 0) await limits.block(part, Math.min(seconds, longestWaitSeconds));
  const failures = responses.flatMap(({ outcome }) => ('error' in outcome ? [outcome.error] : []));
  if (failures.length > 0) {
    log.warn({ host: key, failures: failures.map(({ failure }) => failure) }, 'source failed');
  }
  const refusals = failures.filter(({ failure }) => failure === 'busy');
  if (refusals.length > 0) {
    const inARow = await limits.countRefusal(key);
    const named = Math.max(...refusals.map(({ quietUntil }) => quietUntil?.getTime() ?? 0));
    // 2, 4, 8 … 300 seconds with jitter where it names no time.
    const backoff = Math.min(300, 2 ** inARow) * (1 + Math.random() / 4);
    await limits.block(key, named > 0 ? (named - now()) / 1000 : backoff);
  } else if (failures.length < responses.length) {
    // Nothing of the search hangs on it.
    void limits
      .resetRefusals(key)
      .catch((error: unknown) => log.warn({ err: error }, 'refusals of a source were not reset'));
  }
}
