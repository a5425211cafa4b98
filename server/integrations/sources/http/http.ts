import type { SourceFailure } from '#server/integrations/sources/port.ts';
import type { RateLimit } from './rate-limits.ts';

export type HttpRequest = {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: object;
  /** Bytes of the response that are read; 1 MB when absent. */
  largest?: number;
  /** The host's rate limit, where it differs from the usual one. */
  limit?: RateLimit;
  signal: AbortSignal;
};

/** A response, whatever its status; `body` is empty when there was too much of it. */
export type HttpResponse = {
  status: number;
  headers: Headers;
  body: string;
  isTooLarge: boolean;
  url: string;
};

/** No complete response. `mayHaveArrived` is true when the source may have handled the request. */
export class NoResponseError extends Error {
  readonly failure: SourceFailure;
  readonly mayHaveArrived: boolean;
  constructor(failure: SourceFailure, options: { mayHaveArrived: boolean; cause?: unknown }) {
    super('no answer from the source', { cause: options.cause });
    this.failure = failure;
    this.mayHaveArrived = options.mayHaveArrived;
  }
}

/** A request that was not sent. */
export function notSent(cause?: unknown): NoResponseError {
  return new NoResponseError('unavailable', { mayHaveArrived: false, cause });
}

const largestBody = 1_000_000;

/**
 * One request within a time and a size. `reach` is `fetch`, or the guarded one for addresses that users name.
 * @throws NoResponseError.
 */
export async function sendRequest(
  reach: typeof fetch,
  url: string,
  request: HttpRequest & { redirect: RequestRedirect; timeoutMs: number },
): Promise<HttpResponse> {
  const { method = 'GET', headers = {}, json, largest = largestBody, redirect, signal } = request;
  if (signal.aborted) throw new NoResponseError('timed-out', { mayHaveArrived: false });
  const timeout = AbortSignal.timeout(request.timeoutMs);
  try {
    const response = await reach(url, {
      method,
      headers: { ...(json && { 'content-type': 'application/json' }), ...headers },
      body: json && JSON.stringify(json),
      redirect,
      signal: AbortSignal.any([signal, timeout]),
    });
    const body = await readBody(response, largest);
    return {
      status: response.status,
      headers: response.headers,
      body: body ?? '',
      isTooLarge: body === null,
      url,
    };
  } catch (cause) {
    throw noResponse(cause, signal.aborted || timeout.aborted);
  }
}

/** Null for more than `largest` bytes, however they are packed. */
async function readBody({ body, headers }: Response, largest: number): Promise<string | null> {
  if (!body) return '';
  if (Number(headers.get('content-length')) > largest) {
    await body.cancel();
    return null;
  }
  const decoder = decoderOf(headers);
  let text = '';
  let bytes = 0;
  // Leaving the loop ends the stream, and with it the connection.
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > largest) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** JSON is UTF-8, and some hosts send it as they store it. */
function decoderOf(headers: Headers): TextDecoder {
  const label = /charset="?([^\s";]+)/i.exec(headers.get('content-type') ?? '')?.[1];
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}

/** Failures before a connection: no part of the request was sent. */
const beforeConnection = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

function noResponse(cause: unknown, isLate: boolean): NoResponseError {
  const causes = chainOf(cause);
  if (causes.some(({ failure }) => failure === 'forbidden-address')) {
    return new NoResponseError('forbidden-address', { mayHaveArrived: false, cause });
  }
  const code = causes.map((each) => each.code).find((each) => typeof each === 'string');
  const mayHaveArrived = !beforeConnection.has(String(code));
  return new NoResponseError(isLate ? 'timed-out' : 'unavailable', { mayHaveArrived, cause });
}

/** An error with those behind it; where several addresses of a host were tried, the first one's. */
function chainOf(error: unknown): { code?: unknown; failure?: unknown }[] {
  if (!(error instanceof Error)) return [];
  const { code, failure } = error as { code?: unknown; failure?: unknown };
  return [{ code, failure }, ...chainOf(error instanceof AggregateError ? error.errors[0] : error.cause)];
}

// ---- waits ---------------------------------------------------------------------------------------

/** Seconds after which a source that names no time may be asked again. */
export const usualWaitSeconds = 300;

/** The longest that a host can silence us with one response. */
export const longestWaitSeconds = 86_400;

/** The moment that `Retry-After` or a reset header names, in milliseconds; null without one. */
export function retryAt(headers: Headers, now: number): number | null {
  return (
    momentOf(headers.get('retry-after'), now) ??
    momentOf(headers.get('x-ratelimit-reset') ?? headers.get('ratelimit-reset'), now)
  );
}

/** Seconds to wait by the same headers; the usual wait without them. */
export function secondsToWait(headers: Headers, now: number): number {
  const moment = retryAt(headers, now);
  return boundedWait(moment === null ? Number.NaN : (moment - now) / 1000);
}

/** Seconds that a source names, within a day; the usual wait for what is no number. */
export function boundedWait(seconds: number): number {
  if (!Number.isFinite(seconds)) return usualWaitSeconds;
  return Math.min(Math.max(Math.ceil(seconds), 1), longestWaitSeconds);
}

/** Seconds from now, seconds or milliseconds since 1970, or a date: hosts write all four. */
function momentOf(value: string | null, now: number): number | null {
  const text = value?.trim();
  if (!text) return null;
  const number = Number(text);
  if (Number.isNaN(number)) {
    const date = Date.parse(text);
    return Number.isNaN(date) ? null : date;
  }
  if (number > 1e12) return number;
  return number > 1e9 ? number * 1000 : now + number * 1000;
}
