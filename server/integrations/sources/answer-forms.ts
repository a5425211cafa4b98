import * as z from 'zod';

/** Characters that are kept of what a source sends: more than any of them uses. */
export const name = z.string().max(300);
export const id = z.string().max(500);
export const token = z.string().min(1).max(8_000);
/** Null for what is too long to be the address of a page. */
export const address = z.string().max(2_000).nullish().catch(null);

/** The first items of a list; the rest is ignored. */
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
