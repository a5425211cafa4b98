import { expect, it } from 'vitest';
import { ruleCardOf } from './rule-cards.ts';
import { findPromotionBan, isUnderKnownRules, withServerRules } from './server-rules.ts';

const card = ruleCardOf({ source: 'mastodon', host: 'social.example', community: null }, '2026-11-22');
const accountWith = (...texts: string[]) => ({
  host: 'social.example',
  rules: { texts, readOn: '2026-11-23' },
});

it('adds the rules of the server, with their page and day', () => {
  const read = withServerRules(card, 'mastodon', accountWith('Be kind.'));
  expect(read.rules[0]).toEqual({ text: 'Be kind.', source: 'https://social.example/about' });
  expect(read).toMatchObject({ readOn: '2026-11-23', generatedText: 'allowed', automatedPosting: true });
  const elsewhere = withServerRules(card, 'discourse', accountWith('Be kind.'));
  expect(elsewhere.rules[0]?.source).toBe('https://social.example/guidelines');
  for (const account of [null, { host: 'social.example', rules: null }])
    expect(withServerRules(card, 'mastodon', account)).toBe(card);
});

it.each([
  'Disclose the use of AI.',
  'Label AI-generated posts',
  'No bots.',
  'Automated accounts must be marked.',
])('asks for own words and approval where a rule says: %s', (rule) => {
  expect(withServerRules(card, 'mastodon', accountWith('Be kind.', rule))).toMatchObject({
    generatedText: 'unwelcome',
    automatedPosting: false,
  });
});

const banOf = (...texts: string[]) =>
  findPromotionBan(withServerRules(card, 'mastodon', accountWith(...texts)));

it.each([
  'No advertising or promotion.',
  'No spam, ads, or promotional posts',
  'No self-promotion, please.',
  'Don’t advertise.',
  'Please do not promote your products here.',
  'We do not allow advertising.',
  'Commercial advertising, links among it, is prohibited.',
  'Promotion of your own products is not permitted.',
  'Spam and advertising will be removed.',
])('finds the sentence that forbids promotion: %s', (rule) => {
  expect(banOf('Be kind.', `Stay on the subject. ${rule}`)).toBe(rule);
});

it.each([
  'No promotion of violence.',
  'Do not promote hate.',
  'Excessive advertising is not allowed.',
  'We never use your data for advertising.',
  'There is no advertising on this server.',
  'Ads must be labelled.',
  'Promotion of your own work is welcome.',
  'Don’t plug it in.',
])('finds no ban on promotion in: %s', (rule) => {
  expect(banOf(rule)).toBeNull();
});

it('reads no ban into our own words about a place, or a rule against promotion alone', () => {
  for (const source of ['lemmy', 'github', 'hacker-news'] as const)
    expect(findPromotionBan(ruleCardOf({ source, host: 'lemmy.world', community: null }, '2026-11-22'))).toBe(
      null,
    );
});

const host = 'social.example';
const post = { source: 'lemmy' as const, host, url: `https://${host}/post/7`, community: 'tools' };
const account = accountWith('Be kind.');

it.each(['lemmy', 'mastodon', 'discourse'] as const)(
  'sends replies on %s under the rules of the post’s own server alone',
  (source) => {
    expect(isUnderKnownRules({ ...post, source }, account)).toBe(true);
    expect(isUnderKnownRules({ ...post, source }, { ...account, rules: null })).toBe(false);
    expect(isUnderKnownRules({ ...post, source }, { ...account, host: 'other.example' })).toBe(false);
    const elsewhere = { ...post, source, url: 'https://other.example/post/7' };
    expect(isUnderKnownRules(elsewhere, account)).toBe(false);
    expect(isUnderKnownRules({ ...post, source, community: 'tools@other.example' }, account)).toBe(false);
  },
);

it('sends replies on Bluesky, whose card holds for every server', () => {
  const skeet = {
    source: 'bluesky' as const,
    host,
    url: 'https://bsky.app/profile/a/post/b',
    community: null,
  };
  expect(ruleCardOf(skeet, '2026-11-22').place).toBe('Bluesky');
  expect(isUnderKnownRules(skeet, { host: 'other.example', rules: null })).toBe(true);
});
