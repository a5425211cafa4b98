import { longestAheadDays } from '#shared/contracts/contact.ts';

/** A date and a time as the browser's own inputs write them: `2026-03-27` and `10:00`. */
export type WishedTime = { date: string; time: string };

/** The next working day at ten, in the visitor's own time zone. */
export function proposeTime(now: Date): WishedTime {
  const day = addDays(now, 1);
  while (day.getDay() === 0 || day.getDay() === 6) day.setDate(day.getDate() + 1);
  return { date: dateText(day), time: '10:00' };
}

/** First and last day that can be wished for. */
export function demoDays(now: Date): { min: string; max: string } {
  return { min: dateText(addDays(now, 1)), max: dateText(addDays(now, longestAheadDays)) };
}

/**
 * The moment that a wish means in the visitor's own time zone.
 * `outside`: not between tomorrow and the last day; `skipped`: the clocks jump over that time.
 */
export function readTime({ date, time }: WishedTime, now: Date): Date | 'outside' | 'skipped' {
  const { min, max } = demoDays(now);
  if (date < min || date > max) return 'outside';
  const moment = new Date(`${date}T${time}`);
  if (Number.isNaN(moment.getTime())) return 'outside';
  // A time that is skipped is moved on by the browser, so it does not read back as it was written.
  return timeText(moment) === time.slice(0, 5) && dateText(moment) === date ? moment : 'skipped';
}

function addDays(from: Date, days: number): Date {
  return new Date(from.getFullYear(), from.getMonth(), from.getDate() + days);
}

function dateText(day: Date): string {
  return [pad(day.getFullYear(), 4), pad(day.getMonth() + 1), pad(day.getDate())].join('-');
}

function timeText(moment: Date): string {
  return `${pad(moment.getHours())}:${pad(moment.getMinutes())}`;
}

function pad(value: number, length = 2): string {
  return String(value).padStart(length, '0');
}
