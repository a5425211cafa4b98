import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  escapeRawNewlines,
  objectPieces,
  parseStrict,
  stripCodeFences,
  stripControlCharacters,
  stripTrailingCommas,
} from './lenient-json.ts';

test('text that is not JSON parses to undefined', () => {
  expect(parseStrict('{"a":1}')).toEqual({ a: 1 });
  expect(parseStrict('{a:1}')).toBeUndefined();
});

test.each([
  ['```json\n{"a":1}\n```', '{"a":1}'],
  ['```\n{"a":1}\n```', '{"a":1}'],
  ['```json {"a":1}```', '{"a":1}'],
  ['Sure:\n```JSON\n{"a":1}\n```\nBye', 'Sure:\n\n{"a":1}\n\nBye'],
])('code fences are stripped from %j', (text, expected) => {
  expect(stripCodeFences(text).trim()).toBe(expected);
});

test.each([
  ['no braces', []],
  ['a {"b":"}"} c', ['{"b":"}"}']],
  ['{"a":"\\"}"}{"b":{}}', ['{"a":"\\"}"}', '{"b":{}}']],
  ['{ never closed {"a":1} end', ['{ never closed {"a":1}', '{"a":1}']],
  ['{"a": "one quote too many"", "b": 1} end', ['{"a": "one quote too many"", "b": 1}']],
  ['{ only opened', []],
  ['} closed { first', []],
])('objects are found in %j', (text, expected) => {
  expect([...objectPieces(text)]).toEqual(expected);
});

test('control characters go, tab and newline stay', () => {
  expect(stripControlCharacters('a\u0000b\u0007c\td\ne\u007ff\u0085é😀')).toBe('abc\td\nef' + 'é😀');
});

test.each([
  ['[1,2,]', '[1,2]'],
  ['{"a":1 , \n }', '{"a":1  \n }'],
  ['{"a":",}",}', '{"a":",}"}'],
  ['{"a":"x,]"}', '{"a":"x,]"}'],
  ['[[1,],]', '[[1]]'],
  ['{"a":"\\",}"}', '{"a":"\\",}"}'],
])('trailing commas outside strings are stripped from %j', (text, expected) => {
  expect(stripTrailingCommas(text)).toBe(expected);
});

test('raw newlines, returns and tabs are escaped inside strings only', () => {
  expect(escapeRawNewlines('{\n"a":"x\ny\tz\r"\n}')).toBe('{\n"a":"x\\ny\\tz\\r"\n}');
  expect(escapeRawNewlines('{"a":"x\\ny"}')).toBe('{"a":"x\\ny"}');
});

test('valid JSON passes through every repair unchanged in meaning', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      const repaired = stripTrailingCommas(escapeRawNewlines(stripControlCharacters(json)));
      expect(JSON.parse(repaired)).toEqual(JSON.parse(stripControlCharacters(json)));
    }),
  );
});
