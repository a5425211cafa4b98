import { expect, it } from 'vitest';
import { markdownFileName, textWithOrigin, titleOf } from './export-session.ts';
import { heldSession } from './ideation.fixture.tsx';

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

it('the text ends with where its sections come from, and only those that are in it', () => {
  const receipt = { at: '2026-05-01T10:00:00.000Z', promptVersion: 'ideation-1', step: 'strict' as const };
  const session = heldSession({
    id: 'session-1',
    content: 'Own words',
    nextStage: 'VALIDATION',
    receipts: [
      { ...receipt, stage: 'MARKET_RESEARCH', model: null, step: 'unfinished' },
      { ...receipt, stage: 'IDEATION', model: '`cat`-1' },
      { ...receipt, stage: 'VALIDATION', model: 'of what is not complete' },
    ],
  });
  const lines = textWithOrigin(session).split('\n').filter(Boolean);
  expect(lines.slice(0, 3)).toEqual(['Own words', '---', '### How the sections were written']);
  expect(lines[3]).toMatch(/^- Startup Ideation: written by `cat-1`, .*2026.*, instructions ideation-1$/);
  expect(lines[4]).toMatch(/^- Market Research: written without a model, .*, arrived in part$/);
  expect(lines.slice(5)).toEqual(['- What was changed afterwards is the founder’s own.']);
  expect(textWithOrigin({ ...session, receipts: [] })).toBe('Own words');
});
