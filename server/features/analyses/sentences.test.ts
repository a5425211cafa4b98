import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutAtWord, quote } from './sentences.ts';

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

describe('a cut', () => {
  it('leaves alone what is short enough', () => {
    expect(cutAtWord('short', 5)).toBe('short');
  });

  it('falls between words, or between characters when there is no space', () => {
    expect(cutAtWord('one two three four', 15)).toBe('one two three…');
    expect(cutAtWord('a'.repeat(50), 10)).toBe(`${'a'.repeat(10)}…`);
    expect(cutAtWord('👩‍👩‍👧'.repeat(50), 20)).toBe(`${'👩‍👩‍👧'.repeat(2)}…`);
  });

  it('is never longer than asked, but for the ellipsis', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 40 }), (text, length) => {
        expect(cutAtWord(text, length).length).toBeLessThanOrEqual(length + 1);
        expect(cutAtWord(text, length).isWellFormed()).toBe(true);
      }),
    );
  });
});
