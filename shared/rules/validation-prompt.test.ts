import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { validationInstructions, validationPrompt, validationPromptVersion } from './validation-prompt.ts';

test.each([
  'who',
  'job',
  'trouble',
  'language',
  'appName',
  'oneSentencePitch',
  'problemParagraph',
  'targetAudience',
  'socialGroups',
])('the prompt names the field %s', (field) => {
  expect(validationInstructions).toContain(`- "${field}": `);
});

test('the prompt asks for 5 to 7 questions, and for the phrases first where they are missing', () => {
  expect(validationInstructions).toContain('"surveyQuestions": array of 5 to 7');
  expect(validationInstructions).toMatch(/phrases of at most 12 words/);
  expect(validationInstructions).toMatch(/reply with only those three and "language"/);
});

test('the version changes with the template', () => {
  const { instructions, data } = validationPrompt({ kind: 'plan', idea: '' });
  const template = createHash('sha256').update(`${instructions}\n${data}`).digest('hex').slice(0, 16);
  expect([validationPromptVersion, template]).toEqual(['validation-2', 'f95dd416d48ac883']);
});
