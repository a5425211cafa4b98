import { expect, it } from 'vitest';
import type { AnswerEvidence } from '#shared/contracts/ai.ts';
import { checkEvidence } from './check-evidence.ts';

const evidence: AnswerEvidence = {
  surveyId: 's',
  idea: 'i',
  submissionCount: 14,
  newest: null,
  answers: [{ number: 5, question: 'q', text: 'Forgot to write it down.' }],
  options: [{ question: 'How?', name: 'By phone', count: 9, answered: 13 }],
};

it.each([
  ['9 of 13 forget', '**9 of 13** forget'],
  ['**9 of 13:** forget', '**9 of 13:** forget'],
  ['**Who:** walkers, 9 of 13', '**Who:** walkers, **9 of 13**'],
  ['**Most, 9 of 13, forget**', '**Most, 9 of 13, forget**'],
])('makes a count that the survey holds bold: %s', (written, text) => {
  expect(checkEvidence(written, evidence)).toEqual({ text, citations: [], unheld: [] });
});

it.each([
  ['11 of 13 forget', '11 of 13 forget'],
  ['- **11 of 13** forget [#40 "twice"]', '- 11 of 13 forget'],
  ['A **b** **11 of 13** c', 'A **b** 11 of 13 c'],
])('leaves any other number as plain text: %s', (written, text) => {
  expect(checkEvidence(written, evidence)).toMatchObject({ text, unheld: ['11 of 13'] });
});

it('keeps every line where it is, with the citations that stand', () => {
  const written =
    '## Must\n- Log [#5 "forgot to write"]\n- Route planner [#5 "routes"]\n## Do not build yet\n- Chat';
  expect(checkEvidence(written, evidence).text).toBe(
    '## Must\n- Log [#5 "forgot to write"]\n- Route planner\n## Do not build yet\n- Chat',
  );
});

it('marks nothing without a survey', () => {
  expect(checkEvidence('9 of 13 (#40, #41)', null)).toMatchObject({ text: '9 of 13', unheld: ['9 of 13'] });
});
