import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alwaysOpen, type BusinessHours, checkEnoughHours, parseWeek } from './business-hours.ts';
import { slaClock } from './sla-clock.ts';

const hour = 3_600_000;

function clockOf(week: string, timeZone = 'Europe/Berlin', holidays: string[] = []) {
  return slaClock({ week: parseWeek(week), timeZone, holidays: new Set(holidays) });
}

/** In hours. */
function worked(clock: ReturnType<typeof clockOf>, from: string, to: string): number {
  return clock.workingMsBetween(new Date(from), new Date(to)) / hour;
}

function due(clock: ReturnType<typeof clockOf>, start: string, hours: number): string {
  return clock.dueAfter(new Date(start), hours * hour).toISOString();
}

describe('the SLA clock', () => {
  it('runs always when support works around the clock', () => {
    const clock = slaClock(alwaysOpen);
    expect(due(clock, '2026-03-28T12:00:00Z', 48)).toBe('2026-03-30T12:00:00.000Z');
    expect(worked(clock, '2026-03-28T12:00:00Z', '2026-03-30T12:00:00Z')).toBe(48);
    expect(worked(clock, '2026-03-30T12:00:00Z', '2026-03-28T12:00:00Z')).toBe(0);
    expect(clock.label).toBeNull();
  });

  it('stops at night, over lunch, at weekends and on holidays', () => {
    const clock = clockOf('Mo-Fr 09:00-12:30,13:30-18:00', 'Europe/Berlin', ['2026-12-25']);
    // Thursday 24 December, 17:00: an hour that day, none on Friday, three on Monday.
    expect(due(clock, '2026-12-24T16:00:00Z', 4)).toBe('2026-12-28T11:00:00.000Z');
    expect(due(clock, '2026-12-28T11:00:00Z', 1)).toBe('2026-12-28T13:00:00.000Z');
    expect(worked(clock, '2026-12-24T16:00:00Z', '2026-12-28T11:00:00Z')).toBe(4);
  });

  it('ends an SLA with the opening that it fills, and begins one that comes at night in the morning', () => {
    const clock = clockOf('Mo-Fr 09:00-17:00', 'UTC');
    expect(due(clock, '2026-11-20T09:00:00Z', 8)).toBe('2026-11-20T17:00:00.000Z');
    expect(due(clock, '2026-11-20T17:00:00Z', 4)).toBe('2026-11-23T13:00:00.000Z');
    expect(due(clock, '2026-11-21T03:00:00Z', 4)).toBe('2026-11-23T13:00:00.000Z');
  });

  it('knows that days have 23 and 25 hours', () => {
    const clock = clockOf('Mo-Su 00:00-24:00', 'Europe/Berlin', ['2026-12-25']);
    expect(worked(clock, '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z')).toBe(23);
    expect(worked(clock, '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z')).toBe(25);
    expect(due(clock, '2026-12-24T22:00:00Z', 2)).toBe('2026-12-26T00:00:00.000Z');
  });

  it('follows local hours through a change of clocks', () => {
    const clock = clockOf('Mo-Su 09:00-17:00');
    // 16:00 in winter, 10:00 in summer time.
    expect(due(clock, '2026-03-28T15:00:00Z', 2)).toBe('2026-03-29T08:00:00.000Z');
    expect(due(clock, '2026-10-24T14:00:00Z', 2)).toBe('2026-10-25T09:00:00.000Z');
  });

  // A skipped hour, an hour that comes twice, and spans that begin, end or meet inside them.
  it.each([
    ['Su 01:00-04:00', 'Europe/Berlin', '2026-03-29T00:00:00Z', '2026-03-29T02:00:00Z', 2],
    ['Su 01:00-04:00', 'Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25T12:00:00Z', 4],
    ['Su 02:15-02:45', 'Europe/Berlin', '2026-03-29T00:00:00Z', '2026-03-29T12:00:00Z', 0],
    ['Su 02:15-02:45', 'Europe/Berlin', '2026-10-25T00:00:00Z', '2026-10-25T12:00:00Z', 0.5],
    ['Su 01:00-02:30,02:30-04:00', 'Europe/Berlin', '2026-03-29T00:00:00Z', '2026-03-29T12:00:00Z', 2],
    ['Su 01:00-02:30,02:30-04:00', 'Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25T12:00:00Z', 4],
    // Half an hour of daylight saving, a skipped midnight, and a day that never was.
    ['Su 00:00-24:00', 'Australia/Lord_Howe', '2026-10-03T00:00:00Z', '2026-10-05T00:00:00Z', 23.5],
    ['Su 00:00-24:00', 'Australia/Lord_Howe', '2026-04-04T00:00:00Z', '2026-04-06T00:00:00Z', 24.5],
    ['Fr 00:00-02:00', 'Africa/Cairo', '2026-04-23T12:00:00Z', '2026-04-24T12:00:00Z', 1],
    ['Th-Sa 00:00-24:00', 'Pacific/Apia', '2011-12-28T00:00:00Z', '2012-01-03T00:00:00Z', 48],
  ])('counts %s in %s from %s to %s as %d hours', (week, timeZone, from, to, hours) => {
    expect(worked(clockOf(week, timeZone), from, to)).toBe(hours);
  });

  it('ends its search where there is no working time', () => {
    const never = slaClock({ week: [[], [], [], [], [], [], []], timeZone: 'UTC', holidays: new Set() });
    expect(() => never.dueAfter(new Date(), hour)).toThrow('too little time');
  });
});

// Half hours, midnight changes, two hours at once, no changes, and a day that was left out.
const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Africa/Cairo',
  'America/Havana',
  'Antarctica/Troll',
  'Pacific/Chatham',
  'Asia/Kathmandu',
  'Pacific/Apia',
];
const spans = fc.uniqueArray(fc.nat(96), { maxLength: 6 }).map((cuts) => {
  const times = cuts.toSorted((one, other) => one - other).map((cut) => cut * 15);
  return Array.from({ length: Math.floor(times.length / 2) }, (_, index) => ({
    open: times[2 * index] ?? 0,
    close: times[2 * index + 1] ?? 0,
  }));
});
const between = (from: string, to: string) => fc.integer({ min: Date.parse(from), max: Date.parse(to) });
const moment = between('2008-01-01', '2030-01-01').map((ms) => new Date(ms));
const businessHours: fc.Arbitrary<BusinessHours> = fc
  .record({
    week: fc.array(spans, { minLength: 7, maxLength: 7 }),
    timeZone: fc.constantFrom(...zones),
    holidays: fc
      .array(between('2008-01-01', '2030-01-01'), { maxLength: 40 })
      .map((days) => new Set(days.map((day) => new Date(day).toISOString().slice(0, 10)))),
  })
  .filter((hours) => {
    try {
      checkEnoughHours(hours);
      return true;
    } catch {
      return false;
    }
  });
const workingMs = fc.integer({ min: 1, max: 48 * hour });

describe('the SLA clock, for any hours, zone and holidays', () => {
  it('counts exactly the time until the due moment', () => {
    fc.assert(
      fc.property(businessHours, moment, workingMs, (hours, start, ms) => {
        const clock = slaClock(hours);
        const end = clock.dueAfter(start, ms);
        expect(clock.workingMsBetween(start, end)).toBe(ms);
        // No earlier moment is enough.
        expect(clock.workingMsBetween(start, new Date(end.getTime() - 1))).toBe(ms - 1);
      }),
    );
  });

  it('loses and gains nothing by a stop in between', () => {
    fc.assert(
      fc.property(businessHours, moment, workingMs, workingMs, (hours, start, first, second) => {
        const clock = slaClock(hours);
        const middle = clock.dueAfter(start, first);
        const end = clock.dueAfter(middle, second);
        expect(end).toEqual(clock.dueAfter(start, first + second));
        expect(clock.workingMsBetween(start, middle) + clock.workingMsBetween(middle, end)).toBe(
          clock.workingMsBetween(start, end),
        );
      }),
    );
  });

  it('is later for a later start and for more work', () => {
    fc.assert(
      fc.property(businessHours, moment, fc.nat(10 * 24 * hour), workingMs, (hours, start, wait, ms) => {
        const clock = slaClock(hours);
        const end = clock.dueAfter(start, ms).getTime();
        expect(clock.dueAfter(new Date(start.getTime() + wait), ms).getTime()).toBeGreaterThanOrEqual(end);
        expect(clock.dueAfter(start, ms + 1).getTime()).toBeGreaterThan(end);
      }),
    );
  });

  it('agrees with looking at the clock on the wall every quarter of an hour', () => {
    fc.assert(
      fc.property(businessHours, moment, fc.nat(8 * 96), (hours, near, quarters) => {
        const from = Math.floor(near.getTime() / quarter) * quarter;
        const to = from + quarters * quarter;
        const clock = slaClock(hours);
        expect(clock.workingMsBetween(new Date(from), new Date(to))).toBe(look(hours, from, to));
      }),
    );
  });

  it('agrees with the wall on the days of every change of clocks', () => {
    for (const [timeZone, day] of changes) {
      fc.assert(
        fc.property(businessHours, (hours) => {
          const from = Date.parse(day) - 36 * hour;
          const to = from + 96 * hour;
          const here = { ...hours, timeZone };
          const counted = slaClock(here).workingMsBetween(new Date(from), new Date(to));
          expect(counted).toBe(look(here, from, to));
        }),
        { numRuns: 15 },
      );
    }
  });
});

const changes = [
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Africa/Cairo', '2026-04-24'],
  ['Africa/Cairo', '2026-10-30'],
  ['America/Sao_Paulo', '2018-11-04'],
  ['America/Sao_Paulo', '2018-02-18'],
  ['Antarctica/Troll', '2026-03-29'],
  ['Pacific/Apia', '2011-12-30'],
] as const;

const quarter = 900_000;

/** The open time found by reading the wall's clock; a time that comes twice has happened with the first. */
function look({ week, timeZone, holidays }: BusinessHours, from: number, to: number): number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  let newest = '';
  let sum = 0;
  // Three hours earlier, because a change may lie just behind.
  for (let moment = from - 3 * hour; moment < to; moment += quarter) {
    const wall = format.format(moment);
    if (wall > newest) newest = wall;
    if (moment < from) continue;
    const [date = '', time = ''] = newest.split(' ');
    const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
    const today = holidays.has(date) ? [] : week[(new Date(date).getUTCDay() + 6) % 7];
    if (today?.some(({ open, close }) => open <= minutes && minutes < close)) sum += quarter;
  }
  return sum;
}
