import type { supportRequests } from '#server/database/tables.ts';
import type { AnswerPromise } from '#shared/contracts/support-requests.ts';
import type { PromiseClock } from './promise-clock.ts';

/** What a request's row says of the promise of a first answer. */
export type PromiseColumns = Pick<
  typeof supportRequests.$inferSelect,
  'promisedHours' | 'dueAt' | 'pausedAt' | 'remainingMs' | 'firstAnsweredAt' | 'brokenAt' | 'givenBack'
>;

const hourMs = 3_600_000;

/** The promise of a request that is made now; `hours` are working hours. */
export function startPromise(clock: PromiseClock, hours: number, now: Date): PromiseColumns {
  return {
    promisedHours: hours,
    dueAt: clock.dueAfter(now, hours * hourMs),
    pausedAt: null,
    remainingMs: null,
    firstAnsweredAt: null,
    brokenAt: null,
    givenBack: false,
  };
}

/** After a question of ours: the clock stands still. With no time left to stop it is too late, and a broken promise. */
export function pausePromise(clock: PromiseClock, promise: PromiseColumns, now: Date): PromiseColumns {
  if (!isRunning(promise)) return cutPromise(promise);
  if (now >= promise.dueAt) return breakPromise(promise, now);
  return { ...cutPromise(promise), pausedAt: now, remainingMs: clock.workingMsBetween(now, promise.dueAt) };
}

/** After the customer's answer: the clock goes on with the working time that was left. */
export function resumePromise(clock: PromiseClock, promise: PromiseColumns, now: Date): PromiseColumns {
  if (promise.pausedAt === null || promise.remainingMs === null) return cutPromise(promise);
  const dueAt = clock.dueAfter(now, promise.remainingMs);
  return { ...cutPromise(promise), dueAt, pausedAt: null, remainingMs: null };
}

/** After a reply of ours: only the first one counts. A late one breaks the promise, if that isn't recorded yet. */
export function keepOrBreakPromise(clock: PromiseClock, promise: PromiseColumns, now: Date): PromiseColumns {
  if (promise.firstAnsweredAt !== null) return cutPromise(promise);
  const running = resumePromise(clock, promise, now);
  const judged = isOverdue(running, now) ? breakPromise(running, now) : running;
  return { ...judged, firstAnsweredAt: now };
}

/** Records that it is broken, and that this gives the customer a request back: once, whoever finds it. */
export function breakPromise(promise: PromiseColumns, now: Date): PromiseColumns {
  return { ...cutPromise(promise), brokenAt: now, givenBack: true };
}

/** Whether its time is over without an answer, and nobody has recorded that yet. */
export function isOverdue(promise: PromiseColumns, now: Date): boolean {
  return isRunning(promise) && now.getTime() > promise.dueAt.getTime();
}

export function describePromise(promise: PromiseColumns): AnswerPromise {
  const { promisedHours, dueAt, pausedAt, remainingMs, firstAnsweredAt, brokenAt, givenBack } = promise;
  const state = brokenAt ? 'broken' : firstAnsweredAt ? 'kept' : pausedAt ? 'paused' : 'running';
  return {
    state,
    hours: promisedHours,
    dueAt: state === 'paused' ? null : dueAt.toISOString(),
    remainingMs: state === 'paused' ? remainingMs : null,
    answeredAt: firstAnsweredAt?.toISOString() ?? null,
    requestGivenBack: givenBack,
  };
}

function isRunning({ pausedAt, firstAnsweredAt, brokenAt }: PromiseColumns): boolean {
  return !pausedAt && !firstAnsweredAt && !brokenAt;
}

/** These columns alone, so that a whole row can be given and nothing else is written back. */
function cutPromise(promise: PromiseColumns): PromiseColumns {
  const { promisedHours, dueAt, pausedAt, remainingMs, firstAnsweredAt, brokenAt, givenBack } = promise;
  return { promisedHours, dueAt, pausedAt, remainingMs, firstAnsweredAt, brokenAt, givenBack };
}
