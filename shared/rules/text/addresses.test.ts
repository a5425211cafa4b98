import { expect, it } from 'vitest';
import { completeWebAddress, isWebAddress } from './addresses.ts';

it.each([
  'https://example.com',
  'HTTP://EXAMPLE.COM/a?b=c#d',
  'http://localhost:3000',
  'https://bücher.example/ß',
  'https://ada:[masked: password]@example.com',
])('%s is a web address', (text) => expect(isWebAddress(text)).toBe(true));

it.each([
  '',
  'example.com',
  'https://',
  'https:example.com',
  'ftp://example.com',
  'javascript:alert(1)',
  'https://example.com/a b',
  'https://example.com/\na',
  'https://exa mple.com',
])('%j is none', (text) => expect(isWebAddress(text)).toBe(false));

it.each([
  [' paynudge.example ', 'https://paynudge.example'],
  ['example.com:8080/a?b=c', 'https://example.com:8080/a?b=c'],
  ['bücher.example', 'https://bücher.example'],
])('%j only lacks its https://', (typed, whole) => expect(completeWebAddress(typed)).toBe(whole));

it.each([
  '',
  'https://example.com',
  'http://example.com',
  'example',
  'localhost:3000',
  '10.0.0.1',
  'ada@example.com',
  'mailto:ada@example.com',
  'javascript:alert(1)',
  'two words.example',
  'https://',
  'e.g.',
])('%j stays as it was typed', (typed) => expect(completeWebAddress(typed)).toBe(typed));
