import { newId } from '#web/api/new-id.ts';
import { hasDraft, readDraft, saveDraft } from '#web/drafts/draft-store.ts';
import { type AnswersDraft, draftKeyOf, isEntry } from './answers-draft.ts';
import { findAccount } from './visitor.ts';

/** Answers that were sent from this browser; those of an account can be changed, as they take the place of the first. */
export type SentAnswers = {
  /** Null for a visitor, whose later answers would not count. */
  account: string | null;
  /** Empty for a visitor: others may use this browser. */
  answers: AnswersDraft['answers'];
};

const keyOf = (surveyId: string) => `survey-sent:${surveyId}`;

export async function rememberSent(surveyId: string, answers: AnswersDraft['answers']): Promise<void> {
  const account = await findAccount().catch(() => null);
  saveDraft(keyOf(surveyId), { account, answers: account === null ? [] : answers });
}

/** Null before an answer was sent, and while it is being changed. */
export function readSent(surveyId: string): SentAnswers | null {
  return hasDraft(draftKeyOf(surveyId)) ? null : readDraft(keyOf(surveyId), sentAnswers);
}

/** Makes what was sent the draft of another submission; its time is not measured. */
export function startChange(surveyId: string, { answers }: SentAnswers): void {
  saveDraft(draftKeyOf(surveyId), { key: newId(), answers }, true);
}

/** By hand: this page does without zod. */
const sentAnswers = {
  parse(stored: unknown): SentAnswers | null {
    const { account, answers } = stored as Record<string, unknown>;
    if (!Array.isArray(answers)) return null;
    return { account: typeof account === 'string' ? account : null, answers: answers.filter(isEntry) };
  },
};
