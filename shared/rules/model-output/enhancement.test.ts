import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildPromptLimit } from '#shared/contracts/build-prompts.ts';
import { enhanced, readableEnhancements, unreadableEnhancements } from './enhancement.fixture.ts';
import { parseEnhancementReply } from './enhancement.ts';

const failure = { failure: 'poc_reply_no_object' };

test.each(readableEnhancements)('the response is read from %s', (_what, completion, step) => {
  expect(parseEnhancementReply(completion)).toEqual({ response: enhanced, step });
});

test.each(unreadableEnhancements)('%s holds no response', (_what, completion) => {
  expect(parseEnhancementReply(completion)).toEqual(failure);
});

test('a response in parts becomes Markdown with a heading for each part', () => {
  const parts = {
    one_sentence: 'Swap shifts.',
    screens: [{ name: 'Start', buttons: ['Ask', 'Sign in'] }, 'A list'],
    must: ['Ask everybody', 'Answer by link'],
    draft: true,
  };
  expect(parseEnhancementReply(JSON.stringify({ response: parts }))).toEqual({
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
  const long = parseEnhancementReply(JSON.stringify({ response: `a${'😀'.repeat(60_000)}` }));
  const response = 'response' in long ? long.response : '';
  expect(response.length).toBeLessThanOrEqual(buildPromptLimit);
  expect(response.isWellFormed()).toBe(true);
  expect(parseEnhancementReply('{"response":"a\\u0000b\\ud800c"}')).toEqual({
    response: 'ab\ufffdc',
    step: 'strict',
  });
});

test('any reply is read without an exception, as a text or as a failure', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '"',
    '\\',
    '[',
    ']',
    ',',
    ':',
    '\n',
    '```',
    'response',
    '"response":',
    ' ',
    'a',
    '\u0001',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const read = parseEnhancementReply(pieces.join(''));
      if ('failure' in read) expect(read).toEqual(failure);
      else expect(read.response.trim()).not.toBe('');
    }),
  );
});

test('any text comes back whole from strict JSON', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }), (text) => {
      fc.pre(text.trim() !== '' && !/\p{Cc}/u.test(text));
      expect(parseEnhancementReply(JSON.stringify({ response: text }))).toEqual({
        response: text.trim(),
        step: 'strict',
      });
    }),
  );
});

test.each(['{', '{"response":', '"', '\\', '```json\n', '{"a":', '[', '{"response":"', ',}'])(
  'a reply of a million characters made of %j is given up on',
  (piece) => {
    expect(parseEnhancementReply(piece.repeat(1_000_000 / piece.length))).toEqual(failure);
  },
);
