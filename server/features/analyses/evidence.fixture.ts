import type { OptionMark, SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import { defaultRule } from '#shared/rules/verdict/rule.ts';
import type { Evidence, WrittenAnswer } from './evidence.ts';

/** Three deciding questions and an open one. */
export const questions: SurveyQuestion[] = [
  {
    question: 'How often did you argue about the calendar in the last month?',
    type: 'multiple-choice',
    options: ['Almost every day', 'About every week', 'Once or twice', 'It didn’t happen'],
    marks: ['has', 'has', 'hasnt', 'hasnt'],
    label: 'argue about the calendar',
    endsWith: 'It didn’t happen',
  },
  {
    question: 'What did it cost you?',
    type: 'multiple-choice',
    options: ['Money', 'Hours of my time', 'Nothing worth mentioning'],
    marks: ['has', 'has', 'hasnt'],
    label: 'lost money or hours',
  },
  {
    question: 'Which of these have you tried and dropped?',
    type: 'multiple-choice',
    options: ['A paper calendar', 'A shared app', 'None of these'],
    marks: ['has', 'has', 'hasnt'],
    multiSelect: true,
  },
  { question: 'What made the last fix fail?', type: 'open-ended', options: null },
];

type Text = string | [answer: string, mark: OptionMark];

/**
 * `has` people of `submissionCount` have the problem by the first figure; of these as many as are given say so of each
 * later one. The texts are newest first.
 */
export function sampleEvidence(
  submissionCount: number,
  has: [number, number, number],
  texts: Text[] = [],
  more: Partial<Evidence> = {},
): Evidence {
  const people = Array.from({ length: submissionCount }, (_, person) => has.map((count) => person < count));
  const grouped = Object.values(Object.groupBy(people, (shown) => shown.join()));
  return {
    idea: 'Shared calendar for two homes',
    people: 'parents',
    questions,
    tallies: questions.map(({ options }, at) => {
      const showing = has[at] ?? 0;
      const last = (options?.length ?? 1) - 1;
      const count = (option: number) =>
        option === 0 ? showing : option === last ? submissionCount - showing : 0;
      return { answered: submissionCount, options: options?.map((_, option) => count(option)) ?? [] };
    }),
    groups: grouped.map((same = []) => ({
      channel: null,
      marks: (same[0] ?? []).map((shown) => (shown ? 'has' : 'hasnt')),
      count: same.length,
    })),
    rule: defaultRule,
    ruleChanges: 0,
    submissionCount,
    setApart: 0,
    byHand: 0,
    deleted: 0,
    texts: texts.map((text, position): WrittenAnswer => {
      const [answer, mark] = typeof text === 'string' ? ([text, 'has'] as const) : text;
      return { question: 3, number: texts.length - position, answer, mark };
    }),
    ...more,
  };
}
