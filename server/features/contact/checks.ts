import { AppError } from '#server/app-error.ts';
import { longestAheadDays } from '#shared/rules/demo-days.ts';
import { isEmail } from '#shared/rules/email.ts';
import { looksAutomatic } from '#shared/rules/human-signs.ts';

/** What both forms tell about who fills them in, without blanks around it. */
export type Sender = { fullName: string; email: string; phone: string };

type Signs = { website?: string | undefined; openMs?: number | undefined };

/**
 * They go into headers of mails and into calendar files, so they must be what they are called.
 * @throws AppError one_line_fields, email_invalid.
 */
export function checkSender({ fullName, email, phone }: Sender): void {
  if ([fullName, email, phone].some((field) => /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u.test(field))) {
    throw new AppError('one_line_fields');
  }
  if (!isEmail(email)) throw new AppError('email_invalid');
}

/** @throws AppError looks_automatic, which says no more: a program would learn from it. */
export function checkHuman(signs: Signs): void {
  if (looksAutomatic(signs)) throw new AppError('looks_automatic');
}

/**
 * A demo may be wished for from tomorrow on, by the calendar of the visitor's own time zone.
 * @throws AppError body_invalid for an unknown time zone, demo_time_invalid.
 */
export function checkDemoTime(startsAt: Date, timeZone: string, now: Date): void {
  const days = dayNumber(startsAt, timeZone) - dayNumber(now, timeZone);
  if (!(days >= 1 && days <= longestAheadDays)) {
    throw new AppError('demo_time_invalid', { days: longestAheadDays });
  }
}

/** Days since 1970 of the calendar date that a moment has in a time zone. */
function dayNumber(moment: Date, timeZone: string): number {
  // Swedish dates are written as ISO 8601 writes them.
  return Date.parse(dateFormat(timeZone).format(moment)) / 86_400_000;
}

function dateFormat(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  } catch {
    throw new AppError('body_invalid', { detail: 'timeZone is not the name of a time zone' });
  }
}
