import type { NewSubmission } from '#server/features/surveys/write-submissions.ts';
import type { SurveyDraft } from '#shared/contracts/surveys/surveys.ts';
import type { OptionMark } from '#shared/contracts/surveys/validation.ts';
import { newSurveyId } from '#shared/rules/surveys/survey-path.ts';
import type { TestServer, TestUser } from './test-server.ts';

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

/** The same with marks on the options of its first question. */
export function markedDraft(marks: OptionMark[] = ['has', 'hasnt', 'hasnt']): SurveyDraft {
  const draft = surveyDraft();
  const [first, ...rest] = draft.questions;
  return { ...draft, questions: first ? [{ ...first, marks }, ...rest] : rest };
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

/** A checked submission to that survey, as a visitor's without a cookie. */
export const someSubmission: Omit<NewSubmission, 'surveyId' | 'idempotencyKey'> = {
  revision: 1,
  answers: ['Not once', null, 'It was'],
  slots: [2],
  counters: 9,
  via: null,
  channel: null,
  reason: null,
  account: null,
  browser: null,
  network: null,
  textHash: null,
  contact: null,
};

/** Stores a public survey. */
export async function openSurvey(
  server: Pick<TestServer, 'call'>,
  { token }: Pick<TestUser, 'token'>,
  draft: SurveyDraft = surveyDraft(),
): Promise<SurveyDraft> {
  const stored = await server.call('POST', '/api/surveys', { token, body: draft });
  if (stored.status !== 201) throw new Error(JSON.stringify(stored.body));
  await openLink(server, { token }, draft);
  return draft;
}

/** Lets anybody answer: one call without a cookie is one person. */
export async function openLink(
  server: Pick<TestServer, 'call'>,
  { token }: Pick<TestUser, 'token'>,
  { surveyId }: Pick<SurveyDraft, 'surveyId'>,
): Promise<void> {
  await server.call('PUT', `/api/surveys/${surveyId}/access`, { token, body: { publicLink: true } });
}
