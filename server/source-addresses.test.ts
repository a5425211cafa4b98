import { expect, it } from 'vitest';
import * as z from 'zod';
import { askedSources, sourceAddresses, sourceVariables } from './source-addresses.ts';

const asked = (variables: Record<string, string>) =>
  askedSources(sourceAddresses(z.object(sourceVariables).parse(variables)));

it('a search asks what is configured, but no source that could only say why it can not be asked', () => {
  expect(asked({})).toEqual(['hacker-news', 'stack-exchange', 'lemmy']);
  const all = { CONVERSATIONS: 'reddit,discourse,dev', DISCOURSE_URLS: 'https://forum.example.com' };
  expect(asked(all)).toEqual(['discourse', 'dev']);
});
