import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type CoachTask, promptLimit } from '#shared/contracts/ai.ts';
import { appendSection, splitSections } from '#shared/rules/ideation/ideation-sections.ts';
import { ideationStages } from '#shared/rules/ideation/ideation-stages.ts';
import { ideationShapes } from '#shared/rules/model-output/ideation.ts';
import { ideationPrompt, ideationPromptVersion } from './ideation-prompt.ts';
import { promptBody } from './prompt-parts.ts';

const stages = ideationStages.map(({ stage }) => stage);
const textOf = (task: Omit<CoachTask, 'kind'>) =>
  promptBody(ideationPrompt({ ...task, kind: 'coach' })).prompt;

test('the version is raised when the wording changes', () => {
  const wording = stages.map((stage) => textOf({ stage, idea: 'i', content: 'c' })).join('\n');
  const hash = createHash('sha256').update(wording).digest('hex').slice(0, 16);
  expect([ideationPromptVersion, hash]).toEqual(['ideation-4', 'e89f7d1be03f319b']);
});

test.each(stages)('the prompt of %s names every field of its shape', (stage) => {
  const prompt = textOf({ stage, idea: 'x', content: '' });
  for (const field of Object.keys(ideationShapes[stage].shape)) expect(prompt).toContain(`- "${field}": `);
});

test('the prompts ask for the lengths and things of the specification', () => {
  const of = (stage: (typeof stages)[number]) => textOf({ stage, idea: 'x', content: '' });
  expect(of('IDEATION')).toContain('"features": array of 3 to 5');
  expect(of('IDEATION')).toContain('"monetization": array of 3 to 5');
  expect(of('VALIDATION')).toContain('"interviewQuestions": array of 5 to 7');
  expect(of('MVP')).toContain('at least one no-code platform by its name');
  expect(of('ACQUISITION')).toContain('first 1000 customers');
  expect(of('MARKET_RESEARCH')).toContain(
    '"tam": object {"population": factor, "share": factor, "price": factor}',
  );
  expect(of('VALIDATION')).toContain('[your number]');
});

test('long sections share the room, short ones and titles stay whole', () => {
  const first = appendSection('', 'IDEATION', 'A short section that the founder edited.');
  const second = appendSection(first, 'MARKET_RESEARCH', 'market words '.repeat(1_500));
  const content = appendSection(second, 'VALIDATION', 'proof words '.repeat(2_500));
  const sent = ideationPrompt({ kind: 'coach', stage: 'MVP', idea: 'x'.repeat(5_000), content });
  const sections = splitSections(sent.task.content);
  expect(sections.map(({ title }) => title)).toEqual([
    'Startup Ideation',
    'Market Research',
    'Problem Validation',
  ]);
  expect(sections[0]?.text).toBe('A short section that the founder edited.');
  const [, market, proof] = sections.map(({ text }) => text);
  for (const text of [market, proof]) expect(text).toMatch(/(market|proof|words)\n\[shortened\]$/);
  expect(Math.abs((market?.length ?? 0) - (proof?.length ?? 0))).toBeLessThan(30);
  expect(promptBody(sent).prompt.length).toBeGreaterThan(promptLimit - 100);
});

test('the lines that the founder edited are named, and all of it fits', () => {
  const task = { stage: 'MVP', idea: 'x', content: 'One\nTwo', edited: 'Two' } as const;
  expect(textOf(task)).toContain('<<<EDITED-1\nTwo\nEDITED-1>>>');
  expect(textOf({ stage: 'MVP', idea: 'x', content: 'One' })).not.toContain('<<<EDITED');
  const long = {
    stage: 'MVP',
    idea: 'i '.repeat(5_000),
    content: 'c '.repeat(20_000),
    edited: 'e '.repeat(20_000),
  };
  expect(textOf({ ...long, stage: 'MVP' }).length).toBeLessThanOrEqual(promptLimit);
});
