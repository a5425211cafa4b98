import { useEffect, useEffectEvent, useState } from 'react';
import type { Answer } from './answers.ts';
import { draftName, dropDraft, keepDraft, newDraft, readDraft } from './draft.ts';

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
    const next = { key: draft.key, answers: new Map(draft.answers).set(question, given) };
    setDraft(next);
    setKept(keepDraft(surveyId, next));
  }

  return { draft, kept, answer, drop: () => dropDraft(surveyId) };
}
