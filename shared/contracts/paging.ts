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
 * What a list takes: it comes newest first, `before` names the entry after which it goes on as `{created_at}~{id}`,
 * and `search` keeps the entries that hold this text, whatever its case.
 */
export const pageQuery = {
  before: z.optional(
    text(300).check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z~.+$/, 'must be {created_at}~{id}')),
  ),
  limit: z.optional(count),
  search: z.optional(text(200)),
};
