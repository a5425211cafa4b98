import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildPromptLimit } from '#shared/contracts/build-prompts.ts';
import type { ParserStep } from '#shared/contracts/receipt.ts';
import { parseEnhancementOutput } from './enhancement.ts';
import { crookedPieces, withoutObject, wrappings } from './wrapped-json.fixture.ts';

const response = '## In one sentence\n\nA "calm" place to swap shifts.\n\n## Must\n\n- Ask everybody';
const good = JSON.stringify({ response });
const pretty = JSON.stringify({ response }, null, 2);
const raw = `{"response": "${response.replaceAll('"', '\\"')}"}`;

/** Description of the output, the output, and the step that reads it. */
const readableEnhancements: [string, string, ParserStep][] = [
  ...wrappings.map(([what, step, wrap]): [string, string, ParserStep] => [what, wrap(good, pretty), step]),
  ['a fence around raw newlines', `\`\`\`json\n${raw}\n\`\`\``, 'fence'],
  ['raw newlines in the string', raw, 'object'],
  ['raw Windows newlines in the string', raw.replaceAll('\n', '\r\n'), 'object'],
  ['a comma inside a list before the bracket', `${good.slice(0, -1)},"notes":["a",]}`, 'object'],
  ['control characters inside the string', good.replace('calm', 'ca\u0000l\u001fm'), 'object'],
  ['another case of the name', good.replace('response', 'Response'), 'strict'],
  ['another name', good.replace('response', 'enhanced_prompt'), 'strict'],
  ['another name beside a title', good.replace('"response"', '"title":"x","prompt"'), 'strict'],
  ['quotes inside that nobody escaped', `{"response": "${response}"}`, 'loose'],
  ['unescaped quotes behind a comma', `Sure: {"response": "${response}"}`, 'loose'],
  ['backslashes that escape nothing', good.replace('A ', '\\A '), 'loose'],
  ['an object without its end', good.slice(0, -1), 'loose'],
  ['an object without a response first', `{"status":"ok","code":1} ${good}`, 'object'],
];

/** Description of the output, and the output: none of them holds an enhanced prompt. */
const unreadableEnhancements: [string, string][] = [
  ['nothing', ''],
  ['only space', ' \n\t '],
  ...withoutObject,
  ['an empty object', '{}'],
  ['an error object', '{"error":{"message":"overloaded","code":529}}'],
  ['an empty response', '{"response":""}'],
  ['a blank response', '{"response":" \\n "}'],
  ['a response that is null', '{"response":null}'],
  ['a response that is an empty list', '{"response":[]}'],
  ['a response that is an empty object', '{"response":{"a":{}}}'],
  ['Python', "{'response': 'x'}"],
  ['half a response', '{"response":"The app'],
  ['another field', '{"text":"x","title":"y"}'],
  ['Markdown without JSON', response],
];

const failure = { failure: 'poc_reply_no_object' };

test.each(readableEnhancements)('the response is read from %s', (what, completion, step) => {
  const read = parseEnhancementOutput(completion);
  expect(read).toEqual({
    response: what.includes('backslashes') ? response.replace('A ', '\\A ') : response,
    step,
  });
});

test.each(unreadableEnhancements)('%s holds no response', (_what, completion) => {
  expect(parseEnhancementOutput(completion)).toEqual(failure);
});

test('a response in parts becomes Markdown with a heading for each part', () => {
  const parts = {
    one_sentence: 'Swap shifts.',
    screens: [{ name: 'Start', buttons: ['Ask', 'Sign in'] }, 'A list'],
    must: ['Ask everybody', 'Answer by link'],
    draft: true,
  };
  expect(parseEnhancementOutput(JSON.stringify({ response: parts }))).toEqual({
    response: [
      '## One sentence\nSwap shifts.',
      '## Screens\n### Name\nStart\n\n### Buttons\n- Ask\n- Sign in\n\n- A list',
      '## Must\n- Ask everybody\n- Answer by link',
      '## Draft\ntrue',
    ].join('\n\n'),
    step: 'strict',
  });
});

test('what is read is storable and no longer than a build prompt may be', () => {
  const long = parseEnhancementOutput(JSON.stringify({ response: `a${'😀'.repeat(60_000)}` }));
  const response = 'response' in long ? long.response : '';
  expect(response.length).toBeLessThanOrEqual(buildPromptLimit);
  expect(response.isWellFormed()).toBe(true);
  expect(parseEnhancementOutput('{"response":"a\\u0000b\\ud800c"}')).toEqual({
    response: 'ab\ufffdc',
    step: 'strict',
  });
});

test('any output is read without an exception, as a text or as a failure', () => {
  const piece = fc.constantFrom(...crookedPieces, 'response', '"response":', ' ', 'a');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const read = parseEnhancementOutput(pieces.join(''));
      if ('failure' in read) expect(read).toEqual(failure);
      else expect(read.response.trim()).not.toBe('');
    }),
  );
});

test('any text comes back whole from strict JSON', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }), (text) => {
      fc.pre(text.trim() !== '' && !/\p{Cc}/u.test(text));
      expect(parseEnhancementOutput(JSON.stringify({ response: text }))).toEqual({
        response: text.trim(),
        step: 'strict',
      });
    }),
  );
});

test.each(['{', '{"response":', '"', '\\', '```json\n', '{"a":', '[', ',}'])(
  'an output of a million characters made of %j is given up on',
  (piece) => {
    expect(parseEnhancementOutput(piece.repeat(1_000_000 / piece.length))).toEqual(failure);
  },
);
