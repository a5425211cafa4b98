import { readRememberedAccount } from './remembered-account.ts';

/** As fresh as a response that is kept, in milliseconds. */
const freshMs = 15_000;
let answers: Record<string, unknown> = {};

/**
 * Takes over what the server sent with the page: its replies to the calls that the page makes first. Only of the account
 * that this browser remembers: another tab may have signed out or in since. Tells whether there are any.
 */
export function readFirstAnswers(): boolean {
  const block = document.getElementById('first-answers');
  block?.remove();
  const sent = JSON.parse(block?.textContent || 'null') as { userId: string; answers: typeof answers } | null;
  if (sent?.userId !== readRememberedAccount()) return false;
  answers = sent?.answers ?? {};
  setTimeout(forgetFirstAnswers, freshMs);
  return sent !== null;
}

export function forgetFirstAnswers(): void {
  answers = {};
}

/** The reply to a call, once; undefined when there is none. After a change the others count no more. */
export function takeFirstAnswer(method: string, address: string): unknown {
  const { [`${method} ${address}`]: answer, ...others } = answers;
  answers = method === 'GET' || answer !== undefined ? others : {};
  return answer;
}
