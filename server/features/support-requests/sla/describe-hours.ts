import { type BusinessHours, isAlwaysOpen, minutesOfDay, openMinutes, type Span } from './business-hours.ts';

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
    const words = describeSpans(spans);
    groups.set(words, [...(groups.get(words) ?? []), day]);
  }
  return groups;
}

function describeSpans(spans: readonly Span[]): string {
  if (openMinutes(spans) === minutesOfDay) return 'around the clock';
  return listWords(spans.map(({ open, close }) => `${time(open)} to ${time(close)}`));
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
  return listWords(
    runs.flatMap((run) => {
      const names = run.map((day) => days[day] ?? '');
      return names.length > 2 ? [`${names[0]} to ${names.at(-1)}`] : names;
    }),
  );
}

function listWords(words: string[]): string {
  const last = words.at(-1) ?? '';
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${last}` : last;
}

function time(minutes: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}
