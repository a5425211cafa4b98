import type { SurveyResponse } from '#shared/contracts/surveys.ts';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { answerSeparator, endsSurvey, isRequired } from '#shared/rules/surveys/survey-answers.ts';
import { storable } from '#shared/rules/text/storable.ts';

/** A text or an option; the checked options of a multi-select question. */
export type Answer = string | string[];

/** What was answered so far, by the question's text. */
export type Answers = ReadonlyMap<string, Answer>;

/** True for questions that are answered with checkboxes. */
export function isMultiSelect(question: SurveyQuestion): boolean {
  return question.type === 'multiple-choice' && question.multiSelect === true;
}

/** The answers that the questions can take as they stand now: their owner may have changed them meanwhile. */
export function fitAnswers(questions: SurveyQuestion[], answers: Answers): Answers {
  const fitting = new Map<string, Answer>();
  for (const question of questions) {
    const answer = fitAnswer(question, answers.get(question.question));
    if (answer !== undefined) fitting.set(question.question, answer);
  }
  return fitting;
}

/** The place from which questions are optional, because an answer before it says that it didn't happen. */
export function findOptionalRest(questions: SurveyQuestion[], answers: Answers): number {
  const end = questions.findIndex((q) => endsSurvey(q, answers.get(q.question) ?? null));
  return end === -1 ? questions.length : end + 1;
}

/** The texts of the questions that still need an answer. */
export function findUnanswered(questions: SurveyQuestion[], answers: Answers): Set<string> {
  const open = questions
    .slice(0, findOptionalRest(questions, answers))
    .filter((q) => isRequired(q) && String(answers.get(q.question) ?? '').trim() === '');
  return new Set(open.map((q) => q.question));
}

/** The answers as they are sent: one a question, multi-select answers joined with ', ' (specification 3). */
export function toResponses(questions: SurveyQuestion[], answers: Answers): SurveyResponse[] {
  return questions.map(({ question }) => {
    const answer = answers.get(question) ?? '';
    return {
      question,
      answer: typeof answer === 'string' ? storable(answer) : answer.join(answerSeparator),
    };
  });
}

function fitAnswer(question: SurveyQuestion, answer: Answer | undefined): Answer | undefined {
  const options = question.options ?? [];
  if (isMultiSelect(question)) {
    return Array.isArray(answer) ? options.filter((option) => answer.includes(option)) : undefined;
  }
  if (typeof answer !== 'string') return undefined;
  return question.type === 'open-ended' || options.includes(answer) ? answer : undefined;
}
