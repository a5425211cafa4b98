import * as z from 'zod';
import { withoutHalfCharacter } from '#shared/rules/model-output/cut-output.ts';
import { plainLine } from './html-to-text.ts';
import { longestPost } from './port.ts';

/** A post's text as its source marks it up; the rest is cut. */
export const postText = textUpTo(3 * longestPost);

/** Text of which no more than `longest` characters are kept, and never half of one: that can not be stored. */
export function textUpTo(longest: number): z.ZodType<string> {
  return z.string().transform((text) => withoutHalfCharacter(text.slice(0, longest)));
}

/** A title or a name that came as plain text, in one line. */
export const line: z.ZodType<string> = z.string().transform(plainLine);

/** Id of a post at its source. Longer ids are invalid, because a cut one would name another post. */
export const textId = z.string().max(500);

/** Address of a post's page; only http and https. */
export const webAddress = z
  .string()
  .max(2_000)
  .pipe(z.url({ protocol: /^https?$/ }));

const lastMs = Date.UTC(9999, 11, 31);

/** A time as text, in a year that calendars and databases have. */
export const instant = z
  .string()
  .max(40)
  .transform((text) => new Date(text))
  .refine((date) => date.getTime() <= lastMs);

/** Whole seconds since 1970, in such a year. */
export const unixSeconds = z.int().max(lastMs / 1000);
