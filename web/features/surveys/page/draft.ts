import type { Answer, Answers } from './answers.ts';

/** Answers that were not sent yet. `key` names this one submission, so that it is stored once. */
export type Draft = { key: string; answers: Answers };

/** Where this browser keeps the draft of a survey. */
export function draftName(surveyId: string): string {
  return `survey-draft:${surveyId}`;
}

/** The draft that this browser keeps; null when there is none or it can't be read. */
export function readDraft(surveyId: string): Draft | null {
  try {
    const value = JSON.parse(localStorage.getItem(draftName(surveyId)) ?? 'null') as Record<string, unknown>;
    const { key, answers } = value;
    if (typeof key !== 'string' || !keyForm.test(key) || !Array.isArray(answers)) return null;
    return { key, answers: new Map(answers.filter(isEntry)) };
  } catch {
    return null;
  }
}

/** Keeps the draft. False where storage is switched off or full: then it lasts as long as the page. */
export function keepDraft(surveyId: string, { key, answers }: Draft): boolean {
  try {
    localStorage.setItem(draftName(surveyId), JSON.stringify({ key, answers: [...answers] }));
    return true;
  } catch {
    return false;
  }
}

/** Forgets the draft, because its answers are stored on the server. */
export function dropDraft(surveyId: string): void {
  try {
    localStorage.removeItem(draftName(surveyId));
  } catch {
    // Storage is switched off: nothing was kept.
  }
}

/** An empty draft with a key of its own. */
export function newDraft(): Draft {
  // randomUUID exists on https only, and a founder may try this on a plain local address.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const key = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { key, answers: new Map() };
}

/** What the server takes as an idempotency key. */
const keyForm = /^[\w.:-]{8,100}$/;

function isEntry(value: unknown): value is [string, Answer] {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return false;
  const [, answer] = value;
  return typeof answer === 'string' || (Array.isArray(answer) && answer.every((a) => typeof a === 'string'));
}
