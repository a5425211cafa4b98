import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import { AiError, type AiFailure } from './port.ts';

/** A provider that asks for a longer wait gets no second try: nobody looks at a spinner that long. */
const longestRetryWaitMs = 20_000;

/** What a provider's error means to the reader. `hasText`: part of the reply has been shown already. */
export function failureOf(error: unknown, hasText: boolean): AiFailure {
  if (error instanceof AiError) return error.failure;
  if (isContentRefusal(error)) return 'refused';
  if (hasText || isCutStream(error)) return 'interrupted';
  if (error instanceof APIConnectionTimeoutError) return 'timed-out';
  return statusOf(error) === 429 ? 'busy' : 'unavailable';
}

/**
 * Milliseconds to wait before the one retry, or null when the error does not deserve one: only 429,
 * 5xx and failed connections do. `Retry-After` comes in seconds or as a date (RFC 9110, 10.2.3).
 */
export function retryDelay(error: unknown, backoffMs: number, now: number): number | null {
  const status = statusOf(error);
  const isPassing = error instanceof APIConnectionError || status === 429 || (status ?? 0) >= 500;
  if (!isPassing) return null;
  const asked = error instanceof APIError ? error.headers?.get('retry-after') : null;
  const wait = asked ? waitAsked(asked, now) : Number.NaN;
  if (Number.isNaN(wait)) return backoffMs;
  return wait > longestRetryWaitMs ? null : Math.max(0, wait);
}

/** How a provider turned JSON mode down: for good, for this prompt only, or not at all. */
export function jsonModeRefusal(error: unknown): 'for good' | 'this time' | null {
  if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return null;
  // Groq: the model's text was not valid JSON, so the provider kept it back.
  if (error.code === 'json_validate_failed') return 'this time';
  return JSON.stringify([error.message, error.error]).includes('response_format') ? 'for good' : null;
}

/** The reason in one line for the log, without the key (providers repeat it in their 401). */
export function reasonOf(error: unknown, apiKey: string): string {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return (apiKey ? reason.replaceAll(apiKey, '[key]') : reason).replace(/\s+/g, ' ').slice(0, 300);
}

/** Errors inside a stream carry their status, if any, as `code`. */
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof APIError)) return undefined;
  if (error.code === 'rate_limit_exceeded') return 429;
  return error.status ?? (Number(error.code) || undefined);
}

function isContentRefusal(error: unknown): boolean {
  const code = error instanceof APIError ? error.code : null;
  return code === 'content_filter' || code === 'content_policy_violation';
}

/** undici throws `TypeError: terminated` when the socket closes in the middle of a body. */
function isCutStream(error: unknown): boolean {
  return error instanceof TypeError && error.message === 'terminated';
}

function waitAsked(retryAfter: string, now: number): number {
  return /^\s*\d+(\.\d+)?\s*$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
}
