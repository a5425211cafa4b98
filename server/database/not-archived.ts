import { and, type Column, eq, isNotNull, isNull, notExists, type SQL, sql } from 'drizzle-orm';
import type { Database } from './connect.ts';
import { trails } from './tables.ts';

/** Leaves out what is archived by itself or with its idea. */
export function isNotArchived(
  { sql: db }: Pick<Database, 'sql'>,
  { archivedAt, trailId }: Record<'archivedAt' | 'trailId', Column>,
): SQL | undefined {
  const isWithIdea = and(eq(trails.id, trailId), isNotNull(trails.archivedAt));
  return and(isNull(archivedAt), notExists(db.select({ one: sql`1` }).from(trails).where(isWithIdea)));
}
