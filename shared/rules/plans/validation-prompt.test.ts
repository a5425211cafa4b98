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

test('the prompt asks which options of a deciding question count, and which one ends the survey', () => {
  expect(validationInstructions).toMatch(/"marks": array .* or null, "endsWith": string or null/);
  expect(validationInstructions).toContain(
    '"has" (has the problem), "hasnt" (does not) or null (not counted)',
  );
  expect(validationInstructions).toContain('"endsWith" is the option that says that it did not happen');
});

test('the version changes with the template', () => {
  const { instructions, data } = validationPrompt({ kind: 'plan', idea: '' });
  const template = createHash('sha256').update(`${instructions}\n${data}`).digest('hex').slice(0, 16);
  expect([validationPromptVersion, template]).toEqual(['validation-2', '5a00d09dade0bbb7']);
});
