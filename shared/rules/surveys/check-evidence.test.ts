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
  ['**11 of 13 people** and __9 of 13__', '11 of 13 people and __9 of 13__'],
  ['__11 of 13__, **more**', '11 of 13, **more**'],
  ['**9 of 13, not 11 of 13**', '**9 of 13**, not 11 of 13'],
])('leaves any other number as plain text: %s', (written, text) => {
  expect(checkEvidence(written, evidence)).toMatchObject({ text, unheld: ['11 of 13'] });
});

it.each([
  ['code in a line', 'Show `9 of 13` and ``9 of 13 `a` ``'],
  ['a block of code', '```ts\nconst share = 9 of 13\n```'],
  ['a block that is not closed', '~~~\n9 of 13'],
  ['marks of code that is bold', '`**8 of 13**`'],
])('writes no marks into %s', (_, text) => {
  expect(checkEvidence(text, evidence).text).toBe(text);
});

it('writes no marks into a citation', () => {
  const answers = [{ number: 5, question: 'q', text: 'It was 9 of 13 days.' }];
  const text = 'Late [#5 "9 of 13 days"], “9 of 13 days” (#5)';
  expect(checkEvidence(text, { ...evidence, answers }).text).toBe(text);
});

it('never makes a percentage bold', () => {
  expect(checkEvidence('69 % forget, **69 %**', evidence).text).toBe('69 % forget, 69 %');
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
