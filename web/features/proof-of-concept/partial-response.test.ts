import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPartialResponse } from './partial-response.ts';

const told = 'Line "one"\n\tand\\two: \u00e9 \u2713 \ud83d\ude00.\r\nEnd';
const shown = 'Line "one"\n\tand\\two: \u00e9 \u2713 \ud83d\ude00.\nEnd';

describe('what has arrived of a response', () => {
  const replies = [
    JSON.stringify({ response: told }),
    JSON.stringify({ note: 'x', response: told }, null, 2),
    `\`\`\`json\n{ "response" : ${JSON.stringify(told)} }\n\`\`\``,
    `{"response": "${[...JSON.stringify(told).slice(1, -1)].map(escaped).join('')}"}`,
  ];

  it.each(replies)('grows with every piece and ends as the whole: %s', (reply) => {
    let before = '';
    for (let length = 0; length <= reply.length; length += 1) {
      const text = readPartialResponse(reply.slice(0, length));
      expect(text.startsWith(before)).toBe(true);
      expect(text.isWellFormed()).toBe(true);
      before = text;
    }
    expect(before).toBe(shown);
  });

  it('is, for any text and any cut, the beginning of that text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), (text, cut) => {
        const reply = JSON.stringify({ response: text });
        const part = readPartialResponse(reply.slice(0, cut % (reply.length + 1)));
        expect(tidied(text).startsWith(part)).toBe(true);
        expect(readPartialResponse(reply)).toBe(tidied(text));
      }),
    );
  });

  it('is empty until the response begins, and for a reply without one', () => {
    for (const reply of [
      '',
      'Sure! Here it is:',
      '{"resp',
      '{"response"',
      '{"response": ',
      '{"response": {"a',
    ])
      expect(readPartialResponse(reply)).toBe('');
  });

  it('takes newlines that should have been escaped, and leaves out control characters', () => {
    expect(readPartialResponse('{"response": "one\ntwo\u0000\\u0007 three')).toBe('one\ntwo three');
  });

  it('ends at the closing quote, whatever follows', () => {
    expect(readPartialResponse('{"response": "all", "response": "more"} "and"')).toBe('all');
  });
});

function tidied(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/(?![\t\n])\p{Cc}/gu, '');
}

/** What is not plain ASCII as an escape, so that cuts fall inside of escapes too. */
function escaped(character: string): string {
  if (character <= '~') return character;
  return Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }).join('');
}
