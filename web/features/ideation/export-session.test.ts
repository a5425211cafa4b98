import { expect, it } from 'vitest';
import { markdownFileName, titleOf } from './export-session.ts';

it.each([
  [{ content: '**App name:** Two Homes\n\n**Tagline:** x', idea: 'A calendar' }, 'two-homes-ideation.md'],
  [{ content: '**App name:** N/A', idea: 'A calendar for two' }, 'a-calendar-for-two-ideation.md'],
  [{ content: 'Own words', idea: '' }, 'startup-ideation-ideation.md'],
])('a file is named after the app, or else the idea', (document, name) => {
  expect(markdownFileName(document)).toBe(name);
});

it('a long idea is cut in the title', () => {
  expect(titleOf({ content: '', idea: 'word '.repeat(50) }).length).toBeLessThan(84);
});
