import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import type { Evidence, WrittenAnswer } from '#shared/rules/verdict.ts';

/** Evidence for tests: two scales, one of several choices, one open question. */
export const questions: SurveyQuestion[] = [
  {
    question: 'How often did you argue about the calendar in the last month?',
    type: 'multiple-choice',
    options: ['Not once', 'Once or twice', 'About every week', 'Almost every day'],
  },
  {
    question: 'What did you do about it the last time?',
    type: 'multiple-choice',
    options: ['Nothing, I lived with it', 'I asked a friend', 'I paid for something'],
  },
  {
    question: 'Which of these have you tried and dropped?',
    type: 'multiple-choice',
    options: ['A paper calendar', 'A shared app', 'None of these'],
    multiSelect: true,
  },
  { question: 'What made the last fix fail?', type: 'open-ended', options: null },
];

/** `showing` people of `answered` show the problem in each of the three signals. */
export function sampleEvidence(
  answered: number,
  showing: [number, number, number],
  texts: string[] = [],
): Evidence {
  const [argued, acted, tried] = showing;
  return {
    idea: 'Shared calendar for two homes',
    questions,
    tallies: [
      { answered, options: [answered - argued, 0, argued, 0] },
      { answered, options: [answered - acted, 0, acted] },
      { answered, options: [tried, 0, answered - tried] },
      { answered: texts.length, options: [] },
    ],
    submissionCount: answered,
    texts: texts.map(
      (answer, position): WrittenAnswer => ({ question: 3, number: texts.length - position, answer }),
    ),
  };
}
