import { createSurvey } from '#shared/contracts/surveys/surveys.ts';
import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import { canBeMistaken } from '#shared/rules/surveys/joined-options.ts';
import { type FounderPlan, surveyDraft } from '#web/features/validation/plan/founder-plan.ts';

/** Problems for which the server refuses a survey: by question, by option, or the whole list. */
export type QuestionProblems = {
  list: string | null;
  questions: Map<number, string>;
  options: Map<number, string>;
};

/** Checks a plan's questions by the server's own rules. */
export function findQuestionProblems(plan: FounderPlan): QuestionProblems {
  const problems: QuestionProblems = { list: null, questions: new Map(), options: new Map() };
  const { questions } = plan;
  if (questions.length === 0) problems.list = 'Add at least one question.';
  const checked = createSurvey.body.safeParse(surveyDraft(plan));
  for (const { path } of checked.error?.issues ?? []) {
    const [field, index, part] = path;
    if (field !== 'questions' || typeof index !== 'number') continue;
    if (part === 'question')
      problems.questions.set(index, 'Write the question, in at most 1,000 characters.');
    else problems.options.set(index, optionProblem(questions[index]));
  }
  // The rule is about the list; the founder has to see which question it is.
  questions.forEach(({ question }, index) => {
    const isRepeated = questions.findIndex((other) => other.question === question) < index;
    if (isRepeated && !problems.questions.has(index))
      problems.questions.set(index, 'This question is already in the survey.');
  });
  if (questions.length > 30) problems.list = 'A survey holds at most 30 questions.';
  return problems;
}

export function isComplete({ list, questions, options }: QuestionProblems): boolean {
  return list === null && questions.size === 0 && options.size === 0;
}

function optionProblem(question: SurveyQuestion | undefined): string {
  const options = question?.options ?? [];
  if (options.some((option) => option.trim() === '')) return 'Fill in every option, or remove the empty one.';
  if (options.length < 2) return 'Give at least two options.';
  if (new Set(options).size < options.length) return 'Two options are the same.';
  if (options.length > 30) return 'A question holds at most 30 options.';
  if (question && canBeMistaken(question))
    return 'Ticked together, some options read like others. Reword one.';
  return 'An option can have at most 300 characters.';
}
