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
