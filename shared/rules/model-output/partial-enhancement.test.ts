import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPartialResponse } from './enhancement.ts';

const response = 'Line "one"\n\tand\\two: \u00e9 \u2713 \ud83d\ude00.\r\nEnd';
const escaped = [...response].map((letter) =>
  JSON.stringify(letter)
    .slice(1, -1)
    .replace(/[^ -~]/gu, inHex),
);

describe('what has arrived of a response', () => {
  it.each([
    JSON.stringify({ response }),
    JSON.stringify({ note: 'x', response }, null, 2),
    `\`\`\`json\n{ "response" : ${JSON.stringify(response)} }\n\`\`\``,
    `{"response": "${escaped.join('')}"}`,
  ])('grows with every letter and ends as the whole: %s', (completion) => {
    let before = '';
    for (let length = 0; length <= completion.length; length += 1) {
      const text = readPartialResponse(completion.slice(0, length));
      expect(text.startsWith(before) && text.isWellFormed()).toBe(true);
      before = text;
    }
    expect(before).toBe(tidied(response));
  });

  it('is, for any text and any cut, the beginning of that text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), (text, cut) => {
        const completion = JSON.stringify({ response: text });
        const part = readPartialResponse(completion.slice(0, cut % (completion.length + 1)));
        expect(tidied(text).startsWith(part)).toBe(true);
        expect(readPartialResponse(completion)).toBe(tidied(text));
      }),
    );
  });

  it.each([
    ['nothing', ''],
    ['a completion without one', 'Sure! Here it is:'],
    ['half its name', '{"resp'],
    ['its name alone', '{"response": '],
    ['an object', '{"response": {"a'],
  ])('is empty for %s', (_, completion) => {
    expect(readPartialResponse(completion)).toBe('');
  });

  it.each([
    [
      'takes raw newlines and leaves out control characters',
      '"one\ntwo\u0000\\u0007 three',
      'one\ntwo three',
    ],
    ['ends at the closing quote', '"all", "response": "more"} "and"', 'all'],
  ])('%s', (_, value, text) => {
    expect(readPartialResponse(`{"response": ${value}`)).toBe(text);
  });
});

function tidied(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/(?![\t\n])\p{Cc}/gu, '');
}

/** Escapes as in JSON of plain ASCII, so that cuts fall inside of escapes too. */
function inHex(letter: string): string {
  return Array.from(
    { length: letter.length },
    (_, index) => `\\u${letter.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}
