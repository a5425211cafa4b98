import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  escapeRawNewlines,
  objectPieces,
  parseStrict,
  readLooseObject,
  stripCodeFences,
  stripControlCharacters,
  stripTrailingCommas,
} from './json.ts';

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

test('any JSON object is read as JSON.parse reads it, with its numbers and yes or no as text', () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }));
  fc.assert(
    fc.property(object, fc.constantFrom(0, 2), (value, space) => {
      const read = readLooseObject(JSON.stringify(value, null, space));
      expect(read).toEqual({ value: inText(JSON.parse(JSON.stringify(value))), isWhole: true });
    }),
  );
});

test('any beginning of a JSON object is read as far as it goes', () => {
  const object = fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.jsonValue({ maxDepth: 3 }), {
    minKeys: 1,
  });
  fc.assert(
    fc.property(object, fc.nat(), (value, at) => {
      const json = JSON.stringify(value);
      const read = readLooseObject(json.slice(0, 1 + (at % (json.length - 1))));
      expect(read?.isWhole).toBe(false);
      for (const name of Object.keys(read?.value ?? {})) expect(Object.keys(value)).toContain(name);
    }),
  );
});

test.each([
  ["{'a': 'it\\'s', 'b': [True, None]}", { a: "it's", b: ['True', null] }],
  ['{a: 1, b_c: two words, "d": x}', { a: '1', b_c: 'two words', d: 'x' }],
  ['{“a”: “b”, „c“: «d»}', { a: 'b', c: 'd' }],
  ['{"a": "the "best" app", "b": ["so "good"", "x"]}', { a: 'the "best" app', b: ['so "good"', 'x'] }],
  ['{"a": "say "hi", "bye", and go", "b": "x"}', { a: 'say "hi", "bye", and go', b: 'x' }],
  ['{"a": "b"\n "c": "d"}', { a: 'b', c: 'd' }],
  ['{"a": "b" // said once\n, /* twice */ "c": "d",}', { a: 'b', c: 'd' }],
  ['{"a": {"b": ["c"}, "d": "e"}', { a: { b: ['c'] }, d: 'e' }],
  ['{"a": "\\u00e9\\q\\uzz", "b": "http://x/y"}', { a: 'équzz', b: 'http://x/y' }],
  ['{"a": "line\nbreak"} and more', { a: 'line\nbreak' }],
  ['{"a":, "b": "c"}', { b: 'c' }],
])('%j is read', (text, value) => {
  expect(readLooseObject(text)).toEqual({ value, isWhole: true });
});

test.each([
  ['{"a": "b", "c', { a: 'b' }],
  ['{"a": "b", "c": "', { a: 'b' }],
  ['{"a": "b", "c": tru', { a: 'b' }],
  ['{"a": ["b", {"c": "d\\', { a: ['b', { c: 'd' }] }],
  ['{"a": "\\ud83d', { a: '' }],
])('of the cut %j what arrived is read', (text, value) => {
  expect(readLooseObject(text)).toMatchObject({ isWhole: false });
  expect(JSON.stringify(readLooseObject(text)?.value)).toBe(JSON.stringify(value).replace('"a":""', ''));
});

test('what begins with anything else is no object', () => {
  for (const text of ['', ' {', '[', 'x{}']) expect(readLooseObject(text)).toBeNull();
});

test('any text behind a brace is read without throwing', () => {
  const crooked = fc.array(fc.constantFrom(...'{}[]",:\'\\/*\n a1“”`u'), { maxLength: 80 });
  fc.assert(fc.property(crooked, (parts) => readLooseObject(`{${parts.join('')}`) !== null));
  expect(readLooseObject('{"a":['.repeat(10_000))?.isWhole).toBe(false);
});

function inText(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.map(inText);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inText(item)]));
}
