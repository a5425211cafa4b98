import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildPromptLimit } from '#shared/contracts/build-prompts.ts';
import { partialResponse, readPartialResponse } from './partial-response.ts';

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
    const read = partialResponse();
    for (let length = 0; length <= reply.length; length += 1) {
      const text = read(reply.charAt(length - 1));
      expect(text).toBe(readPartialResponse(reply.slice(0, length)));
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

  it('is the same in whatever pieces it comes', () => {
    const pieces = fc.array(
      fc.string({ unit: fc.constantFrom('\\', 'u', '0', 'd', '8', '"', '\r', 'n', '😀') }),
    );
    fc.assert(
      fc.property(pieces, (given) => {
        const read = partialResponse();
        read('Here: {"resp');
        read('onse" :"');
        const texts = given.map(read);
        const whole = readPartialResponse(`{"response":"${given.join('')}`);
        expect(texts.at(-1) ?? '').toBe(whole);
      }),
    );
  });

  it('is read no further than a build prompt can be long', () => {
    const read = partialResponse();
    read('{"response": "');
    const texts = Array.from({ length: 40 }, () => read('x'.repeat(1_000)).length);
    expect(texts.at(-1)).toBe(buildPromptLimit + 1_000);
    expect(texts.filter((length) => length <= buildPromptLimit)).toHaveLength(buildPromptLimit / 1_000);
  });

  it('ends at the closing quote, whatever follows', () => {
    expect(readPartialResponse('{"response": "all", "response": "more"} "and"')).toBe('all');
  });
});

function tidied(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/(?![\t\n])\p{Cc}/gu, '');
}

/** Escapes all but plain ASCII, so that cuts fall inside of escapes too. */
function escaped(character: string): string {
  if (character <= '~') return character;
  return Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }).join('');
}
