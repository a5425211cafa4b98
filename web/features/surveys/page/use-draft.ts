import { useEffect, useEffectEvent, useState } from 'react';
import type { Answer, Answers } from './answers.ts';

/**
 * The answers so far, kept in this browser at every change and shared by its tabs.
 * @param onDropped another tab has sent them.
 */
export function useDraft(surveyId: string, onDropped: () => void) {
  const [draft, setDraft] = useState(() => readDraft(surveyId) ?? newDraft());
  const [kept, setKept] = useState(true);

  // Kept from the start: a second tab has to find the key, or the same answers could be stored twice.
  const keep = useEffectEvent(() => setKept(keepDraft(surveyId, draft)));
  useEffect(() => keep(), []);

  const follow = useEffectEvent(({ key, newValue }: StorageEvent) => {
    if (key !== draftName(surveyId)) return;
    if (newValue === null) return onDropped();
    setDraft((current) => readDraft(surveyId) ?? current);
  });
  useEffect(() => {
    const listener = (event: StorageEvent) => follow(event);
    addEventListener('storage', listener);
    return () => removeEventListener('storage', listener);
  }, []);

  function answer(question: string, given: Answer) {
    const next = { ...draft, answers: new Map(draft.answers).set(question, given) };
    setDraft(next);
    setKept(keepDraft(surveyId, next));
  }

  return { draft, kept, answer, drop: () => dropDraft(surveyId) };
}

/**
 * Answers that were not sent yet. `key` names this one submission, so that it is stored once; `since` is when the
 * survey was opened, in milliseconds, or absent in drafts from before it was kept.
 */
type Draft = { key: string; answers: Answers; since?: number | undefined };

/** Storage key of a survey's draft in this browser. */
function draftName(surveyId: string): string {
  return `survey-draft:${surveyId}`;
}

/** The draft that this browser keeps; null when there is none or it can't be read. */
function readDraft(surveyId: string): Draft | null {
  try {
    const value = JSON.parse(localStorage.getItem(draftName(surveyId)) ?? 'null') as Record<string, unknown>;
    const { key, answers, since } = value;
    if (typeof key !== 'string' || !keyForm.test(key) || !Array.isArray(answers)) return null;
    return {
      key,
      answers: new Map(answers.filter(isEntry)),
      since: typeof since === 'number' ? since : undefined,
    };
  } catch {
    return null;
  }
}

/** Keeps the draft. False where storage is switched off or full: then it lasts as long as the page. */
function keepDraft(surveyId: string, { answers, ...draft }: Draft): boolean {
  try {
    localStorage.setItem(draftName(surveyId), JSON.stringify({ ...draft, answers: [...answers] }));
    return true;
  } catch {
    return false;
  }
}

/** Forgets the draft, because its answers are stored on the server. */
function dropDraft(surveyId: string): void {
  try {
    localStorage.removeItem(draftName(surveyId));
  } catch {
    // Storage is switched off: nothing was kept.
  }
}

/** An empty draft with a key of its own. */
function newDraft(): Draft {
  // randomUUID exists on https only, and a founder may try this on a plain local address.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const key = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { key, answers: new Map(), since: Date.now() };
}

/** Form of an idempotency key that the server accepts. */
const keyForm = /^[\w.:-]{8,100}$/;

function isEntry(value: unknown): value is [string, Answer] {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return false;
  const [, answer] = value;
  return typeof answer === 'string' || (Array.isArray(answer) && answer.every((a) => typeof a === 'string'));
}
