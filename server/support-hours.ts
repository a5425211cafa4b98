import { readFileSync } from 'node:fs';
import * as z from 'zod';
import {
  type BusinessHours,
  checkEnoughHours,
  HoursError,
  parseHolidays,
  parseTimeZone,
  parseWeek,
} from '#server/features/support-requests/sla/business-hours.ts';

/** The variables that say when support works: around the clock when all are absent. */
export const supportHoursVariables = {
  SUPPORT_HOURS: z.string().default('24/7').transform(readBy(parseWeek)),
  SUPPORT_TIME_ZONE: z.string().default('UTC').transform(readBy(parseTimeZone)),
  SUPPORT_HOLIDAYS: z.optional(z.string().transform(readBy(readHolidays))),
};

type Values = z.infer<z.ZodObject<typeof supportHoursVariables>>;

export function supportHours(values: Values): BusinessHours {
  return {
    week: values.SUPPORT_HOURS,
    timeZone: values.SUPPORT_TIME_ZONE,
    holidays: values.SUPPORT_HOLIDAYS ?? new Set(),
  };
}

/** Error about hours too short for any SLA, as a sentence. */
export function tooFewHours(values: Values): string[] {
  try {
    checkEnoughHours(supportHours(values));
    return [];
  } catch (error) {
    if (!(error instanceof HoursError)) throw error;
    return [`SUPPORT_HOURS and SUPPORT_HOLIDAYS ${error.message}.`];
  }
}

function readBy<T>(parse: (text: string) => T) {
  return (text: string, context: z.RefinementCtx): T => {
    try {
      return parse(text.trim());
    } catch (error) {
      if (!(error instanceof HoursError)) throw error;
      context.addIssue({ code: 'custom', message: error.message });
      return z.NEVER;
    }
  };
}

function readHolidays(path: string): Set<string> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new HoursError(`the file ${path} can't be read (${(error as NodeJS.ErrnoException).code})`);
  }
  return parseHolidays(text);
}
