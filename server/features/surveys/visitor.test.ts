import { expect, it } from 'vitest';
import { hashNetwork, networkOf, visitorKey } from './visitor.ts';

it.each([
  ['203.0.113.7', '203.0.113.250', true],
  ['203.0.113.7', '203.0.114.7', false],
  ['::ffff:203.0.113.7', '203.0.113.250', true],
  ['2001:db8:1:2:3::4', '2001:db8:1:2:ffff::1', true],
  ['2001:db8:1:2::4', '2001:db8:1:3::4', false],
  ['in-process', 'in-process', true],
])('%s and %s are of one network: %s', (one, other, same) => {
  expect(networkOf(one) === networkOf(other)).toBe(same);
});

it('a network has another hash tomorrow, and under another key', () => {
  const noon = Date.parse('2040-01-01T12:00:00Z');
  const key = visitorKey('a key');
  const today = hashNetwork(key, '203.0.113.7', noon);
  expect(hashNetwork(key, '203.0.113.9', noon)).toBe(today);
  expect(hashNetwork(visitorKey('another'), '203.0.113.7', noon)).not.toBe(today);
  expect(hashNetwork(key, '203.0.113.7', noon + 86_400_000)).not.toBe(today);
  expect(today).not.toContain('203');
});
