import { type BusinessHours, HoursError, isAlwaysOpen, openMinutes } from './business-hours.ts';

/** Least open hours in 365 days: twice the longest SLA and more than clock changes remove. So every SLA ends. */
export const leastOpenHours = 100;
const windowDays = 365;
const dayMs = 86_400_000;

/** @throws HoursError for hours, or holidays, that leave too little time to keep a promise in. */
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
