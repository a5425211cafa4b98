import { describe, expect, it } from 'vitest';
import {
  breakPromise,
  describePromise,
  isOverdue,
  keepOrBreakPromise,
  type PromiseColumns,
  pausePromise,
  resumePromise,
  startPromise,
} from './promise.ts';
import { promiseClock } from './promise-clock.ts';
import { parseWeek } from './weekly-hours.ts';

const clock = promiseClock({
  week: parseWeek('Mo-Fr 09:00-17:00'),
  timeZone: 'Europe/Berlin',
  holidays: new Set(),
});
const hour = 3_600_000;
/** Friday 27 March 2026, 16:00 in Berlin: the clocks change on Sunday. */
const friday = new Date('2026-03-27T15:00:00Z');
const started = startPromise(clock, 4, friday);
const at = (text: string) => new Date(text);

describe('the promise of a first answer', () => {
  it('runs until its working hours are over', () => {
    expect(describePromise(started)).toEqual({
      state: 'running',
      hours: 4,
      dueAt: '2026-03-30T10:00:00.000Z',
      remainingMs: null,
      answeredAt: null,
      requestGivenBack: false,
    });
    expect(isOverdue(started, started.dueAt)).toBe(false);
    expect(isOverdue(started, new Date(started.dueAt.getTime() + 1))).toBe(true);
  });

  it('is kept by an answer in time, and stays so', () => {
    const kept = keepOrBreakPromise(clock, started, started.dueAt);
    expect(describePromise(kept)).toMatchObject({ state: 'kept', answeredAt: '2026-03-30T10:00:00.000Z' });
    const later = at('2026-04-30T10:00:00Z');
    expect(isOverdue(kept, later)).toBe(false);
    for (const same of [keepOrBreakPromise, pausePromise, resumePromise])
      expect(same(clock, kept, later)).toEqual(kept);
  });

  it('is broken by a question at the due moment or later: there is no time left to stop', () => {
    for (const late of [0, 1, 86_400_000]) {
      const now = new Date(started.dueAt.getTime() + late);
      const asked = pausePromise(clock, started, now);
      expect(describePromise(asked)).toMatchObject({ state: 'broken', requestGivenBack: true });
    }
    const inTime = pausePromise(clock, started, new Date(started.dueAt.getTime() - 1));
    expect(describePromise(inTime)).toMatchObject({ state: 'paused', remainingMs: 1 });
  });

  it('is broken by a late answer, which is shown', () => {
    const late = keepOrBreakPromise(clock, started, at('2026-03-30T10:00:01Z'));
    expect(describePromise(late)).toMatchObject({
      state: 'broken',
      dueAt: '2026-03-30T10:00:00.000Z',
      answeredAt: '2026-03-30T10:00:01.000Z',
      requestGivenBack: true,
    });
    expect(late.brokenAt).toEqual(at('2026-03-30T10:00:01Z'));
  });

  it('stays broken when it was found broken before the answer', () => {
    const broken = breakPromise(started, at('2026-03-30T10:01:00Z'));
    expect(isOverdue(broken, at('2026-03-30T12:00:00Z'))).toBe(false);
    const answered = keepOrBreakPromise(clock, broken, at('2026-03-30T12:00:00Z'));
    expect(answered).toEqual({ ...broken, firstAnsweredAt: at('2026-03-30T12:00:00Z') });
    expect(describePromise(answered).state).toBe('broken');
    expect(pausePromise(clock, broken, at('2026-03-30T12:00:00Z'))).toEqual(broken);
  });

  it('stands still after a question, and keeps exactly the working time that was left', () => {
    // Half an hour was used on Friday, and nothing over the weekend.
    const paused = pausePromise(clock, started, at('2026-03-27T15:30:00Z'));
    expect(describePromise(paused)).toMatchObject({ state: 'paused', dueAt: null, remainingMs: 3.5 * hour });
    expect(isOverdue(paused, at('2026-05-01T00:00:00Z'))).toBe(false);
    expect(pausePromise(clock, paused, at('2026-03-27T15:45:00Z'))).toEqual(paused);
    const resumed = resumePromise(clock, paused, at('2026-03-29T20:00:00Z'));
    expect(describePromise(resumed)).toMatchObject({
      state: 'running',
      dueAt: '2026-03-30T10:30:00.000Z',
      remainingMs: null,
    });
    expect(resumePromise(clock, resumed, at('2026-03-30T08:00:00Z'))).toEqual(resumed);
  });

  it('is kept by an answer while it stands still, however long that was', () => {
    const paused = pausePromise(clock, started, at('2026-03-27T15:30:00Z'));
    const kept = keepOrBreakPromise(clock, paused, at('2026-06-01T09:00:00Z'));
    expect(describePromise(kept)).toMatchObject({
      state: 'kept',
      dueAt: '2026-06-01T12:30:00.000Z',
      answeredAt: '2026-06-01T09:00:00.000Z',
    });
    expect(kept.pausedAt).toBeNull();
  });

  it('is broken by a question that comes too late, and still waits for its answer', () => {
    const broken = pausePromise(clock, started, at('2026-03-30T11:00:00Z'));
    expect(broken).toMatchObject({
      pausedAt: null,
      remainingMs: null,
      firstAnsweredAt: null,
      givenBack: true,
    });
    expect(describePromise(broken)).toMatchObject({ state: 'broken', answeredAt: null });
  });

  it('gives back its own columns alone when it gets a whole row', () => {
    const row: PromiseColumns & { appName: string } = { ...started, appName: 'Shop' };
    for (const change of [pausePromise, resumePromise, keepOrBreakPromise])
      expect(change(clock, row, friday)).not.toHaveProperty('appName');
    expect(breakPromise(row, friday)).not.toHaveProperty('appName');
  });
});
