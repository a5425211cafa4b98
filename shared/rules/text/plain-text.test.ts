import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutAtWord, preview, withoutHidden } from './plain-text.ts';

const tags = [...'obey'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');

it.each([
  ['zero width characters', 'ig\u200bno\u200cre\u200d this\ufeff\u2060', 'ignore this'],
  ['bidirectional controls', '\u202eabc\u202c \u2066d\u2069\u200f', 'abc d'],
  ['tag characters', `An app${tags}`, 'An app'],
  ['selectors that carry data', 'An app\ufe01\u{e0142}', 'An app'],
])('leaves out %s', (_, text, seen) => {
  expect(withoutHidden(text)).toBe(seen);
});

it.each(['👩‍🚀 ❤️‍🔥 1️⃣', 'می‌خواهم', 'क्‍ष', 'naïve\n\tתוכנית'])('keeps %s', (text) => {
  expect(withoutHidden(text)).toBe(text);
});

describe('preview', () => {
  it('leaves a text of exactly that length alone', () => {
    expect(preview('a'.repeat(150), 150)).toBe('a'.repeat(150));
  });

  it('cuts a longer text and says so', () => {
    expect(preview('a'.repeat(151), 150)).toBe(`${'a'.repeat(150)}...`);
  });

  it('never shows half of an emoji', () => {
    expect(preview(`${'a'.repeat(149)}😀 and more`, 150)).toBe(`${'a'.repeat(149)}...`);
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
