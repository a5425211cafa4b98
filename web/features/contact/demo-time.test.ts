import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { demoDays, proposeTime, readTime } from './demo-time.ts';

beforeEach(() => vi.stubEnv('TZ', 'Europe/Paris'));
afterEach(() => vi.unstubAllEnvs());

const friday = () => new Date('2026-03-20T23:30:00');

describe('a time for a demo', () => {
  it('is proposed on the next working day at ten', () => {
    expect(proposeTime(friday())).toEqual({ date: '2026-03-23', time: '10:00' });
    expect(proposeTime(new Date('2026-12-31T08:00:00'))).toEqual({ date: '2027-01-01', time: '10:00' });
  });

  it('lies between tomorrow and sixty days ahead', () => {
    expect(demoDays(friday())).toEqual({ min: '2026-03-21', max: '2026-05-19' });
    expect(readTime({ date: '2026-03-20', time: '23:59' }, friday())).toBe('outside');
    expect(readTime({ date: '2026-05-20', time: '00:00' }, friday())).toBe('outside');
  });

  it("is read in the visitor's own time zone, on both sides of a change of the clocks", () => {
    const read = (date: string) => (readTime({ date, time: '10:00' }, friday()) as Date).toISOString();
    expect(read('2026-03-28')).toBe('2026-03-28T09:00:00.000Z');
    expect(read('2026-03-29')).toBe('2026-03-29T08:00:00.000Z');
  });

  it('is refused where the clocks skip it', () => {
    expect(readTime({ date: '2026-03-29', time: '02:30' }, friday())).toBe('skipped');
  });

  it('is refused when it is no date', () => {
    expect(readTime({ date: '2026-04-31', time: '10:00' }, friday())).not.toBeInstanceOf(Date);
    expect(readTime({ date: '2026-04-30', time: 'soon' }, friday())).toBe('outside');
  });
});
