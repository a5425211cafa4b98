import { createHash } from 'node:crypto';
import { AppError } from '#server/app-error.ts';
import type { Transaction } from '#server/database/connect.ts';
import type { SurveyDraft } from '#shared/contracts/surveys/surveys.ts';
import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import { defaultRule, sealedText } from '#shared/rules/verdict/rule.ts';
import { addRule, findNewestRule, type NewRule, replaceOpenRule } from './repository.ts';

/** Enough for a founder who is still looking for the rule, and few enough to read. */
const mostVersions = 50;

/**
 * Saves the rule of a survey (design 7.20): its line, its smallest number of answers and the marks of its options. The
 * first answer that is not the owner's own seals it (`sealed` in `write-submissions.ts`). Until then a change replaces the
 * rule; afterwards it adds a version, which is shown with every verdict. The survey must be locked.
 * @returns whether the rule has changed. @throws AppError rule_changed_too_often.
 */
export async function saveRule(
  transaction: Transaction,
  draft: SurveyDraft,
  submissionCount: number,
): Promise<boolean> {
  const { surveyId, questions } = draft;
  const newest = await findNewestRule(transaction, surveyId);
  const isOpen = submissionCount === 0 && !newest?.sealedAt;
  const isMarked = questions.some(({ marks }) => marks);
  const rule = isMarked || (newest && !isOpen) ? describeRule(draft, newest) : null;
  if (newest?.hash === rule?.hash) return false;
  if (isOpen) {
    await replaceOpenRule(transaction, surveyId, rule && { ...rule, version: 1 });
    return true;
  }
  if (!rule) return false;
  const version = (newest?.version ?? 0) + 1;
  if (version > mostVersions) throw new AppError('rule_changed_too_often', { count: mostVersions });
  await addRule(transaction, { ...rule, version, answersBefore: submissionCount });
  return true;
}

/** Fields that the draft leaves out stay as they are. */
function describeRule(draft: SurveyDraft, newest: Omit<NewRule, 'version'> | null): Omit<NewRule, 'version'> {
  const { surveyId, questions } = draft;
  const line = draft.line ?? newest?.line ?? defaultRule.line;
  const minimumAnswers = draft.minimumAnswers ?? newest?.minimumAnswers ?? defaultRule.minimumAnswers;
  const text = sealedText({ line, minimumAnswers }, questions);
  const hash = createHash('sha256').update(text).digest('hex');
  return { surveyId, line, minimumAnswers, marks: questions.map(({ marks }) => marks ?? null), hash };
}

/** Questions without marks that mark nothing. */
export function withUsedMarks(questions: SurveyQuestion[]): SurveyQuestion[] {
  return questions.map((question) =>
    question.marks?.some((mark) => mark !== null) ? question : withoutMarks(question),
  );
}

/** The questions as a respondent sees them. */
export function withoutMarks({ marks: _marks, label: _label, ...question }: SurveyQuestion): SurveyQuestion {
  return question;
}
