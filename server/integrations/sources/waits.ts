/** Seconds after which a source that names no time may be asked again. */
export const usualWaitSeconds = 300;
const longestWaitSeconds = 86_400;

/** `Retry-After` or a reset header, in seconds or as a time. */
export function secondsToWait(headers: Headers, now: number): number {
  const named =
    headers.get('retry-after') ?? headers.get('ratelimit-reset') ?? headers.get('x-ratelimit-reset') ?? '';
  const number = Number(named);
  const seconds =
    named === '' ? Number.NaN : Number.isNaN(number) ? (Date.parse(named) - now) / 1000 : number;
  // A number of this size is a moment, counted from 1970.
  const left = seconds > 1_000_000_000 ? seconds - now / 1000 : seconds;
  return boundedWait(left);
}

/** Seconds that a source names, within a day; the usual wait for what is no number. */
export function boundedWait(seconds: number): number {
  if (!Number.isFinite(seconds)) return usualWaitSeconds;
  return Math.min(Math.max(Math.ceil(seconds), 1), longestWaitSeconds);
}
