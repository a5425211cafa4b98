import { and, eq } from 'drizzle-orm';
import type { Transaction } from '#server/database/connect.ts';
import {
  buildPrompts,
  campaigns,
  ideationSessions,
  supportRequests,
  surveys,
  trailIdeas,
  trails,
  users,
} from '#server/database/tables.ts';

/** An idea that leads to a trail; `id` is the trail's if the idea has none yet. */
export type TrailStart = { key: string; idea: string; id: string; createdAt: Date };

// Everybody locks in this order, so nobody waits in a circle: the owner, wordings, trails, what hangs on them. A key
// share on a trail may come before wordings: only who holds these already asks for more than that. Who changes what
// hangs on a trail must leave its `trail_id` alone: to write the old one back would lock a trail, which may be gone.

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

/** Hangs surveys on trails, those that hang on none. */
export async function assignSurveys(
  { client }: Transaction,
  places: { surveyId: string; trailId: string }[],
): Promise<void> {
  await client.query(
    `update surveys set trail_id = place.trail_id
     from unnest($1::text[], $2::text[]) as place (survey_id, trail_id)
     where surveys.id = place.survey_id and surveys.trail_id is null`,
    [places.map(({ surveyId }) => surveyId), places.map(({ trailId }) => trailId)],
  );
}

/** Hangs everything of one trail on another; its wordings lead there from now on. */
export async function moveAll(
  transaction: Transaction,
  ownerId: string,
  from: string,
  into: string,
): Promise<void> {
  const { sql } = transaction;
  await sql.update(trailIdeas).set({ trailId: into }).where(eq(trailIdeas.trailId, from));
  // Who is hanging something on it right now is waited for.
  await lockOwn(transaction, ownerId, from, 'update');
  for (const table of [ideationSessions, buildPrompts, surveys, supportRequests, campaigns])
    await sql.update(table).set({ trailId: into }).where(eq(table.trailId, from));
}

export async function deleteTrail({ sql }: Transaction, id: string): Promise<void> {
  await sql.delete(trails).where(eq(trails.id, id));
}
