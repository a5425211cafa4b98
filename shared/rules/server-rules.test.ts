import { expect, it } from 'vitest';
import { ruleCardOf } from './rule-cards.ts';
import { withServerRules } from './server-rules.ts';

const card = ruleCardOf({ source: 'mastodon', host: 'social.example', community: null }, '2026-11-22');
const accountWith = (...texts: string[]) => ({
  host: 'social.example',
  rules: { texts, readOn: '2026-11-23' },
});

it('adds the rules of the server, with their address and day', () => {
  const read = withServerRules(card, accountWith('Be kind.'));
  expect(read.rules[0]).toEqual({ text: 'Be kind.', source: 'https://social.example/about' });
  expect(read).toMatchObject({ readOn: '2026-11-23', generatedText: 'allowed', automatedPosting: true });
});

it.each([
  'Disclose the use of AI.',
  'Label AI-generated posts',
  'No bots.',
  'Automated accounts must be marked.',
])('asks for own words and approval where a rule says: %s', (rule) => {
  expect(withServerRules(card, accountWith('Be kind.', rule))).toMatchObject({
    generatedText: 'unwelcome',
    automatedPosting: false,
  });
});

it('keeps the card where no rules were read', () => {
  expect(withServerRules(card, null)).toBe(card);
  expect(withServerRules(card, { host: 'social.example', rules: null })).toBe(card);
});
