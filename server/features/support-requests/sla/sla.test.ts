import { describe, expect, it } from 'vitest';
import { parseWeek } from './business-hours.ts';
import {
  breachSla,
  describeSla,
  isOverdue,
  pauseSla,
  recordFirstAnswer,
  resumeSla,
  type SlaColumns,
  startSla,
} from './sla.ts';
import { slaClock } from './sla-clock.ts';

const clock = slaClock({
  week: parseWeek('Mo-Fr 09:00-17:00'),
  timeZone: 'Europe/Berlin',
  holidays: new Set(),
});
const hour = 3_600_000;
/** Friday 27 March 2026, 16:00 in Berlin: the clocks change on Sunday. */
const friday = new Date('2026-03-27T15:00:00Z');
const started = startSla(clock, 4, friday);
const at = (text: string) => new Date(text);

describe('the SLA of a first answer', () => {
  it('runs until its working hours are over', () => {
    expect(describeSla(started)).toEqual({
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

  it('is met by an answer in time, and stays so', () => {
    const kept = recordFirstAnswer(clock, started, started.dueAt);
    expect(describeSla(kept)).toMatchObject({ state: 'kept', answeredAt: '2026-03-30T10:00:00.000Z' });
    const later = at('2026-04-30T10:00:00Z');
    expect(isOverdue(kept, later)).toBe(false);
    for (const same of [recordFirstAnswer, pauseSla]) expect(same(clock, kept, later)).toEqual(kept);
  });

  it('starts again when the customer writes after the answer, also after a late one', () => {
    const monday = at('2026-03-30T07:00:00Z');
    for (const answeredAt of [friday, at('2026-04-30T10:00:00Z')]) {
      const answered = recordFirstAnswer(clock, started, answeredAt);
      const again = resumeSla(clock, answered, monday);
      expect(again).toEqual(startSla(clock, 4, monday));
      // More words before the answer give no more time.
      expect(describeSla(resumeSla(clock, again, started.dueAt))).toEqual(describeSla(again));
    }
  });

  it('is broken by a question at the due moment or later: there is no time left to stop', () => {
    for (const late of [0, 1, 86_400_000]) {
      const now = new Date(started.dueAt.getTime() + late);
      const asked = pauseSla(clock, started, now);
      expect(describeSla(asked)).toMatchObject({ state: 'broken', requestGivenBack: true });
    }
    const inTime = pauseSla(clock, started, new Date(started.dueAt.getTime() - 1));
    expect(describeSla(inTime)).toMatchObject({ state: 'paused', remainingMs: 1 });
  });

  it('is broken by a late answer, which is shown', () => {
    const late = recordFirstAnswer(clock, started, at('2026-03-30T10:00:01Z'));
    expect(describeSla(late)).toMatchObject({
      state: 'broken',
      dueAt: '2026-03-30T10:00:00.000Z',
      answeredAt: '2026-03-30T10:00:01.000Z',
      requestGivenBack: true,
    });
    expect(late.brokenAt).toEqual(at('2026-03-30T10:00:01Z'));
  });

  it('stays broken when it was found broken before the answer', () => {
    const broken = breachSla(started, at('2026-03-30T10:01:00Z'));
    expect(isOverdue(broken, at('2026-03-30T12:00:00Z'))).toBe(false);
    const answered = recordFirstAnswer(clock, broken, at('2026-03-30T12:00:00Z'));
    expect(answered).toEqual({ ...broken, firstAnsweredAt: at('2026-03-30T12:00:00Z') });
    expect(describeSla(answered).state).toBe('broken');
    expect(pauseSla(clock, broken, at('2026-03-30T12:00:00Z'))).toEqual(broken);
  });

  it('is paused by a question, with exactly the working time left', () => {
    // Half an hour was used on Friday, and nothing over the weekend.
    const paused = pauseSla(clock, started, at('2026-03-27T15:30:00Z'));
    expect(describeSla(paused)).toMatchObject({ state: 'paused', dueAt: null, remainingMs: 3.5 * hour });
    expect(isOverdue(paused, at('2026-05-01T00:00:00Z'))).toBe(false);
    expect(pauseSla(clock, paused, at('2026-03-27T15:45:00Z'))).toEqual(paused);
    const resumed = resumeSla(clock, paused, at('2026-03-29T20:00:00Z'));
    expect(describeSla(resumed)).toMatchObject({
      state: 'running',
      dueAt: '2026-03-30T10:30:00.000Z',
      remainingMs: null,
    });
    expect(resumeSla(clock, resumed, at('2026-03-30T08:00:00Z'))).toEqual(resumed);
  });

  it('is met by an answer during a pause of any length', () => {
    const paused = pauseSla(clock, started, at('2026-03-27T15:30:00Z'));
    const kept = recordFirstAnswer(clock, paused, at('2026-06-01T09:00:00Z'));
    expect(describeSla(kept)).toMatchObject({
      state: 'kept',
      dueAt: '2026-06-01T12:30:00.000Z',
      answeredAt: '2026-06-01T09:00:00.000Z',
    });
    expect(kept.pausedAt).toBeNull();
  });

  it('is broken by a question that comes too late, and still waits for its answer', () => {
    const broken = pauseSla(clock, started, at('2026-03-30T11:00:00Z'));
    expect(broken).toMatchObject({
      pausedAt: null,
      remainingMs: null,
      firstAnsweredAt: null,
      givenBack: true,
    });
    expect(describeSla(broken)).toMatchObject({ state: 'broken', answeredAt: null });
  });

  it('gives back its own columns alone when it gets a whole row', () => {
    const row: SlaColumns & { appName: string } = { ...started, appName: 'Shop' };
    for (const change of [pauseSla, resumeSla, recordFirstAnswer])
      expect(change(clock, row, friday)).not.toHaveProperty('appName');
    expect(breachSla(row, friday)).not.toHaveProperty('appName');
  });
});
