import { useEffect, useEffectEvent, useState } from 'react';
import { newId } from '#web/api/new-id.ts';
import { useDraft } from '#web/drafts/use-draft.ts';
import type { Answer } from './answers.ts';

/**
 * The answers so far, stored in this browser at every change and shared by its tabs.
 * @param onCleared another tab has sent them.
 */
export function useSurveyDraft(surveyId: string, onCleared: () => void) {
  const [blank] = useState(newDraft);
  const { draft, isStored, save } = useDraft(`survey-draft:${surveyId}`, surveyDraft, onCleared);
  const current = draft ?? blank;

  // Stored from the start: a second tab has to find the key, or the same answers could be stored twice.
  const begin = useEffectEvent(() => save(current));
  useEffect(() => begin(), []);

  return { draft: current, isStored, save };
}

/**
 * Answers that were not sent yet. `key` names this one submission, so that it is stored once; `since` is when the
 * survey was opened, in milliseconds, or absent in drafts from before it was stored.
 */
type SurveyDraft = { key: string; answers: [question: string, Answer][]; since?: number | undefined };

/** By hand: this page does without zod. */
const surveyDraft = {
  parse(stored: unknown): SurveyDraft | null {
    const { key, answers, since } = stored as Record<string, unknown>;
    if (typeof key !== 'string' || !keyForm.test(key) || !Array.isArray(answers)) return null;
    return { key, answers: answers.filter(isEntry), since: Number(since) || undefined };
  },
};

/** An empty draft with a key of its own. */
function newDraft(): SurveyDraft {
  return { key: newId(), answers: [], since: Date.now() };
}

/** Form of an idempotency key that the server accepts. */
const keyForm = /^[\w.:-]{8,100}$/;

function isEntry(value: unknown): value is [string, Answer] {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return false;
  const [, answer] = value;
  return typeof answer === 'string' || (Array.isArray(answer) && answer.every((a) => typeof a === 'string'));
}
