/** What can become of a reply that is posted, besides being taken. */
export type ReplyFault =
  | 'too-fast'
  | 'empty'
  | 'confirm'
  /** It is stored, and the answer is the thread with an empty form below it. */
  | 'thread-page'
  | 'captcha'
  | 'expired-link'
  | 'dead-link'
  | 'refused'
  | 'logged-out'
  | 'bad-login'
  | 'throttled'
  | 'status-429'
  | 'throttled-503'
  | 'status-403'
  | 'status-503'
  | 'status-500'
  | 'empty-page'
  | 'other-page'
  | 'cut-before'
  | 'cut-after'
  | 'hang-after';

/** What can become of a page that is read. */
export type PageFault = 'throttled' | 'status-429' | 'empty-page' | 'captcha' | 'cut' | 'login-page';

export type LoginFault = 'captcha' | 'throttled' | 'cut' | 'status-503';

export const throttledWords = "Sorry, we're not able to serve your requests this quickly.";

/** Faults that come once each, in the order in which they were asked for. */
export function faultQueue<T>() {
  const waiting: T[] = [];
  return { add: (...faults: T[]) => void waiting.push(...faults), take: () => waiting.shift() ?? null };
}
