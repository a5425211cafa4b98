import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withoutReasoning } from '#shared/rules/model-output/reasoning.ts';
import { reasoningFilter } from './reasoning-filter.ts';

function visible(pieces: string[]): string {
  const filter = reasoningFilter();
  return pieces.map((piece) => filter.next(piece)).join('') + filter.rest();
}

it.each([
  ' <think>first </thin then </b></think>\n {"a": "<think>"} ',
  '<thinking>a</thinking>\n\n<think>b</think>\nHello',
  '<|start|>assistant<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>Hello',
  '[1, 2]',
  '<b>Hello</b>',
  'Hello <think>',
])('shows of %j the answer, however its marks are cut into pieces', (text) => {
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 12 }), (cuts) => {
      const at = [0, ...cuts.toSorted((a, b) => a - b), text.length];
      const pieces = at.slice(1).map((end, index) => text.slice(at[index], end));
      expect(visible(pieces)).toBe(withoutReasoning(text));
    }),
  );
});

it('passes any text that begins with no mark on unchanged', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom('<', '<th', '<thin', ' ', '\n', '</think>', 'a<think>', '[', '<|'),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('');
      fc.pre(!/^\s*(?:<think>|<\|(?:channel|start|message)\|>)/.test(text));
      expect(visible(pieces)).toBe(text);
    }),
  );
});

it('shows nothing of a block that is never closed', () => {
  expect(visible(['<think>', 'on and on '.repeat(1000)])).toBe('');
});

it('does not hold endless leading white space back', () => {
  const filter = reasoningFilter();
  const shown = Array.from({ length: 300 }, () => filter.next(' ')).join('');
  expect(shown.length).toBeGreaterThan(150);
});
