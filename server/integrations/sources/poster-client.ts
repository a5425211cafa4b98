import { productName } from '#shared/rules/product.ts';
import { isPublicHostName } from '#shared/rules/text/host-name.ts';
import { type Pace, type ReadBuckets, readPace } from './read-pace.ts';

/** A source's answer, whatever its status; `body` is empty when there was too much of it. Redirects are not followed. */
export type Answer = { status: number; headers: Headers; body: string; url: string };

export type Call = {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: object;
  /** Sent as a form. */
  form?: Record<string, string>;
  /** Bytes of an answer that are taken where more is usual. */
  largest?: number;
  signal: AbortSignal;
};

/** No complete response. `mayHaveArrived` is true when the source may have handled the call. */
export class NoAnswerError extends Error {
  readonly mayHaveArrived: boolean;
  /** The host is none that may be called; one whose name leads nowhere only can't be reached. */
  readonly isBadHost: boolean;
  constructor(options: { mayHaveArrived: boolean; isBadHost: boolean; cause?: unknown }) {
    super('the source gave no answer', { cause: options.cause });
    this.mayHaveArrived = options.mayHaveArrived;
    this.isBadHost = options.isBadHost;
  }
}

export type PosterClient = {
  now: () => number;
  /** Base URL of a host's API, without a trailing slash; null for a host that is not public. */
  baseOf(host: string): string | null;
  /** @throws NoAnswerError. */
  call(url: string, call: Call): Promise<Answer>;
};

type PosterClientOptions = {
  /** Addresses that need no check. */
  configured: string[];
  fetchPublic: typeof fetch;
  now: () => number;
  timeoutMs?: number;
  buckets?: ReadBuckets;
  paces?: Record<string, Pace>;
};

const usualTimeoutMs = 15_000;
/** Bytes of an answer. */
const largestBody = 1_000_000;
const userAgent = `${productName.replaceAll(' ', '')}/1.0 (sends replies that their authors approved)`;

/** Every poster's way out: own user agent, a time-out, a cap on bytes, and a pace for reading. */
export function posterClient(options: PosterClientOptions): PosterClient {
  const { configured, fetchPublic, now, timeoutMs = usualTimeoutMs } = options;
  const pace = readPace(options);
  // Errors before the connection: no reply was sent.
  const waitForTurn = (host: string, signal: AbortSignal) =>
    pace.waitForTurn(host, signal).catch((cause: unknown) => {
      throw notSent(cause);
    });
  const origins = new Set(configured.map((address) => new URL(address).origin));
  return {
    now,
    baseOf: (host) =>
      configured.find((address) => new URL(address).host === host) ??
      (isPublicHostName(host) ? `https://${host}` : null),
    async call(url, { method = 'GET', headers = {}, json, form, largest = largestBody, signal }) {
      const { origin, host } = new URL(url);
      const reach = origins.has(origin) ? fetch : fetchPublic;
      const isReading = method === 'GET';
      if (isReading && !(await waitForTurn(host, signal))) throw notSent();
      const sent = {
        method,
        headers: { 'user-agent': userAgent, ...(json && { 'content-type': 'application/json' }), ...headers },
        body: json ? JSON.stringify(json) : form && new URLSearchParams(form),
        redirect: 'manual' as const,
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      };
      if (signal.aborted) throw notSent();
      try {
        const response = await reach(url, sent);
        const { status, headers } = response;
        const answer = { status, headers, body: await readBody(response, largest), url };
        if (isReading) await pace.noteRateLimit(host, answer);
        return answer;
      } catch (cause) {
        throw noAnswer(cause);
      }
    },
  };
}

const notSent = (cause?: unknown) => new NoAnswerError({ mayHaveArrived: false, isBadHost: false, cause });

async function readBody({ body }: Response, largest: number): Promise<string> {
  if (!body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  // Leaving the loop ends the stream, and with it the connection.
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > largest) return '';
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}

/** Failures before a connection: no part of the call was sent. */
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

function noAnswer(cause: unknown): NoAnswerError {
  const causes = chainOf(cause);
  const isForbidden = causes.some((each) => each.failure === 'forbidden-address');
  const code = causes.map((each) => each.code).find((each) => typeof each === 'string');
  return new NoAnswerError({
    mayHaveArrived: !(isForbidden || beforeConnection.has(String(code))),
    isBadHost: isForbidden,
    cause,
  });
}

/** An error with those behind it; where several addresses of a host were tried, the first one's. */
function chainOf(error: unknown): { code?: unknown; failure?: unknown }[] {
  if (!(error instanceof Error)) return [];
  const { code, failure } = error as { code?: unknown; failure?: unknown };
  return [{ code, failure }, ...chainOf(error instanceof AggregateError ? error.errors[0] : error.cause)];
}
