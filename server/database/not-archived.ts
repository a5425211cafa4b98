import { and, type Column, eq, isNotNull, notExists, type SQL, sql } from 'drizzle-orm';
import type { Database } from './connect.ts';
import { trails } from './tables.ts';

/** Leaves out what belongs to an archived idea. */
export function isNotArchived({ sql: db }: Pick<Database, 'sql'>, trailId: Column): SQL {
  const isArchived = and(eq(trails.id, trailId), isNotNull(trails.archivedAt));
  return notExists(db.select({ one: sql`1` }).from(trails).where(isArchived));
}
