import { expect, test } from 'vitest';
import { communityKeyOf, sharesBudget } from './promotion-history.ts';

const onOne = { ownerId: 'ada', source: 'lemmy' as const, host: 'one.example', accountId: 'account-1' };

test('an account has one budget on whatever host it answers', () => {
  const onTwo = { ...onOne, host: 'two.example' };
  expect(sharesBudget(onOne, onTwo)).toBe(true);
});

test('without a known account each host has a budget of its own', () => {
  const byHand = { ...onOne, accountId: null };
  expect(sharesBudget(byHand, { ...byHand, host: 'two.example' })).toBe(false);
  expect(sharesBudget(byHand, { ...byHand, ownerId: 'grace' })).toBe(false);
});

test('linking an account again does not begin the count again', () => {
  expect(sharesBudget({ ...onOne, accountId: 'account-2' }, onOne)).toBe(true);
  expect(sharesBudget({ ...onOne, accountId: null }, onOne)).toBe(true);
});

test('a community is the same one through whichever host it is seen', () => {
  const home = { source: 'lemmy' as const, host: 'home.example', community: 'timers' };
  const elsewhere = { ...home, host: 'one.example', community: 'timers@home.example' };
  expect(communityKeyOf(elsewhere)).toBe('timers@home.example');
  expect(communityKeyOf(home)).toBe('timers@home.example');
  expect(communityKeyOf({ ...home, host: 'one.example' })).toBe('timers@one.example');
});

test('a subforum of a host that is by itself keeps its name, and a blank one is none', () => {
  expect(communityKeyOf({ source: 'discourse', host: 'forum.example', community: 'Help' })).toBe('Help');
  expect(communityKeyOf({ source: 'lemmy', host: 'one.example', community: ' ' })).toBeNull();
});
