import { useEffectEvent, useLayoutEffect, useState } from 'react';
import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import { isMultiSelect, type SurveyAnswer } from '#shared/rules/surveys/survey-answers.ts';
import { newId } from '#web/api/new-id.ts';
import { useDraft } from '#web/drafts/use-draft.ts';

/**
 * Answers that were not sent yet, by question text. `key` names this one submission, so that it is stored once. `at` is
 * the question that was answered last, '' the one for a contact; `showsAll` the choice of a respondent on a phone.
 */
export type AnswersDraft = {
  key: string;
  answers: [question: string, string | string[]][];
  contact?: string | undefined;
  at?: string | undefined;
  showsAll?: boolean | undefined;
};

export function draftKeyOf(surveyId: string): string {
  return `survey-draft:${surveyId}`;
}

/**
 * The answers so far, stored in this browser at every change and shared by its tabs.
 * @param onCleared another tab has sent them.
 */
export function useAnswersDraft(surveyId: string, onCleared: () => void) {
  const [blank] = useState((): AnswersDraft => ({ key: newId(), answers: [] }));
  const [opened] = useState(() => performance.now());
  const { draft, isStored, save } = useDraft(draftKeyOf(surveyId), answersDraft, onCleared);
  const current = draft ?? blank;

  // Stored from the start: a second tab has to find the key, or the same answers could be stored twice. Before the page
  // is painted: later it could replace a first answer by the empty draft.
  const begin = useEffectEvent(() => save(current));
  useLayoutEffect(() => begin(), []);

  /** Since the survey was opened; undefined for a draft that another page began, as no clock spans two. */
  const secondsOpen = () =>
    current.key === blank.key ? Math.round((performance.now() - opened) / 1000) : undefined;

  return { draft: current, isStored, save, secondsOpen };
}

/** The answers that the questions can take as they are now: their owner may have changed them meanwhile. */
export function fitAnswers(
  questions: SurveyQuestion[],
  draft: Pick<AnswersDraft, 'answers'>,
): SurveyAnswer[] {
  const given = new Map(draft.answers);
  return questions.map((question) => fitAnswer(question, given.get(question.question)));
}

function fitAnswer(question: SurveyQuestion, answer: string | string[] | undefined): SurveyAnswer {
  const options = question.options ?? [];
  if (isMultiSelect(question))
    return Array.isArray(answer) ? options.filter((option) => answer.includes(option)) : null;
  if (typeof answer !== 'string') return null;
  return question.type === 'open-ended' || options.includes(answer) ? answer : null;
}

/** By hand: this page does without zod. */
const answersDraft = {
  parse(stored: unknown): AnswersDraft | null {
    const { key, answers, contact, at, showsAll } = stored as Record<string, unknown>;
    if (typeof key !== 'string' || !keyForm.test(key) || !Array.isArray(answers)) return null;
    return {
      key,
      answers: answers.filter(isEntry),
      contact: typeof contact === 'string' ? contact : undefined,
      at: typeof at === 'string' ? at : undefined,
      showsAll: showsAll === true,
    };
  },
};

/** Form of an idempotency key that the server accepts. */
const keyForm = /^[\w.:-]{8,100}$/;

export function isEntry(value: unknown): value is AnswersDraft['answers'][number] {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return false;
  const [, answer] = value;
  return typeof answer === 'string' || (Array.isArray(answer) && answer.every((a) => typeof a === 'string'));
}
