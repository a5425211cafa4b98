import { Temporal } from 'temporal-polyfill';
import { type BusinessHours, describeHours, isAlwaysOpen, leastOpenHours } from './business-hours.ts';

/** Counts working time. Closed time does not pass for it: nights, weekends, holidays. */
export type SlaClock = {
  /**
   * The moment when this much working time has passed since `start`. It lies in open time, or at its end; without any
   * working time it is `start` itself, or the next opening.
   */
  dueAfter(start: Date, workingMs: number): Date;
  /** The working time from one moment to a later one; 0 when the second is not later. */
  workingMsBetween(from: Date, to: Date): number;
  /** When support works, for people; null when that is always. */
  label: string | null;
};

const dayMs = 86_400_000;

/** The clock of hours that `checkEnoughHours` let pass; nothing else ends `dueAfter` early. */
export function slaClock(hours: BusinessHours): SlaClock {
  if (isAlwaysOpen(hours)) return { ...alwaysRunning, label: null };
  const openings = openingsOf(hours);
  return {
    dueAfter(start, workingMs) {
      let left = workingMs;
      for (const { from, to } of openings(start.getTime(), start.getTime() + longest(workingMs))) {
        if (left <= to - from) return new Date(from + left);
        left -= to - from;
      }
      throw new Error('the business hours leave too little time to keep a promise');
    },
    workingMsBetween(from, to) {
      let sum = 0;
      for (const opening of openings(from.getTime(), to.getTime())) sum += opening.to - opening.from;
      return sum;
    },
    label: describeHours(hours),
  };
}

const alwaysRunning = {
  dueAfter: (start: Date, workingMs: number) => new Date(start.getTime() + workingMs),
  workingMsBetween: (from: Date, to: Date) => Math.max(0, to.getTime() - from.getTime()),
};

/** Every stretch of this length has enough working time: each year has the least that is allowed. */
function longest(workingMs: number): number {
  return (Math.ceil(workingMs / (leastOpenHours * 3_600_000)) * 2 + 1) * 366 * dayMs;
}

/** In milliseconds since 1970; `to` is not open any more. */
type Opening = { from: number; to: number };

function openingsOf(hours: BusinessHours) {
  const known = new Map<string, Opening[]>();
  const openingsOn = (date: Temporal.PlainDate): Opening[] => {
    const key = date.toString();
    const found = known.get(key) ?? openingsOfDate(hours, date);
    known.set(key, found);
    return found;
  };
  /** Openings between `from` and `until`, clipped and in order. */
  return function* openings(from: number, until: number): Generator<Opening> {
    const zoned = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(hours.timeZone);
    // A day's time comes no earlier than its own first midnight, so dates before this one are over.
    for (let date = zoned.toPlainDate(); ; date = date.add({ days: 1 })) {
      if (instantOf(date, 0, hours.timeZone) >= until) return;
      for (const opening of openingsOn(date)) {
        const cut = { from: Math.max(opening.from, from), to: Math.min(opening.to, until) };
        if (cut.from < cut.to) yield cut;
      }
    }
  };
}

function openingsOfDate({ week, timeZone, holidays }: BusinessHours, date: Temporal.PlainDate): Opening[] {
  if (holidays.has(date.toString())) return [];
  return (week[date.dayOfWeek - 1] ?? []).map(({ open, close }) => ({
    from: instantOf(date, open, timeZone),
    to: instantOf(date, close, timeZone),
  }));
}

/**
 * The first moment at which the clock on the wall shows this time or a later one. A time that daylight saving skips is
 * therefore the moment of the change, and one that comes twice is the first: no working time is counted twice or lost.
 */
function instantOf(date: Temporal.PlainDate, minutes: number, timeZone: string): number {
  const wall = date.toPlainDateTime().add({ minutes });
  const moment = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  if (moment.toPlainDateTime().equals(wall)) return moment.epochMilliseconds;
  return (moment.getTimeZoneTransition('next') ?? moment).epochMilliseconds;
}
