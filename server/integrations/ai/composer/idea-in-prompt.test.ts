import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validationPrompt } from '#shared/rules/validation-prompt.ts';
import { ideaInPrompt } from './idea-in-prompt.ts';

const idea = 'A rota tool for nurses who swap shifts';
const ask = 'Write a validation plan with communities and survey questions as one JSON object.';

test('the idea of our own prompt comes back exactly', () => {
  fc.assert(fc.property(fc.string(), (any) => ideaInPrompt(validationPrompt(any)) === any));
});

test.each([
  ['after a label', `${ask}\nIdea: ${idea}`],
  ['after a label in quotes', `${ask}\nStartup idea: "${idea}"`],
  ['after a label in typographic quotes', `${ask}\nThe idea is: “${idea}”`],
  ['after a label on a line of its own', `${ask}\n\nMy idea:\n${idea}`],
  ['after a label and before more instructions', `${ask}\nIdea: ${idea}\n\nReturn JSON only.`],
  ['after a label in a fence', `${ask}\nIdea:\n\`\`\`\n${idea}\n\`\`\``],
  ['after a label in a tag', `${ask}\nIdea: <idea>${idea}</idea> Return JSON only.`],
  ['as a field of JSON', `${ask}\n{"idea": "${idea}", "count": 7}`],
  ['after the last of two labels', `Idea: the field below.\n${ask}\nIdea: ${idea}`],
  ['as the last quoted sentence', `${ask} It is about "${idea}". Avoid "would you".`],
  ['as the last paragraph', `${ask}\nNo prose.\n\n${idea}\n`],
  ['alone', idea],
])('the idea is found %s', (_where, prompt) => {
  expect(ideaInPrompt(prompt)).toBe(idea);
});

test('escapes of a quoted idea are undone', () => {
  expect(ideaInPrompt(`${ask}\nIdea: "say \\"hi\\"\\nto all"`)).toBe('say "hi"\nto all');
});

test.each([
  ['nothing', ' \n '],
  ['a task of another kind', 'Translate the following text into French.\n\nThe weather is fine.'],
  ['a long text without a request', 'word '.repeat(300)],
])('%s holds no idea', (_what, prompt) => {
  expect(ideaInPrompt(prompt)).toBeNull();
});

test('hostile prompts are read in bounded time', () => {
  const start = performance.now();
  for (const piece of ['idea ', 'idea: "', '"a b c d ', 'idea(', '\n\n', '“', 'survey idea : ']) {
    ideaInPrompt(`survey questions idea ${piece.repeat(16_000 / piece.length)}`);
  }
  expect(performance.now() - start).toBeLessThan(1000);
});
