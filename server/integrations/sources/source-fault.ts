import { SourceError, type SourceFailure } from './port.ts';

/** Error facts of a response's body beyond its status. */
export type Verdict = {
  /** It is an error after all. */
  failure?: SourceFailure;
  /** The host, or the method that was called, wants to be left alone so long. */
  quietSeconds?: number;
  /** A bad status that is an answer all the same, such as 404 for what was deleted. */
  isAnswer?: boolean;
};

/** The longest that a host can silence us with one answer. */
export const longestQuietMs = 24 * 60 * 60_000;

/** Error of a failed response, with the time of its rate limit (reference 1, common rules). Null for a good status. */
export function faultOf(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  verdict: Verdict | null,
  now: number,
): SourceError | null {
  const isGood = (status >= 200 && status < 300) || verdict?.isAnswer === true;
  if (isGood && !verdict?.failure) return null;
  const isRateLimit = status === 429 || status === 503 || (status === 403 && isUsedUp(headers));
  const failure = verdict?.failure ?? (isRateLimit ? 'busy' : failureOf(status));
  const quietUntil = failure === 'busy' ? quietUntilOf(headers, verdict, now) : null;
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

function quietUntilOf(headers: Headers, verdict: Verdict | null, now: number): Date | null {
  const seconds = verdict?.quietSeconds;
  const named =
    (seconds === undefined ? null : now + seconds * 1000) ??
    instantOf(headers.get('retry-after'), now) ??
    instantOf(headers.get('x-ratelimit-reset') ?? headers.get('ratelimit-reset'), now);
  if (named === null || named <= now) return null;
  return new Date(Math.min(named, now + longestQuietMs));
}

/** Seconds from now, seconds or milliseconds since 1970, or a date: hosts write all four. */
function instantOf(value: string | null, now: number): number | null {
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
