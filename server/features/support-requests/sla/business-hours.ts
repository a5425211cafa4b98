import { Temporal } from 'temporal-polyfill';

/** An open span of a day, in minutes from midnight by the clock on the wall; 1440 is the end of the day. */
type Span = { open: number; close: number };

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

const minutesOfDay = 1_440;

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

const dayNames = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];

/**
 * Reads the small part of OpenStreetMap's opening hours that support needs: `Mo-Fr 09:00-12:30,13:30-18:00; Sa 10:00-14:00`,
 * days in lists and ranges, `24:00` as the end of a day, `24/7`. A day that isn't named is closed.
 * @throws HoursError
 */
export function parseWeek(text: string): Span[][] {
  const rules = text.trim() === '24/7' ? 'Mo-Su 00:00-24:00' : text;
  const week: Span[][] = dayNames.map(() => []);
  for (const rule of rules.split(';').map((part) => part.trim())) {
    const [, dayList, spanList] = /^([A-Z][A-Za-z, -]*?) +([\d:, -]+)$/.exec(rule) ?? [];
    if (!dayList || !spanList) {
      throw new HoursError(
        `must look like Mo-Fr 09:00-17:00, with a semicolon between rules, but holds "${rule}"`,
      );
    }
    const spans = parseSpans(spanList);
    for (const day of parseDays(dayList)) {
      if (week[day]?.length) throw new HoursError(`names ${dayNames[day]} more than once`);
      week[day] = spans;
    }
  }
  return week;
}

/** Positions of the named days; `Sa-Mo` goes over the end of the week. */
function parseDays(list: string): number[] {
  return list.split(',').flatMap((part) => {
    const [first = -1, last = first, ...more] = part.split('-').map((name) => dayNames.indexOf(name.trim()));
    if (first < 0 || last < 0 || more.length > 0) {
      throw new HoursError(
        `must name days as Mo, Tu, We, Th, Fr, Sa, Su or ranges of them, not "${part.trim()}"`,
      );
    }
    const length = ((last - first + dayNames.length) % dayNames.length) + 1;
    return Array.from({ length }, (_, step) => (first + step) % dayNames.length);
  });
}

function parseSpans(list: string): Span[] {
  const spans = list
    .split(',')
    .map(parseSpan)
    .sort((one, other) => one.open - other.open);
  for (const [index, { open }] of spans.entries()) {
    if (open < (spans[index - 1]?.close ?? 0))
      throw new HoursError(`has times that overlap in "${list.trim()}"`);
  }
  return spans;
}

function parseSpan(text: string): Span {
  const [open, close, ...more] = text.split('-').map(parseTime);
  if (open === undefined || close === undefined || more.length > 0 || open >= close) {
    throw new HoursError(
      `must give times as 09:00-17:00, the later one last, not "${text.trim()}"; hours over midnight are two days' hours`,
    );
  }
  return { open, close };
}

/** Minutes from midnight. */
function parseTime(text: string): number | undefined {
  const [, hour, minute] = /^(\d\d):([0-5]\d)$/.exec(text.trim()) ?? [];
  const minutes = Number(hour) * 60 + Number(minute);
  return minutes <= minutesOfDay ? minutes : undefined;
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

/** Least open hours in 365 days: twice the longest SLA and more than clock changes remove. So every SLA ends. */
export const leastOpenHours = 100;
const windowDays = 365;
const dayMs = 86_400_000;

/** @throws HoursError for hours, or holidays, that leave too little time for an SLA. */
export function checkEnoughHours(hours: BusinessHours): void {
  if (isAlwaysOpen(hours)) return;
  const holidays = [...hours.holidays].map((date) => Date.parse(date)).sort((one, other) => one - other);
  // One year without holidays covers the rest; only windows with holidays can lose days.
  const first = (holidays[0] ?? 0) - windowDays * dayMs;
  const last = holidays.at(-1) ?? 0;
  const minutesOn = (day: number) => minutesOfDate(hours, day);
  let sum = 0;
  for (let day = first; day < first + windowDays * dayMs; day += dayMs) sum += minutesOn(day);
  for (let day = first; day <= last; day += dayMs) {
    if (sum < leastOpenHours * 60) throw new HoursError(tooFew(day, sum));
    sum += minutesOn(day + windowDays * dayMs) - minutesOn(day);
  }
}

/** By the clock on the wall, which is exact enough here. */
function minutesOfDate({ week, holidays }: BusinessHours, day: number): number {
  const date = new Date(day);
  if (holidays.has(date.toISOString().slice(0, 10))) return 0;
  return openMinutes(week[(date.getUTCDay() + 6) % 7] ?? []);
}

function tooFew(day: number, minutes: number): string {
  const from = new Date(day).toISOString().slice(0, 10);
  return `leave ${Math.floor(minutes / 60)} open hours in the year from ${from}, and promises need ${leastOpenHours} at least`;
}

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/**
 * The hours for people: "Monday to Friday, 09:00 to 17:00, Europe/Berlin, except holidays";
 * null when support works around the clock.
 */
export function describeHours(hours: BusinessHours): string | null {
  if (isAlwaysOpen(hours)) return null;
  const rules = [...daysBySpans(hours.week)].map(([spans, open]) => `${describeDays(open)}, ${spans}`);
  return `${rules.join('; ')}, ${hours.timeZone}${hours.holidays.size > 0 ? ', except holidays' : ''}`;
}

function daysBySpans(week: BusinessHours['week']): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const [day, spans] of week.entries()) {
    if (spans.length === 0) continue;
    const text = describeSpans(spans);
    groups.set(text, [...(groups.get(text) ?? []), day]);
  }
  return groups;
}

function describeSpans(spans: readonly Span[]): string {
  if (openMinutes(spans) === minutesOfDay) return 'around the clock';
  return listTexts(spans.map(({ open, close }) => `${time(open)} to ${time(close)}`));
}

/** Days that follow each other are a range, two of them a pair. */
function describeDays(open: number[]): string {
  if (open.length === days.length) return 'Every day';
  const runs: number[][] = [];
  for (const day of open) {
    const run = runs.at(-1);
    if (run?.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  return listTexts(
    runs.flatMap((run) => {
      const names = run.map((day) => days[day] ?? '');
      return names.length > 2 ? [`${names[0]} to ${names.at(-1)}`] : names;
    }),
  );
}

function listTexts(texts: string[]): string {
  const last = texts.at(-1) ?? '';
  return texts.length > 1 ? `${texts.slice(0, -1).join(', ')} and ${last}` : last;
}

function time(minutes: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}
