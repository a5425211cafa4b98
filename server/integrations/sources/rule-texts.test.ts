import { expect, it } from 'vitest';
import { ruleTexts } from './http/html-to-text.ts';

it('shows each line once, without marks', () => {
  expect(ruleTexts(['# Rules\n\n- **Be kind.**\n- Be kind.\n---\n', null, undefined, ''])).toEqual([
    'Rules',
    'Be kind.',
  ]);
});

it('splits long lines between words and leaves nothing out', () => {
  const line = `${'kind '.repeat(150)}AI`;
  const pieces = ruleTexts([line]);
  expect(pieces.every((piece) => piece.length <= 300)).toBe(true);
  expect(pieces.at(-1)).toMatch(/AI$/);
  const unbroken = Array.from({ length: 350 }, (_, at) => at % 97).join('');
  expect(ruleTexts([unbroken]).join('')).toBe(unbroken);
});

it('reads nothing where a cut would be needed', () => {
  expect(ruleTexts(['x'.repeat(20_001)])).toEqual([]);
  expect(ruleTexts([Array.from({ length: 101 }, (_, at) => `Rule ${at}`).join('\n')])).toEqual([]);
});
