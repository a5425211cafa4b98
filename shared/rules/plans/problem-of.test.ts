import { expect, test } from 'vitest';
import { problemOf } from './problem-of.ts';

test.each([
  [
    'Bakers throw away unsold bread every evening',
    'bakers',
    'throw away unsold bread',
    'Bakers throw away unsold bread',
  ],
  [
    'An app to plan baking, for small bakeries that throw away unsold bread',
    'small bakeries',
    'throw away unsold bread',
    'small bakeries that throw away unsold bread',
  ],
  ['Bakers get alerts at noon, so they throw away less', 'Bakers', 'throw away less', 'throw away less'],
  ['A map for bakers with too much bread', 'bakers', ' bread goes stale ', 'bread goes stale'],
  ['No more stale bread: alerts for bakers', 'bakers', 'stale bread', 'stale bread'],
])('tells people who answer about "%s" only the problem', (idea, who, trouble, problem) => {
  expect(problemOf(idea, { who, trouble })).toBe(problem);
});

test.each([undefined, { who: 'bakers', trouble: ' ' }])(
  'is the idea where no trouble is said: %j',
  (reading) => {
    expect(problemOf('A map for bakers', reading)).toBe('A map for bakers');
  },
);
