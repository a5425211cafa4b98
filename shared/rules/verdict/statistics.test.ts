import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moreAnswersToSettle, settleCap, wholePercent, wilsonInterval } from './statistics.ts';

const shares = fc
  .integer({ min: 1, max: 100_000 })
  .chain((answered) => fc.tuple(fc.integer({ min: 0, max: answered }), fc.constant(answered)));

describe("Wilson's 95 % interval", () => {
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
    [0, 10, 0, 0.2775],
    [1, 10, 0.0179, 0.4042],
    [5, 10, 0.2366, 0.7634],
    [10, 10, 0.7225, 1],
    [22, 40, 0.3983, 0.6929],
    [50, 100, 0.4038, 0.5962],
  ])('gives the published ends for %i of %i', (showed, answered, low, high) => {
    const interval = wilsonInterval(showed, answered);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  it('claims nothing when nobody has answered', () => {
    expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
  });
});

describe('whole percent', () => {
  it('does not widen what is a whole percentage but for a binary fraction', () => {
    expect(wholePercent({ low: 0.29, high: 0.57 })).toEqual({ low: 29, high: 57 });
  });

  it('never claims more than the data and compares with whole lines as the exact ends do', () => {
    fc.assert(
      fc.property(shares, fc.integer({ min: 1, max: 99 }), ([showed, answered], line) => {
        const exact = wilsonInterval(showed, answered);
        const shown = wholePercent(exact);
        expect(shown.low / 100).toBeLessThanOrEqual(exact.low + 1e-9);
        expect(shown.high / 100).toBeGreaterThanOrEqual(exact.high - 1e-9);
        expect(shown.low >= 0 && shown.high <= 100).toBe(true);
        expect(shown.low >= line).toBe(exact.low * 100 >= line - 1e-9);
        expect(shown.high <= line).toBe(exact.high * 100 <= line + 1e-9);
      }),
    );
  });
});

describe('how many more answers would settle it', () => {
  it('is the smallest number whose interval leaves the line, with the same share', () => {
    fc.assert(
      fc.property(shares, fc.integer({ min: 1, max: 99 }), ([showed, answered], line) => {
        const more = moreAnswersToSettle(showed, answered, line);
        fc.pre(more !== null);
        const isSettled = (total: number) => {
          const { low, high } = wilsonInterval((showed / answered) * total, total);
          return low * 100 >= line - 1e-9 || high * 100 <= line + 1e-9;
        };
        expect(isSettled(answered + (more ?? 0))).toBe(true);
        if (more) expect(isSettled(answered + more - 1.001)).toBe(false);
      }),
    );
  });

  it('asks for none when the interval has left the line', () => {
    expect(moreAnswersToSettle(90, 100, 40)).toBe(0);
    expect(moreAnswersToSettle(3, 100, 40)).toBe(0);
  });

  it.each([
    [12, 30, 'the share stands on the line'],
    [0, 0, 'nobody has answered'],
    [401, 1_000, `it would take more than ${settleCap}`],
  ])('gives no number for %i of %i, because %s', (showed, answered) => {
    expect(moreAnswersToSettle(showed, answered, 40)).toBeNull();
  });
});
