import { setTimeout as sleep } from 'node:timers/promises';
import type * as z from 'zod';
import { productName } from '#shared/rules/product.ts';
import { SourceError } from './port.ts';
import type { Pace } from './rate-limits.ts';
import { readJson } from './read-reply.ts';
import { faultOf, type Verdict } from './source-fault.ts';

/** Host of a call: its rate limit and its response schema. */
export type AskedHost<T> = {
  /** Names the bucket that all processes share, such as 'api.example.com'. */
  key: string;
  /** A part of the host that can want quiet by itself; the whole host when absent. */
  method?: string;
  pace: Pace;
  schema: z.ZodType<T>;
  headers?: Record<string, string>;
  /** Responses are equal for every user, and are cached for ten minutes. */
  cached: boolean;
  /** Bytes, where its replies are known to be smaller than others. */
  largestReply?: number;
  /** One that follows no redirect when absent; the guarded one for addresses that owners name. */
  fetch?: typeof globalThis.fetch;
  /** Reads what a body says beyond its status; it is undefined where it is no JSON. */
  judge?: (body: unknown, status: number) => Verdict | null;
};

/** Result of one request: a response, or its error. */
export type CallOutcome<T> = { reply: T; cached: boolean } | { error: SourceError };

/** An outcome with what the body said beside it. */
export type CallAnswer<T> = { outcome: CallOutcome<T>; verdict: Verdict | null };

export type CallOptions = {
  now: () => number;
  /** Whom operators of a source may write to. */
  contact?: string | null;
  /** Milliseconds for one question, its wait and its body included; 15 seconds when absent. */
  timeoutMs?: number;
  /** Bytes; 5 MB when absent. */
  largestReply?: number;
};

/** One GET, begun after `delayMs`. Never rejects. */
export async function callSource<T>(
  host: AskedHost<T>,
  url: string,
  settings: CallOptions & { delayMs: number; signal: AbortSignal },
): Promise<CallAnswer<T>> {
  const { signal, delayMs, contact, timeoutMs = 15_000, largestReply = 5_000_000 } = settings;
  const cutter = new AbortController();
  const patience = AbortSignal.timeout(timeoutMs);
  const ends = AbortSignal.any([signal, patience, cutter.signal]);
  try {
    if (delayMs > 0) await sleep(delayMs, undefined, { signal: ends });
    const headers = { accept: 'application/json', 'user-agent': userAgent(contact), ...host.headers };
    const response = await (host.fetch ?? stayingFetch)(url, { headers, signal: ends });
    const largest = Math.min(largestReply, host.largestReply ?? largestReply);
    const body = await readJson(response, largest, () => cutter.abort());
    return readAnswer(host, response, body, settings.now());
  } catch (cause) {
    const isLate = signal.aborted || patience.aborted;
    const error = sourceErrorIn(cause) ?? new SourceError(isLate ? 'timed-out' : 'unavailable', { cause });
    return { outcome: { error }, verdict: null };
  }
}

/** An address of the configuration leads nowhere else. */
const stayingFetch: typeof fetch = (url, init) => fetch(url, { ...init, redirect: 'error' });

function readAnswer<T>(host: AskedHost<T>, response: Response, body: unknown, now: number): CallAnswer<T> {
  const verdict = host.judge?.(body, response.status) ?? null;
  const error = faultOf(response, verdict, now);
  if (error) return { outcome: { error }, verdict: null };
  const { success, data, error: cause } = host.schema.safeParse(body);
  if (success) return { outcome: { reply: data, cached: false }, verdict };
  return { outcome: { error: new SourceError('unreadable', { cause }) }, verdict };
}

/** `fetch` wraps what a guard of addresses throws while it connects. */
function sourceErrorIn(error: unknown): SourceError | null {
  if (error instanceof SourceError) return error;
  return error instanceof Error && error.cause ? sourceErrorIn(error.cause) : null;
}

function userAgent(contact: string | null | undefined): string {
  const about = ['finds conversations for founders', ...(contact ? [contact] : [])].join('; ');
  return `${productName.replaceAll(' ', '')}/1.0 (${about})`;
}
