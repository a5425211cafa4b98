import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { readOptionSignal } from './option-signal.ts';
import type { SurveyAnswer } from './survey-answers.ts';

/**
 * Whether somebody's answers, by question position, show that they have the problem: one that tells of the past was
 * answered with an option that shows it. Without such a question nobody can be told apart, and it is false.
 */
export function showProblem(questions: SurveyQuestion[], answers: SurveyAnswer[]): boolean {
  return questions.some((question, position) => {
    const signal = readOptionSignal(question);
    const chosen = [answers[position] ?? []].flat();
    return signal?.showing.some((option) => chosen.includes(question.options?.[option] ?? '')) ?? false;
  });
}
