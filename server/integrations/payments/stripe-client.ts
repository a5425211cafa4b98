import { setTimeout as sleep } from 'node:timers/promises';
import { Stripe } from 'stripe';
import type * as z from 'zod';
import { cappedFetch } from '#server/integrations/capped-fetch.ts';

export type ClientOptions = {
  secretKey: string;
  /** Null means Stripe's own; a host with its protocol, no path. */
  apiUrl: string | null;
  /** Milliseconds for one try, of which there are two, and for all calls of one read together. */
  timeouts?: { attempt: number; whole: number };
};

/** A user waits at a spinner. */
const defaultTimeouts = { attempt: 4_000, whole: 10_000 };

type Call = (stripe: Stripe) => Promise<unknown>;

export type StripeClient = {
  sdk: Stripe;
  /** Stripe's response, parsed by a schema. @throws StripeCallError */
  ask<T>(schema: z.ZodType<T>, call: Call): Promise<T>;
  /** The same; null for what Stripe says it does not have. */
  find<T>(schema: z.ZodType<T>, call: Call): Promise<T | null>;
  /** For what is good to know: null too where the server has no such call. */
  lookUp<T>(schema: z.ZodType<T>, call: Call): Promise<T | null>;
  /** Gives up on slow work; what was asked may still happen there. */
  inTime<T>(work: Promise<T>): Promise<T>;
};

export function stripeClient({ secretKey, apiUrl, timeouts = defaultTimeouts }: ClientOptions): StripeClient {
  const sdk = new Stripe(secretKey, {
    ...(apiUrl ? addressOf(apiUrl) : {}),
    httpClient: Stripe.createFetchHttpClient(checkedFetch),
    timeout: timeouts.attempt,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  const ask = async <T>(schema: z.ZodType<T>, call: Call): Promise<T> => {
    const response = await call(sdk).catch((error: unknown) => {
      throw toCallError(error, secretKey);
    });
    const read = schema.safeParse(response);
    if (read.success) return read.data;
    const places = read.error.issues.map((issue) => issue.path.join('.')).join(', ');
    throw new StripeCallError('unavailable', `Stripe's response lacks or garbles: ${places}`);
  };
  const askUnless = async <T>(kinds: string[], schema: z.ZodType<T>, call: Call): Promise<T | null> => {
    try {
      return await ask(schema, call);
    } catch (error) {
      if (error instanceof StripeCallError && kinds.includes(error.kind)) return null;
      throw error;
    }
  };
  return {
    sdk,
    ask,
    find: (schema, call) => askUnless(['missing'], schema, call),
    lookUp: (schema, call) => askUnless(['missing', 'not-offered'], schema, call),
    inTime: (work) => inTime(work, timeouts.whole),
  };
}

function addressOf(apiUrl: string): { protocol: 'http' | 'https'; host: string; port: string } {
  const { protocol, hostname, port } = new URL(apiUrl);
  const isSafe = protocol === 'https:';
  return { protocol: isSafe ? 'https' : 'http', host: hostname, port: port || (isSafe ? '443' : '80') };
}

async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  const done = new AbortController();
  const late = sleep(ms, undefined, { signal: done.signal }).then(() => {
    throw new StripeCallError('unavailable', `Stripe took longer than ${ms} ms`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    // The race is over, so the stopped timer has no effect.
    late.catch(() => {});
    done.abort();
  }
}

/** Many times the longest page of a list. */
const mostBytes = 5_000_000;

/**
 * `fetch` for the SDK, which takes every JSON body without an `error` for a success whatever its status is: here bad
 * statuses and bodies that are no JSON object become errors in Stripe's own form.
 */
async function checkedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  // Never send the key to another host.
  const response = await cappedFetch(fetch, () => mostBytes)(input, { ...init, redirect: 'manual' });
  const body = await response.text();
  const kind = kindOf(body);
  const isGood = response.ok && kind === 'object';
  const headers = new Headers(response.headers);
  // fetch has unpacked the body.
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name);
  const message = `status ${response.status} with ${kind === 'none' ? 'a body that is no JSON object' : 'no error in it'}`;
  const checked =
    isGood || kind === 'error' ? body : JSON.stringify({ error: { type: 'api_error', message } });
  return new Response(checked, { status: statusFor(response.status), headers });
}

function kindOf(body: string): 'object' | 'error' | 'none' {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'none';
    return 'error' in value && typeof value.error === 'object' && value.error !== null ? 'error' : 'object';
  } catch {
    return 'none';
  }
}

/** A response that is made here can not have the statuses that never hold a body. */
function statusFor(status: number): number {
  return status === 204 || status === 205 || status === 304 || status < 200 ? 502 : status;
}

/**
 * `missing`: Stripe has no such object; `not-offered`: the server has no such call; `refused`: asking again will not
 * help; `unavailable`: it may.
 */
type FailureKind = 'missing' | 'not-offered' | 'refused' | 'unavailable';

/** A failed call to Stripe; its message holds no key and no personal data. */
export class StripeCallError extends Error {
  override name = 'StripeCallError';
  readonly kind: FailureKind;
  /** The parameter that Stripe names as the reason. */
  readonly param: string | null;

  constructor(kind: FailureKind, message: string, param: string | null = null) {
    super(message);
    this.kind = kind;
    this.param = param;
  }
}

/** Without the cause: the SDK's errors carry headers and bodies that logs need not have. */
function toCallError(error: unknown, secretKey: string): StripeCallError {
  if (error instanceof StripeCallError) return error;
  if (!(error instanceof Stripe.errors.StripeError))
    return new StripeCallError('unavailable', reasonOf(String(error), secretKey));
  const { type, code, param, statusCode, requestId } = error;
  const place = [type, code, statusCode, requestId].filter(Boolean).join(' ');
  return new StripeCallError(
    failureKindOf(error),
    reasonOf(`${place}: ${error.message}`, secretKey),
    param ?? null,
  );
}

function failureKindOf({ code, statusCode, type }: Stripe.errors.StripeError): FailureKind {
  if (code === 'resource_missing') return 'missing';
  if (statusCode === 404 || statusCode === 405 || statusCode === 501) return 'not-offered';
  if (type === 'StripeInvalidRequestError' || type === 'StripeIdempotencyError') return 'refused';
  return 'unavailable';
}

/** One line without keys and addresses: Stripe repeats what was wrong with them. */
function reasonOf(text: string, secretKey: string): string {
  return text
    .replaceAll(secretKey, '[key]')
    .replace(/\b(?:sk|rk)_\S+/g, '[key]')
    .replace(/\S+@\S+/g, '[e-mail]')
    .replace(/\s+/g, ' ')
    .slice(0, 300);
}
