import { type Column, desc, type SQL, sql } from 'drizzle-orm';
import { AppError } from '#server/app-error.ts';
import { pageLimit } from '#shared/contracts/paging.ts';

/** One page of a list that comes newest first; ids decide between entries of one moment. */
export type Page = { before: { createdAt: Date; id: string } | null; limit: number; search: string };

type PageColumns = { createdAt: Column; id: Column };

/** Page of a list. @throws AppError body_invalid when `before` names no moment. */
export function readPage(query: { before?: string; limit?: number; search?: string }): Page {
  const { before, limit = pageLimit, search = '' } = query;
  return { before: before === undefined ? null : readPlace(before), limit, search };
}

export function newestFirst({ createdAt, id }: PageColumns): SQL[] {
  return [desc(createdAt), sql`${id} collate "C" desc`];
}

/** Keeps the entries after the one that the page goes on from. */
export function isOnPage({ createdAt, id }: PageColumns, { before }: Page): SQL | undefined {
  if (!before) return undefined;
  return sql`(${createdAt}, ${id} collate "C") < (${before.createdAt.toISOString()}, ${before.id})`;
}

/** Keeps the entries that hold the searched text, whatever its case, in what `lowered` gives in lower case. */
export function isFound({ search }: Pick<Page, 'search'>, lowered: Column | SQL): SQL | undefined {
  if (search === '') return undefined;
  return sql`strpos(${lowered}, lower(${search}::text)) > 0`;
}

function readPlace(before: string): Page['before'] {
  const end = before.indexOf('~');
  const createdAt = new Date(before.slice(0, end));
  // Lower bound of all rows; PostgreSQL has no year 0.
  if (!(createdAt.getTime() > 0))
    throw new AppError('body_invalid', { detail: 'before must be {created_at}~{id}' });
  return { createdAt, id: before.slice(end + 1) };
}
