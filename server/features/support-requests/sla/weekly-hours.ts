import { HoursError, minutesOfDay, type Span } from './business-hours.ts';

const days = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];

/**
 * Reads the small part of OpenStreetMap's opening hours that support needs: `Mo-Fr 09:00-12:30,13:30-18:00; Sa 10:00-14:00`,
 * days in lists and ranges, `24:00` as the end of a day, `24/7`. A day that isn't named is closed.
 * @throws HoursError
 */
export function parseWeek(text: string): Span[][] {
  const rules = text.trim() === '24/7' ? 'Mo-Su 00:00-24:00' : text;
  const week: Span[][] = days.map(() => []);
  for (const rule of rules.split(';').map((part) => part.trim())) {
    const [, dayList, spanList] = /^([A-Z][A-Za-z, -]*?) +([\d:, -]+)$/.exec(rule) ?? [];
    if (!dayList || !spanList) {
      throw new HoursError(
        `must look like Mo-Fr 09:00-17:00, with a semicolon between rules, but holds "${rule}"`,
      );
    }
    const spans = parseSpans(spanList);
    for (const day of parseDays(dayList)) {
      if (week[day]?.length) throw new HoursError(`names ${days[day]} more than once`);
      week[day] = spans;
    }
  }
  return week;
}

/** Positions of the named days; `Sa-Mo` goes over the end of the week. */
function parseDays(list: string): number[] {
  return list.split(',').flatMap((part) => {
    const [first = -1, last = first, ...more] = part.split('-').map((name) => days.indexOf(name.trim()));
    if (first < 0 || last < 0 || more.length > 0) {
      throw new HoursError(
        `must name days as Mo, Tu, We, Th, Fr, Sa, Su or ranges of them, not "${part.trim()}"`,
      );
    }
    const length = ((last - first + days.length) % days.length) + 1;
    return Array.from({ length }, (_, step) => (first + step) % days.length);
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
