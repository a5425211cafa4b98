import { Temporal } from 'temporal-polyfill';

/** An open span of a day, in minutes from midnight by the clock on the wall; 1440 is the end of the day. */
export type Span = { open: number; close: number };

/** When support works. */
export type BusinessHours = {
  /** The spans of Monday to Sunday, in order and apart. */
  week: readonly (readonly Span[])[];
  /** An IANA name. */
  timeZone: string;
  /** Dates, 'YYYY-MM-DD', that are closed for the whole day in the time zone. */
  holidays: ReadonlySet<string>;
};

/** Error about hours, zone or holidays, as the end of a sentence. */
export class HoursError extends Error {}

export const minutesOfDay = 1_440;

/** Around the clock, every day. */
export const alwaysOpen: BusinessHours = {
  week: Array.from({ length: 7 }, () => [{ open: 0, close: minutesOfDay }]),
  timeZone: 'UTC',
  holidays: new Set(),
};

export function isAlwaysOpen({ week, holidays }: BusinessHours): boolean {
  return holidays.size === 0 && week.every((spans) => openMinutes(spans) === minutesOfDay);
}

export function openMinutes(spans: readonly Span[]): number {
  return spans.reduce((sum, { open, close }) => sum + close - open, 0);
}

/**
 * Checks an IANA time zone and gives its name in the usual letters.
 * @throws HoursError
 */
export function parseTimeZone(name: string): string {
  try {
    // An offset such as +02:00 would pass, and know nothing of daylight saving.
    if (/^[A-Za-z]/.test(name)) return Temporal.Now.zonedDateTimeISO(name).timeZoneId;
  } catch {
    // Said below.
  }
  throw new HoursError('must be the name of a time zone, like Europe/Berlin');
}

/**
 * Reads lines like `2026-12-25 Christmas Day`; lines that are empty or begin with # say nothing.
 * @throws HoursError that names the first line that is wrong.
 */
export function parseHolidays(text: string): Set<string> {
  const holidays = new Set<string>();
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const entry = line.trim();
    if (entry === '' || entry.startsWith('#')) continue;
    const [date = ''] = entry.split(/\s/);
    if (!isDate(date)) {
      throw new HoursError(
        `line ${index + 1} must begin with a date, like 2026-12-25 Christmas Day, but is "${entry.slice(0, 60)}"`,
      );
    }
    holidays.add(date);
  }
  return holidays;
}

function isDate(text: string): boolean {
  if (!/^2\d{3}-\d\d-\d\d$/.test(text)) return false;
  try {
    return Temporal.PlainDate.from(text).toString() === text;
  } catch {
    return false;
  }
}
