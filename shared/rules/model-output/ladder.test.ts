import fc from 'fast-check';
import { expect, test } from 'vitest';
import { outputLimit } from './json.ts';
import { readOutput, readPartialOutput } from './ladder.ts';

const naming = (written: string) =>
  /^(one|two)$/i.test(written.trim()) ? written.trim().toLowerCase() : null;

test.each([
  ['{"one":1}', 'strict', { one: 1 }],
  ['{"other":1,"one":{"two":2}}', 'strict', { other: 1, one: { two: 2 } }],
  ['[{"one":1},{"two":2}]', 'object', { one: 1 }],
  ['{"a":{"b":{"one":1}}}', 'object', { one: 1 }],
  ['"{\\"one\\":1}"', 'object', { one: 1 }],
  ['"[{\\"a\\":{\\"one\\":1}}]"', 'object', { one: 1 }],
  ['so: {"one":1}', 'object', { one: 1 }],
  ['{"other":1} {"two":2}', 'object', { two: 2 }],
  ['{"one":1,}', 'object', { one: '1' }],
  [`${'{ '.repeat(9)}\n\`\`\`\n{"one":1}\n\`\`\``, 'fence', { one: 1 }],
  ['```\n{"one":"cu', 'fence', { one: 'cu' }],
  ['{"one":"cu', 'loose', { one: 'cu' }],
  ['"{\\"one\\":\\"cu', 'loose', { one: 'cu' }],
  ['one: 1\ntwo: 2', 'loose', { one: '1', two: '2' }],
  ['first\none: 1\ntwo: 2', 'loose', { one: '1', two: '2' }],
])('%j is read on its rung', (text, step, value) => {
  expect(readOutput(text, naming)).toEqual({ step, value });
});

test.each([
  '',
  'prose',
  'first\none: 1',
  '{',
  '[]',
  '7',
  'null',
  '{the template}',
  '{}',
  '{"error":"I cannot help"}',
  '[{"other":1}]',
])('%j stays raw', (text) => {
  expect(readOutput(text, naming)).toEqual({ step: 'raw', text });
});

test('thoughts are no output', () => {
  expect(readOutput('<think>{"one":1}</think>two: 2', naming)).toEqual({
    step: 'loose',
    value: { two: '2' },
  });
  expect(readPartialOutput('<think>{"one":1}', naming)).toEqual({ step: 'raw', text: '' });
});

test('any object with a known name is strict when bare, and found again in prose', () => {
  const values = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
  const prose = fc.stringMatching(/^[a-z .,!\n]{0,40}$/);
  fc.assert(
    fc.property(values, prose, prose, (others, before, after) => {
      const json = JSON.stringify({ ...others, one: 'x' });
      const value = JSON.parse(json);
      expect(readOutput(json, naming)).toEqual({ step: 'strict', value });
      expect(readOutput(`${before}:${json}${after}`, naming)).toEqual({ step: 'object', value });
    }),
  );
});

test('any text is read, and raw text is never longer than what was sent', () => {
  const pieces = fc.array(
    fc.constantFrom(...'{}[]",:\'\\/*\n a1', 'one', 'one: ', '```', '</think>', '<think>'),
    {
      maxLength: 100,
    },
  );
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    pieces.map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(anything, (text) => {
      for (const reading of [readOutput(text, naming), readPartialOutput(text, naming)]) {
        if (reading.step !== 'raw') expect(typeof reading.value).toBe('object');
        else expect(reading.text.length).toBeLessThanOrEqual(text.length);
        // A string of JSON is shown without its escapes, and a thought in the middle goes; all else is as sent.
        const isAsSent = !text.trim().startsWith('"') && !text.includes('<think>');
        if (reading.step === 'raw' && isAsSent) expect(text).toContain(reading.text);
      }
    }),
  );
});

test('a cut string of JSON that holds no object is shown without its escapes', () => {
  expect(readOutput('"{\\{', naming)).toEqual({ step: 'raw', text: '{{' });
});

test('what lies behind the limit is not read', () => {
  const long = `${' '.repeat(10)}${'x'.repeat(outputLimit)}{"one":1}`;
  expect(readOutput(long, naming).step).toBe('raw');
});
