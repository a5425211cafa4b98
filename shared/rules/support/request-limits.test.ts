import { describe, expect, it } from 'vitest';
import { countRequest, freeWindowMs, issuesAllowed, proRequestsMade, slaHours } from './request-limits.ts';

const now = Date.parse('2026-03-31T23:59:59.999Z');
const day = 86_400_000;

describe('a request on the free plan', () => {
  const madeAt = (lastFreeRequestTimestamp: number, extraRequests?: number) =>
    countRequest({ plan: 'free', lastFreeRequestTimestamp, extraRequests }, now);

  it('is allowed the first time, and its time is recorded', () => {
    expect(countRequest({ plan: 'free' }, now)).toMatchObject({
      refusal: null,
      countedAs: 'free',
      counters: { lastFreeRequestTimestamp: now, extraRequests: 0 },
    });
  });

  it('is refused until thirty days have passed, to the millisecond', () => {
    expect(freeWindowMs).toBe(2_592_000_000);
    expect(madeAt(now - freeWindowMs)).toMatchObject({ refusal: null, countedAs: 'free' });
    expect(madeAt(now - freeWindowMs + 1)).toEqual({
      refusal: { code: 'request_limit_free', params: { n: 1 } },
    });
  });

  it.each([
    [0, 30],
    [-day, 30],
    [1, 30],
    [day - 1, 30],
    [day, 29],
    [day + 1, 29],
    [29 * day, 1],
    [29 * day - 1, 2],
  ])('made %d ms after the last one has to wait %d days', (ago, n) => {
    expect(madeAt(now - ago)).toEqual({ refusal: { code: 'request_limit_free', params: { n } } });
  });

  it('uses a request that was given back, and leaves the window as it was', () => {
    expect(madeAt(now - day, 2)).toEqual({
      refusal: null,
      countedAs: 'extra',
      counters: { lastFreeRequestTimestamp: now - day, extraRequests: 1 },
    });
    expect(madeAt(now - freeWindowMs, 2)).toMatchObject({
      countedAs: 'free',
      counters: { extraRequests: 2 },
    });
  });

  it('is independent of requests on the pro plan', () => {
    const proRequestsThisMonth = { monthYear: '2026-03', count: 10 };
    expect(countRequest({ plan: 'free', proRequestsThisMonth }, now)).toMatchObject({
      countedAs: 'free',
      counters: { proRequestsThisMonth },
    });
  });
});

describe('a request on the pro plan', () => {
  const made = (count: number, at = now, extraRequests?: number) =>
    countRequest({ plan: 'pro', proRequestsThisMonth: { monthYear: '2026-03', count }, extraRequests }, at);

  it('is the first of ten a month, independent of the free plan', () => {
    expect(countRequest({ plan: 'pro', lastFreeRequestTimestamp: now }, now)).toMatchObject({
      countedAs: 'pro',
      counters: { lastFreeRequestTimestamp: now, proRequestsThisMonth: { monthYear: '2026-03', count: 1 } },
    });
    expect(made(9)).toMatchObject({ counters: { proRequestsThisMonth: { count: 10 } } });
    expect(made(10)).toEqual({ refusal: { code: 'request_limit_pro', params: {} } });
    expect(made(10, now, 1)).toMatchObject({ countedAs: 'extra', counters: { extraRequests: 0 } });
  });

  it('counts again when the month changes in UTC', () => {
    expect(made(10, now + 1)).toMatchObject({
      countedAs: 'pro',
      counters: { proRequestsThisMonth: { monthYear: '2026-04', count: 1 } },
    });
    const proRequestsThisMonth = { monthYear: '2026-03', count: 4 };
    expect(proRequestsMade({ plan: 'pro', proRequestsThisMonth }, now)).toBe(4);
    expect(proRequestsMade({ plan: 'pro', proRequestsThisMonth }, now + 1)).toBe(0);
  });
});

describe('a request on the developer plan', () => {
  it('is always allowed and uses up nothing', () => {
    const used = {
      lastFreeRequestTimestamp: now,
      proRequestsThisMonth: { monthYear: '2026-03', count: 10 },
      extraRequests: 3,
    };
    expect(countRequest({ plan: 'developer', ...used }, now)).toEqual({
      refusal: null,
      countedAs: 'developer',
      counters: used,
    });
  });
});

describe('a plan', () => {
  it('allows so many issues in a request and promises an answer within so many hours', () => {
    const plans = ['free', 'pro', 'developer'] as const;
    expect(plans.map(issuesAllowed)).toEqual([1, 5, Number.POSITIVE_INFINITY]);
    expect(plans.map(slaHours)).toEqual([48, 24, 4]);
  });
});
