import type { SurveyDraft } from '#shared/contracts/surveys.ts';
import { newSurveyId } from '#shared/rules/survey-path.ts';

const questions: SurveyDraft['questions'] = [
  {
    question: 'How often did handing over the children go wrong last month?',
    type: 'multiple-choice',
    options: ['About every week', 'Once or twice', 'Not once'],
  },
  {
    question: 'What did you do about it?',
    type: 'multiple-choice',
    options: ['I paid for something', 'I asked somebody', 'Nothing'],
    multiSelect: true,
  },
  { question: 'What happened the last time?', type: 'open-ended', options: null },
];

/** A fresh survey with one question of each kind. */
export function surveyDraft(): SurveyDraft {
  return {
    surveyId: newSurveyId('Swap Run', Math.random),
    idea: 'A shared calendar for separated parents',
    socialLinks: [{ type: 'Forum', name: 'Parents', url: 'https://parents.example' }],
    questions: structuredClone(questions),
  };
}

/** Answers that fit the survey; of the multi-select question the first two options. */
export function answersTo(
  draft: SurveyDraft | undefined,
  choice = 'About every week',
  text = 'We both forgot.',
) {
  const [first = '', second = '', third = ''] = draft?.questions.map(({ question }) => question) ?? [];
  return {
    surveyId: draft?.surveyId ?? '',
    responses: [
      { question: first, answer: choice },
      { question: second, answer: 'I paid for something, I asked somebody' },
      { question: third, answer: text },
    ],
  };
}
