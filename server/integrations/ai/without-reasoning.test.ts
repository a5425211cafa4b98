import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withoutReasoning } from './without-reasoning.ts';

function visible(pieces: string[]): string {
  const filter = withoutReasoning();
  return pieces.map((piece) => filter.next(piece)).join('') + filter.rest();
}

it('drops a leading reasoning block and the white space after it', () => {
  expect(visible(['<think>two or three?</think>\n\n{"a":1}'])).toBe('{"a":1}');
  expect(visible(['\n<think>', '</think>', '\n', 'yes'])).toBe('yes');
});

it('drops it however the tags are cut into pieces', () => {
  const text = ' <think>first </thin then </b></think>\n {"a": "<think>"} ';
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 12 }), (cuts) => {
      const at = [0, ...cuts.toSorted((a, b) => a - b), text.length];
      const pieces = at.slice(1).map((end, index) => text.slice(at[index], end));
      expect(visible(pieces)).toBe('{"a": "<think>"} ');
    }),
  );
});

it('passes any text without a leading block on unchanged', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom('<', '<th', '<thin', ' ', '\n', '</think>', 'a<think>'),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('');
      fc.pre(!text.trimStart().startsWith('<think>'));
      expect(visible(pieces)).toBe(text);
    }),
  );
});

it('shows nothing of a block that is never closed', () => {
  expect(visible(['<think>', 'on and on '.repeat(1000)])).toBe('');
});

it('does not hold endless leading white space back', () => {
  const filter = withoutReasoning();
  const shown = Array.from({ length: 300 }, () => filter.next(' ')).join('');
  expect(shown.length).toBeGreaterThan(150);
});
