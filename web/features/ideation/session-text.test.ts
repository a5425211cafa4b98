import { expect, it } from 'vitest';
import { placeInSource } from '#web/ui/place-in-source.ts';
import { markdownFileName, textWithOrigin, titleOf } from './export-session.ts';
import { blankDocument } from './session-document.ts';

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
  const session = {
    ...blankDocument(),
    content: 'Own words',
    nextStage: 'VALIDATION' as const,
    receipts: [
      { ...receipt, stage: 'MARKET_RESEARCH' as const, model: null, step: 'unfinished' as const },
      { ...receipt, stage: 'IDEATION' as const, model: '`cat`-1' },
      { ...receipt, stage: 'VALIDATION' as const, model: 'of what is not complete' },
    ],
  };
  const lines = textWithOrigin(session).split('\n').filter(Boolean);
  expect(lines.slice(0, 3)).toEqual(['Own words', '---', '### How the sections were written']);
  expect(lines[3]).toMatch(/^- Startup Ideation: written by `cat-1`, .*2026.*, instructions ideation-1$/);
  expect(lines[4]).toMatch(/^- Market Research: written without a model, .*, arrived in part$/);
  expect(lines.slice(5)).toEqual(['- What was changed afterwards is the founder’s own.']);
  expect(textWithOrigin({ ...session, receipts: [] })).toBe('Own words');
});

it.each([
  ['', '', '- **Ten'],
  ['Ten', '- **Ten', '** thousand'],
  ['Ten thousand ', '- **Ten** thousand', ' [homes]'],
  ['Ten thousand homes', '[homes', '](https'],
  ['Ten thousand homes in to', 'in *to', 'wn*'],
])('a click after "%s" leads to its place in the Markdown', (before, left, right) => {
  const source = '### Market\n\n- **Ten** thousand [homes](https://a.example/long) in *town*\n- Second line';
  const place = placeInSource(source, source.indexOf('- **Ten'), before);
  expect(source.slice(0, place).endsWith(left)).toBe(true);
  expect(source.slice(place).startsWith(right)).toBe(true);
});

it('letters that are nowhere in the Markdown are passed', () => {
  expect(placeInSource('a & b', 0, 'a ☂ b')).toBe(5);
});
