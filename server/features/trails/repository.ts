import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import { lockSurveys } from '#server/database/lock-surveys.ts';
import { isFound, isOnPage, newestFirst, type Page } from '#server/database/page.ts';
import {
  buildPrompts,
  campaigns,
  ideationSessions,
  submissions,
  supportRequests,
  surveyAnalyses,
  surveys,
  trailIdeas,
  trails,
  users,
} from '#server/database/tables.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import type { TrailPartChange } from '#shared/contracts/trails.ts';
import { readParts } from './trail-parts.ts';

export type TrailRow = typeof trails.$inferSelect;
export type TrailPart = { kind: TrailPartChange['kind']; id: string };
type NameAndArchivedAt = Partial<Pick<TrailRow, 'name' | 'archivedAt'>>;

/** @returns false when the owner has no such trail. */
export async function changeTrail(
  database: Database,
  ownerId: string,
  id: string,
  change: NameAndArchivedAt,
): Promise<boolean> {
  const own = and(eq(trails.id, id), eq(trails.ownerId, ownerId));
  // The id too, because a statement without changes is none.
  return (
    (
      await database.sql
        .update(trails)
        .set({ ...change, id })
        .where(own)
    ).rowCount === 1
  );
}

/** @returns the id of its trail; null when the owner has no such part. */
export async function changePart(
  database: Database,
  ownerId: string,
  { kind, id }: TrailPart,
  change: NameAndArchivedAt,
): Promise<string | null> {
  const table = kind === 'session' ? ideationSessions : surveys;
  const [row] = await database.sql
    .update(table)
    .set({ ...change, id })
    .where(and(eq(table.id, id), eq(table.ownerId, ownerId)))
    .returning({ trailId: table.trailId });
  return row?.trailId ?? null;
}

/** The id of the trail that a wording leads to; null where none does. */
export async function findByKey(database: Database, ownerId: string, key: string): Promise<string | null> {
  const [row] = await database.sql
    .select({ id: trailIdeas.trailId })
    .from(trailIdeas)
    .where(and(eq(trailIdeas.ownerId, ownerId), eq(trailIdeas.ideaKey, key)));
  return row?.id ?? null;
}

/** The trail with its newest survey, or the one that is named; null when it isn't the owner's. */
export async function findIdea(
  database: Database,
  ownerId: string,
  { trailId, surveyId }: { trailId: string | null; surveyId: string | null },
) {
  const ofTrail = trailId ? eq(trails.id, trailId) : eq(surveys.id, surveyId ?? '');
  const [found] = await database.sql
    .select({
      idea: trails.idea,
      name: trails.name,
      plan: surveys.plan,
      questions: surveys.questions,
      analysis: surveyAnalyses.analysis,
      figures: surveyAnalyses.figures,
      submissionCount: surveyAnalyses.submissionCount,
    })
    .from(trails)
    .leftJoin(surveys, eq(surveys.trailId, trails.id))
    .leftJoin(surveyAnalyses, eq(surveyAnalyses.surveyId, surveys.id))
    .where(and(ofTrail, eq(trails.ownerId, ownerId)))
    .orderBy(
      sql`${surveys.id} = ${surveyId} desc nulls last`,
      sql`${surveys.archivedAt} is not null`,
      sql`${surveys.createdAt} desc nulls last`,
    )
    .limit(1);
  return found ?? null;
}

/** The trails of a page with everything that hangs on them, all of one moment. */
export const listTrails = (database: Database, ownerId: string, page: WantedPage) =>
  readTogether(database, (transaction) => findPage(transaction, ownerId, page));

/** The trail with everything that hangs on it, as a list; empty when it isn't the owner's. */
export const findTrail = (database: Database, ownerId: string, id: string) =>
  readTogether(database, ({ sql: tx }) =>
    tx
      .select()
      .from(trails)
      .where(and(eq(trails.id, id), eq(trails.ownerId, ownerId))),
  );

type WantedPage = Page & { archived: boolean };

function findPage({ sql: tx }: Transaction, ownerId: string, page: WantedPage): Promise<TrailRow[]> {
  const searched = sql`lower(${trails.idea} || ' ' || coalesce(${trails.name}, ''))`;
  const isListed = page.archived ? isNotNull(trails.archivedAt) : isNull(trails.archivedAt);
  const isWanted = and(isOnPage(trails, page), isFound(page, searched), isListed);
  return tx
    .select()
    .from(trails)
    .where(and(eq(trails.ownerId, ownerId), isWanted))
    .orderBy(...newestFirst(trails))
    .limit(page.limit);
}

function readTogether(database: Database, find: (transaction: Transaction) => Promise<TrailRow[]>) {
  return inTransaction(database, async (transaction) => {
    await transaction.client.query('set transaction isolation level repeatable read read only');
    const rows = await find(transaction);
    const ids = rows.map(({ id }) => id);
    return { rows, parts: await readParts(transaction, ids) };
  });
}

/** An idea that leads to a trail; `id` is the trail's if the idea has none yet. */
type TrailStart = { key: string; idea: string; id: string; createdAt: Date };

// Lock in this order to avoid deadlocks: owner, wordings, trails, their parts. A key share on a trail may come before
// wordings: only holders of these ask for more. A change to a part must leave its `trail_id` alone: writing the old one
// back would lock a trail that may be deleted.

/** Lets one change to an owner's trails as a whole happen at a time. */
export async function lockOwner({ sql }: Transaction, ownerId: string): Promise<void> {
  await sql.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for('no key update');
}

/** The id, if such a trail is the owner's; it can't go away before the transaction ends. */
export async function lockOwn(
  { sql }: Transaction,
  ownerId: string,
  id: string,
  strength: 'key share' | 'update' = 'key share',
): Promise<string | null> {
  const own = and(eq(trails.id, id), eq(trails.ownerId, ownerId));
  const [row] = await sql.select({ id: trails.id }).from(trails).where(own).for(strength);
  return row?.id ?? null;
}

export async function setReading({ sql }: Transaction, id: string, reading: IdeaReading): Promise<void> {
  await sql.update(trails).set({ reading }).where(eq(trails.id, id));
}

/** New work brings an archived trail back into the list. */
export async function bringBack({ sql }: Transaction, id: string): Promise<void> {
  await sql
    .update(trails)
    .set({ archivedAt: null })
    .where(and(eq(trails.id, id), isNotNull(trails.archivedAt)));
}

/**
 * Finds the trails of ideas, and begins those that have none. Of processes that come with one idea at a time, the later
 * wait for the first and get its trail. Each key once.
 * @returns trail ids by idea key.
 */
export async function startTrails(
  { client }: Transaction,
  ownerId: string,
  starts: TrailStart[],
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ key: string; id: string }>(startStatement, [
    ownerId,
    starts.map(({ key }) => key),
    starts.map(({ idea }) => idea),
    starts.map(({ id }) => id),
    starts.map(({ createdAt }) => createdAt.toISOString()),
  ]);
  return new Map(rows.map(({ key, id }) => [key, id]));
}

// The update changes nothing: it returns, and locks, the row that was there before.
const startStatement = `
  with start as (
    select * from unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[]) as start (key, idea, id, created_at)
  ), led as (
    insert into trail_ideas (owner_id, idea_key, trail_id) select $1, key, id from start order by key
    on conflict (owner_id, idea_key) do update set trail_id = trail_ideas.trail_id
    returning idea_key, trail_id
  ), begun as (
    insert into trails (id, owner_id, idea, created_at)
    select start.id, $1, idea, created_at from start join led on led.trail_id = start.id
  )
  select idea_key as key, trail_id as id from led`;

/** Hangs everything of one trail on another; its wordings lead there from now on. */
export async function moveAll(
  transaction: Transaction,
  ownerId: string,
  from: string,
  into: string,
): Promise<void> {
  const { sql } = transaction;
  await sql.update(trailIdeas).set({ trailId: into }).where(eq(trailIdeas.trailId, from));
  // Waits for concurrent additions to the trail.
  await lockOwn(transaction, ownerId, from, 'update');
  for (const table of [ideationSessions, buildPrompts, surveys, supportRequests, campaigns])
    await sql.update(table).set({ trailId: into }).where(eq(table.trailId, from));
  const [left] = await sql.select({ reading: trails.reading }).from(trails).where(eq(trails.id, from));
  if (left?.reading)
    await sql
      .update(trails)
      .set({ reading: left.reading })
      .where(and(eq(trails.id, into), isNull(trails.reading)));
}

export async function deleteTrail({ sql }: Transaction, id: string): Promise<void> {
  await sql.delete(trails).where(eq(trails.id, id));
}

/** Its wordings too; support requests and campaigns hang on nothing then. */
export async function deleteWithParts(transaction: Transaction, ownerId: string, id: string): Promise<void> {
  const { sql } = transaction;
  await sql.delete(trailIdeas).where(eq(trailIdeas.trailId, id));
  // Waits for concurrent additions to the trail.
  await lockOwn(transaction, ownerId, id, 'update');
  await lockSurveys(transaction, eq(surveys.trailId, id));
  const own = sql.select({ id: surveys.id }).from(surveys).where(eq(surveys.trailId, id));
  await sql.delete(submissions).where(inArray(submissions.surveyId, own));
  for (const table of [ideationSessions, buildPrompts, surveys])
    await sql.delete(table).where(eq(table.trailId, id));
  for (const table of [supportRequests, campaigns])
    await sql.update(table).set({ trailId: null }).where(eq(table.trailId, id));
  await deleteTrail(transaction, id);
}
