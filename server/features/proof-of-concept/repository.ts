import { and, desc, eq } from 'drizzle-orm';
import type { Database, Transaction } from '#server/database/connect.ts';
import { buildPrompts, surveys } from '#server/database/tables.ts';

export type PromptRow = typeof buildPrompts.$inferSelect;

export async function findPrompt({ sql }: Database, ownerId: string, id: string): Promise<PromptRow | null> {
  const mine = and(eq(buildPrompts.id, id), eq(buildPrompts.ownerId, ownerId));
  const [row] = await sql.select().from(buildPrompts).where(mine);
  return row ?? null;
}

export async function findLastChanged({ sql }: Database, ownerId: string): Promise<PromptRow | null> {
  const [row] = await sql
    .select()
    .from(buildPrompts)
    .where(eq(buildPrompts.ownerId, ownerId))
    .orderBy(desc(buildPrompts.updatedAt), desc(buildPrompts.id))
    .limit(1);
  return row ?? null;
}

/** Any owner's prompt, because ids are unique across owners. */
export async function findOfAnyOwner({ sql }: Transaction, id: string): Promise<PromptRow | null> {
  const [row] = await sql.select().from(buildPrompts).where(eq(buildPrompts.id, id));
  return row ?? null;
}

export async function findTrailOfSurvey(
  { sql }: Transaction,
  ownerId: string,
  id: string,
): Promise<string | null> {
  const mine = and(eq(surveys.id, id), eq(surveys.ownerId, ownerId));
  const [row] = await sql.select({ trailId: surveys.trailId }).from(surveys).where(mine);
  return row?.trailId ?? null;
}

/** Null when the id is taken. */
export async function addPrompt(
  { sql }: Transaction,
  row: typeof buildPrompts.$inferInsert,
): Promise<PromptRow | null> {
  const [added] = await sql.insert(buildPrompts).values(row).onConflictDoNothing().returning();
  return added ?? null;
}

/** Null when the prompt is no longer at this revision. */
export async function replacePrompt(
  { sql }: Transaction,
  { id, revision }: PromptRow,
  changes: Partial<PromptRow>,
): Promise<PromptRow | null> {
  const untouched = and(eq(buildPrompts.id, id), eq(buildPrompts.revision, revision));
  const [replaced] = await sql
    .update(buildPrompts)
    .set({ ...changes, revision: revision + 1 })
    .where(untouched)
    .returning();
  return replaced ?? null;
}
