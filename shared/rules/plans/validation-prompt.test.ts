import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { validationPrompt, validationPromptVersion } from './validation-prompt.ts';

test('the version changes with the template', () => {
  const { instructions, data } = validationPrompt({ kind: 'plan', idea: '' });
  const template = createHash('sha256').update(`${instructions}\n${data}`).digest('hex').slice(0, 16);
  expect([validationPromptVersion, template]).toEqual(['validation-2', '5a00d09dade0bbb7']);
});
