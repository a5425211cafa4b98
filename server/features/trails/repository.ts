import { and, eq, isNull, sql } from 'drizzle-orm';
import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import { isFound, isOnPage, newestFirst, type Page } from '#server/database/page.ts';
import {
  ideationSessions,
  supportRequests,
  surveyAnalyses,
  surveys,
  surveyTallies,
  trails,
} from '#server/database/tables.ts';
import { assignSurveys, deleteTrail, lockOwn, lockOwner, moveAll, startTrails } from './trail-changes.ts';
import { readParts } from './trail-parts.ts';

export type TrailRow = typeof trails.$inferSelect;
export type TrailRepository = ReturnType<typeof trailRepository>;

export function trailRepository(database: Database) {
  return {
    transaction: <T>(work: (transaction: Transaction) => Promise<T>) => inTransaction(database, work),
    lockOwner,
    lockOwn,
    startTrails,
    assignSurveys,
    moveAll,
    deleteTrail,

    /** Surveys that an older release stored, oldest first. */
    findSurveysWithoutTrail: (ownerId: string) =>
      database.sql
        .select({ id: surveys.id, idea: surveys.idea, createdAt: surveys.createdAt })
        .from(surveys)
        .where(and(eq(surveys.ownerId, ownerId), isNull(surveys.trailId)))
        .orderBy(surveys.createdAt, surveys.id),

    /** The trails of a page with everything that hangs on them, all of one moment. */
    listTrails: (ownerId: string, page: Page) =>
      readTogether(database, (transaction) => findPage(transaction, ownerId, page)),

    /** The trail with everything that hangs on it, as a list; empty when it isn't the owner's. */
    findTrail: (ownerId: string, id: string) =>
      readTogether(database, ({ sql: tx }) =>
        tx
          .select()
          .from(trails)
          .where(and(eq(trails.id, id), eq(trails.ownerId, ownerId))),
      ),

    async countAll(ownerId: string) {
      const { rows } = await database.sql.execute<{
        ideations: number;
        analyses: number;
        jobs: number;
        answers: number;
      }>(sql`
        select
          (select count(*)::int from ${ideationSessions}
            where ${ideationSessions.ownerId} = ${ownerId} and (${ideationSessions.idea} ~ '\\S'
              or ${ideationSessions.content} ~ '\\S' or ${ideationSessions.partial} ~ '\\S')) as ideations,
          (select count(*)::int from ${surveyAnalyses}
            where ${surveyAnalyses.ownerId} = ${ownerId}) as analyses,
          (select count(*)::int from ${supportRequests}
            where ${supportRequests.ownerId} = ${ownerId}) as jobs,
          (select coalesce(sum(${surveyTallies.submissions}), 0)::int from ${surveyTallies}
            join ${surveys} on ${surveys.id} = ${surveyTallies.surveyId}
            where ${surveys.ownerId} = ${ownerId}) as answers`);
      return rows[0] ?? { ideations: 0, analyses: 0, jobs: 0, answers: 0 };
    },
  };
}

function findPage({ sql: tx }: Transaction, ownerId: string, page: Page): Promise<TrailRow[]> {
  const isWanted = and(isOnPage(trails, page), isFound(page, sql`lower(${trails.idea})`));
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
