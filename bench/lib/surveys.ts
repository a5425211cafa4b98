import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { answerSeparator, type SurveyAnswer } from '#shared/rules/surveys/survey-answers.ts';
import type { Founder } from './founder.ts';
import { freshNumber } from './load.ts';

/** Six questions as the product makes them: four single choices, a multiple choice, a free text. */
export const questions: SurveyQuestion[] = [
  choice('How often did you plan a week of dinners in the last month?'),
  choice('How often did you throw food away in the last month?'),
  choice('How often did you order in because nothing was planned?'),
  choice('How often did you pay for a recipe or a meal plan?'),
  { ...choice('What have you tried so far?'), multiSelect: true },
  { question: 'What happened the last time?', type: 'open-ended', options: null },
];

function choice(question: string): SurveyQuestion {
  const options = ['Not once', 'Once or twice', 'About every week', 'Almost every day'];
  return { question, type: 'multiple-choice', options };
}

const bodySize = 1_024;

/** Stores `count` surveys that anybody may answer. @returns their ids. */
export async function openSurveys(founder: Founder, count: number): Promise<string[]> {
  const tag = Math.random().toString(36).slice(2, 9).padEnd(7, '0');
  const ids = Array.from({ length: count }, (_, index) => `survey-bench-${index}-${tag}`);
  for (const surveyId of ids) {
    const draft = { surveyId, idea: 'Dinners for a week in ten minutes', socialLinks: [], questions };
    await founder.call('POST', '/api/surveys', draft);
    await founder.call('PUT', `/api/surveys/${surveyId}/access`, { publicLink: true });
  }
  return ids;
}

/** Answers that differ from variant to variant. */
export function answersOf(variant: number): SurveyAnswer[] {
  return questions.map(({ options, multiSelect }, index) => {
    const pick = (step: number) => options?.[(variant * (index + 1) + step) % options.length] ?? '';
    if (!options) return `Answer ${variant}: we noticed at six in the evening that nothing was there.`;
    return multiSelect ? [...new Set([pick(0), pick(1 + (variant % 3))])] : pick(0);
  });
}

/** A request of exactly 1,024 bytes that answers every question. */
export function submissionBody(surveyId: string, variant: number): string {
  const responses = answersOf(variant).map((answer, index) => ({
    question: questions[index]?.question ?? '',
    answer: [answer ?? ''].flat().join(answerSeparator),
  }));
  const last = responses.at(-1);
  if (last) last.answer = `${freshNumber} ${last.answer}`;
  const body = () => JSON.stringify({ surveyId, idea: 'Dinners', socialLinks: [], responses });
  const open = responses.at(-1);
  if (open) open.answer += '.'.repeat(bodySize - body().length);
  return body();
}
