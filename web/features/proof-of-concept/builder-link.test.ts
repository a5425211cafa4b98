import { expect, it } from 'vitest';
import { builderLink } from './builder-link.ts';

const compress = (text: string) => `~${text.length}`;

it.each([
  ['lovable', 'https://lovable.dev/?autosubmit=true#prompt=A%20map%20%26%20a%20list'],
  ['replit', 'https://replit.com/?stack=Build&prompt=~14'],
  ['cursor', 'https://cursor.com/link/prompt?text=A%20map%20%26%20a%20list'],
  ['v0', 'https://v0.app/chat?q=A%20map%20%26%20a%20list'],
] as const)('the prompt is in the address of %s', (name, url) => {
  expect(builderLink(name, 'A map & a list', compress)).toEqual({ url, isFilled: true });
});

it('a builder that documents no such address is only opened', () => {
  expect(builderLink('bolt', 'A map', compress)).toEqual({ url: 'https://bolt.new', isFilled: false });
});

it('a prompt too long for an address is left out of it', () => {
  const long = 'é'.repeat(2_000);
  expect(builderLink('cursor', long, compress)).toEqual({ url: 'https://cursor.com', isFilled: false });
  expect(builderLink('v0', long, compress).isFilled).toBe(false);
  expect(builderLink('lovable', long, compress).isFilled).toBe(true);
});

it('there is no address without a prompt, or before it can be compressed', () => {
  expect(builderLink('lovable', ' ', compress).isFilled).toBe(false);
  expect(builderLink('replit', 'A map', null)).toEqual({ url: 'https://replit.com', isFilled: false });
});

it('half a character does not break the address', () => {
  expect(builderLink('lovable', 'a\ud83d', compress).isFilled).toBe(true);
});
