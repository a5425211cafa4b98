import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quote, rounded } from './sentences.ts';

describe('a quote', () => {
  it('is the words as typed with the numbers of their answers', () => {
    expect(quote(' one more thing to check ', [7])).toBe('“one more thing to check” (#7)');
    expect(quote('price', [4, 9])).toBe('“price” (#4, #9)');
    expect(quote('price', [30, 29, 28, 27, 26, 25, 24])).toBe('“price” (#30, #29, #28, #27, #26, 2 more)');
  });

  it('keeps direction marks inside itself', () => {
    expect(quote('\u202Eevil', [1])).toBe('“\u2068\u202Eevil\u2069” (#1)');
  });

  it('is verbatim between its ellipses', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 600 }), (answer) => {
        const typed = answer.replace(/[“”]/g, '"');
        const inner = quote(answer, [1]).replace(/^“\u2068?|\u2069?” \(#1\)$/g, '');
        const isPiece = [inner, inner.replace(/…$/, '')].some((piece) => typed.includes(piece));
        expect(isPiece).toBe(true);
        expect(inner.isWellFormed()).toBe(answer.isWellFormed() || inner.isWellFormed());
      }),
    );
  });
});

describe('an estimate', () => {
  it('is rounded up to two digits', () => {
    expect([1, 10, 13, 99, 101, 137, 400, 996].map(rounded)).toEqual([1, 10, 13, 99, 110, 140, 400, 1_000]);
  });
});
