import type { AnswerPromise } from '#shared/contracts/support-requests.ts';
import { clockTime, dayAndTime, durationWords } from './time-words.ts';

export type PromiseReader = 'customer' | 'agent';
export type PromiseTone = 'waiting' | 'paused' | 'kept' | 'late';
type Words = { text: string; tone: PromiseTone };

/**
 * Words for a promise at `now` (epoch milliseconds), from what the server has said alone; null for a state that this
 * page does not know.
 */
export function promiseWords(
  promise: AnswerPromise,
  now: number,
  reader: PromiseReader,
  /** When support works, in words; absent where that is always, and time is time. */
  hours?: string,
): Words | null {
  switch (promise.state) {
    case 'running':
      return running(promise, now);
    case 'paused':
      return { text: pausedText(promise, reader, hours), tone: 'paused' };
    case 'kept':
      return { text: keptText(promise, now), tone: 'kept' };
    case 'broken':
      return { text: brokenText(promise, now, reader), tone: 'late' };
    default:
      return null;
  }
}

function running({ dueAt, hours }: AnswerPromise, now: number): Words {
  if (!dueAt) return { text: `Answer due within ${durationWords(hours * hourMs)}`, tone: 'waiting' };
  const left = Date.parse(dueAt) - now;
  const due = dayAndTime(dueAt, now);
  // Whether the promise is broken is for the server to say: this clock may be wrong.
  if (left <= 0) return { text: `The answer was due ${due} and has not come yet`, tone: 'late' };
  return { text: `Answer due ${due} (in ${durationWords(left)})`, tone: 'waiting' };
}

function pausedText({ remainingMs }: AnswerPromise, reader: PromiseReader, hours?: string): string {
  const paused = `Paused while we wait for ${reader === 'customer' ? 'you' : 'the customer'}`;
  if (remainingMs === null) return paused;
  return `${paused}: ${durationWords(remainingMs)}${hours ? ' of working time' : ''} left`;
}

function keptText({ answeredAt }: AnswerPromise, now: number): string {
  if (!answeredAt) return 'Answered in time';
  const moment = dayAndTime(answeredAt, now);
  return `Answered in time, ${moment.startsWith('today') ? clockTime(answeredAt) : moment}`;
}

function brokenText(promise: AnswerPromise, now: number, reader: PromiseReader): string {
  const { dueAt, answeredAt, requestGivenBack } = promise;
  const due = dueAt ? `the answer was due ${dayAndTime(dueAt, now)}` : 'the answer did not come in time';
  const text = answeredAt
    ? `We were late: ${due} and came ${dayAndTime(answeredAt, now)}.`
    : `We are late: ${due}.`;
  if (!requestGivenBack) return text;
  return `${text} ${reader === 'customer' ? 'You have' : 'The customer has'} one request back.`;
}

const hourMs = 3_600_000;
