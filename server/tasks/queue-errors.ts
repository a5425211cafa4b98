import type { Logger } from 'pino';
import { isDatabaseUnavailable } from '#server/database/connect.ts';

const quietMs = 30_000;

/** Logs errors of the queue. A lost database fails every poll of every queue, so it is logged once in a while. */
export function queueErrors(log: Logger, now: () => number = Date.now): (error: Error) => void {
  let quietUntil = 0;
  return (err) => {
    // Errors of a poll arrive as copies, which are no instances of Error.
    const copy = Object.assign(new Error(err.message), err);
    if (!isDatabaseUnavailable(copy)) return log.error({ err }, 'task queue error');
    if (now() < quietUntil) return;
    quietUntil = now() + quietMs;
    log.warn({ err }, 'the task queue has lost its database and tries again');
  };
}
