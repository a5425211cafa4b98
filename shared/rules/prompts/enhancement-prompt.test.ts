import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { AnswerEvidence, BuildPromptTask } from '#shared/contracts/ai.ts';
import { buildPromptSections } from '#shared/rules/build-prompts/build-prompt-sections.ts';
import { enhancementPrompt, enhancementPromptVersion } from './enhancement-prompt.ts';
import { promptBody } from './prompt-parts.ts';

const evidence: AnswerEvidence = {
  surveyId: 'survey-shift-loop-abc1234',
  idea: 'Swap shifts',
  submissionCount: 3,
  newest: null,
  answers: [
    { number: 3, question: 'What happened?', text: 'I rang "everybody"\nand nobody came' },
    { number: 1, question: 'What happened?', text: 'Nothing' },
    { number: 3, question: 'What did you try?', text: 'A group chat' },
  ],
  options: [
    { question: 'How?', name: 'By phone', count: 2, answered: 3 },
    { question: 'How?', name: 'Not at all', count: 0, answered: null },
  ],
};

const promptOf = (task: Omit<BuildPromptTask, 'kind'>) =>
  enhancementPrompt({ ...task, kind: 'build-prompt' });
const textOf = (task: Omit<BuildPromptTask, 'kind'>) => promptBody(promptOf(task)).prompt;

test('the template changes together with its version', () => {
  const template = [null, evidence].map((sent) => textOf({ idea: 'x', evidence: sent })).join('\n');
  const hash = createHash('sha256').update(template).digest('hex').slice(0, 16);
  expect({ version: enhancementPromptVersion, hash }).toEqual({
    version: 'enhancement-3',
    hash: 'ad244fcc6fe4055f',
  });
});

const longest = 10_000;
const manyAnswers = (piece: string): AnswerEvidence => ({
  ...evidence,
  idea: piece.repeat(longest).slice(0, longest),
  submissionCount: 200,
  answers: Array.from({ length: 200 }, (_, index) => ({
    number: index + 1,
    question: `Question ${index % 4}: ${piece.repeat(300)}`,
    text: `${index} ${piece.repeat(2_000)}`,
  })),
  options: Array.from({ length: 300 }, (_, index) => ({
    question: `Choice ${index % 10}`,
    name: `${index} ${piece.repeat(100)}`,
    count: index,
    answered: 200,
  })),
});

test('a short idea leaves room for many answers, a share of them to each question, newer ones first', () => {
  const many = manyAnswers('a ');
  const read = promptOf({ idea: 'x', evidence: many }).task.evidence;
  const perQuestion = Map.groupBy(read?.answers ?? [], ({ question }) => question);
  const sizes = [...perQuestion.values()].map((answers) => answers.length);
  expect(sizes).toHaveLength(4);
  expect(Math.min(...sizes)).toBeGreaterThan(4);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(2);
  expect(read?.answers.map(({ number }) => number)).toContain(200);
  expect(read?.answers.map(({ number }) => number)).not.toContain(1);
  expect(read?.options.map((option) => option.count)).toContain(299);
});

test('the prompt names every section, and how to cite only where somebody was asked', () => {
  const asked = textOf({ idea: 'x', evidence });
  for (const { title } of buildPromptSections) expect(asked).toContain(`\n## ${title}: `);
  expect(asked).toContain('[#17 "in two parts"]');
  const unasked = textOf({ idea: 'x', evidence: null });
  expect(unasked).not.toContain('#17');
  expect(unasked).toContain('"response"');
});

test('the name, the plan and the coached sections are sent where there are any', () => {
  const sent = promptOf({ idea: 'x', evidence: null, name: 'Loaf', plan: 'A plan', coached: '- Count' }).data;
  expect(sent).toContain('<<<NAME-1\nLoaf\nNAME-1>>>');
  expect(sent).toContain('<<<PLAN-1\nA plan\nPLAN-1>>>');
  expect(sent).toContain('<<<SECTIONS-1\n- Count\nSECTIONS-1>>>');
  expect(promptOf({ idea: 'x', evidence: null, name: ' ' }).data).not.toMatch(/NAME|PLAN|SECTIONS/);
});

test('the longest of all parts leave room for answers', () => {
  const most = { name: 'n'.repeat(200), plan: 'p'.repeat(3_000), coached: 'c'.repeat(4_000) };
  const task = { idea: 'i'.repeat(10_000), ...most, evidence: manyAnswers('a ') };
  expect(textOf(task).length).toBeLessThanOrEqual(16_000);
});
