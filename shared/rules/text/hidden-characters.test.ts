import { expect, it } from 'vitest';
import { withoutHidden } from './hidden-characters.ts';

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
