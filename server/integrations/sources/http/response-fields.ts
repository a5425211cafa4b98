import * as z from 'zod';
import { longestPost } from '#server/integrations/sources/port.ts';
import { withoutHalfCharacter } from '#shared/rules/text/plain-text.ts';
import { readLine } from './html-to-text.ts';

/** A post's text as its source marks it up; the rest is cut. */
export const postText = textUpTo(3 * longestPost);

/** Text cut to `longest` characters, and never within one: half of one can't be stored. */
export function textUpTo(longest: number): z.ZodType<string> {
  return z.string().transform((text) => withoutHalfCharacter(text.slice(0, longest)));
}

/** A title or a name that came as plain text, in one line. */
export const line: z.ZodType<string> = z.string().transform((text) => readLine(text, { markup: 'plain' }));

/** Id of a post at its source. Longer ids are invalid, because a cut one would name another post. */
export const id = z.string().max(500);

/** Name of an account. */
export const name = z.string().max(300);

/** Proof of an account's session. */
export const token = z.string().min(1).max(8_000);

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

// ---- lists --------------------------------------------------------------------------------------

/** More than any source is asked for at once. */
const longestList = 100;
/** A list from which items that don't fit are dropped, so that one odd post never costs the whole answer. */
export function itemsOf<T>(item: z.ZodType<T>): z.ZodType<T[]> {
  return firstItems.transform((items) => fittingOf(item, items)) as unknown as z.ZodType<T[]>;
}

/** A whole answer that is a list: one with items of which none fits is no answer. */
export function listOf<T>(item: z.ZodType<T>): z.ZodType<T[]> {
  return firstItems.transform((items, context) => {
    const fitting = fittingOf(item, items);
    if (items.length > 0 && fitting.length === 0) context.addIssue('no item fits');
    return fitting;
  }) as unknown as z.ZodType<T[]>;
}

/** Cut before anything of it is read: 5 MB hold more than a million items. */
const firstItems = z
  .custom<unknown[]>((value) => Array.isArray(value))
  .transform((items) => items.slice(0, longestList));

function fittingOf<T>(item: z.ZodType<T>, items: unknown[]): T[] {
  return items.flatMap((one) => {
    const { success, data } = item.safeParse(one);
    return success ? [data] : [];
  });
}

/** A field that may be missing, null or of another kind; all three read as null. */
export function maybe<T>(inner: z.ZodType<T>): z.ZodType<T | null> {
  return z
    .nullish(inner)
    .catch(null)
    .transform((value) => value ?? null);
}

/** The first items of a list, all of which must fit; the rest is ignored. */
export function firstOf<T extends z.ZodType>(item: T, most: number) {
  return cutList(item, (items) => items.slice(0, most));
}

/** The same of a list that names the newest last; `mayCount` picks before anything is read. */
export function lastOf<T extends z.ZodType>(
  item: T,
  most: number,
  mayCount: (item: unknown) => boolean = () => true,
) {
  return cutList(item, (items) => items.filter(mayCount).slice(-most));
}

function cutList<T extends z.ZodType>(item: T, cut: (items: unknown[]) => unknown[]) {
  return z.preprocess((list) => (Array.isArray(list) ? cut(list) : list), z.array(item));
}

const year10000 = Date.UTC(10_000, 0);

/** A moment that can be stored, from what a source writes or from milliseconds since 1970; null for another. */
export function dateOrNull(given: string | number | null | undefined): Date | null {
  const moment = new Date(given ?? Number.NaN);
  return moment.getTime() >= 0 && moment.getTime() < year10000 ? moment : null;
}
