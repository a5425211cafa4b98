import { describe, expect, it } from 'vitest';
import { monthsAfter, monthsBetween } from './months.ts';

const at = (date: string) => new Date(`${date}T12:00:00Z`);

describe('a month after', () => {
  it.each([
    ['2026-01-15', 1, '2026-02-15'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-01-31', 2, '2026-03-31'],
    ['2026-12-31', 2, '2027-02-28'],
    ['2026-05-31', 0, '2026-05-31'],
  ])('%s, %i on, is %s', (start, count, end) => {
    expect(monthsAfter(at(start), count)).toEqual(at(end));
  });
});

describe('whole months', () => {
  it.each([
    ['2026-01-31', '2026-02-27', 0],
    ['2026-01-31', '2026-02-28', 1],
    ['2026-01-31', '2026-03-30', 1],
    ['2026-01-15', '2027-01-15', 12],
    ['2026-01-15', '2026-01-01', 0],
  ])('between %s and %s are %i', (start, end, count) => {
    expect(monthsBetween(at(start), at(end))).toBe(count);
  });
});
