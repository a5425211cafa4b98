import { expect, it } from 'vitest';
import { isWebAddress } from './web-address.ts';

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
