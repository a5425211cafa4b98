import * as z from 'zod/mini';
import { text } from './text.ts';

/** Most entries of one page, and how many come when no limit is asked for. */
export const pageLimit = 100;

const count = z.pipe(
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,2}$/, 'must be a whole number from 1 to 100')),
    z.coerce.number(),
  ),
  z.number().check(z.maximum(pageLimit)),
);

/**
 * Parameters of a list, newest first. `before` is the entry to continue after, as `{created_at}~{id}`. `search` keeps
 * entries that hold this text, ignoring case.
 */
export const pageQuery = {
  before: z.optional(
    text(300).check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z~.+$/, 'must be {created_at}~{id}')),
  ),
  limit: z.optional(count),
  search: z.optional(text(200)),
};
