import { and, desc, eq, isNotNull, lt, not, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/database/connect.ts';
import { isFound, type Page } from '#server/database/page.ts';
import { submissions, surveys, surveyTallies } from '#server/database/tables.ts';

export type SubmissionRow = typeof submissions.$inferSelect;
export type ReviewRepository = ReturnType<typeof reviewRepository>;

/** A survey's submissions as its owner sees and changes them. */
export function reviewRepository(database: Database) {
  return {
    async isOwner(surveyId: string, ownerId: string): Promise<boolean> {
      return (await database.sql.$count(surveys, ownedBy(surveyId, ownerId))) > 0;
    },

    /** Newest first; `before` is a number. */
    listSubmissions(
      surveyId: string,
      {
        limit,
        search,
        before,
        apart,
      }: Pick<Page, 'limit' | 'search'> & { before: number | null; apart: boolean },
    ): Promise<SubmissionRow[]> {
      const isListed = and(
        eq(submissions.surveyId, surveyId),
        before === null ? undefined : lt(submissions.number, before),
        apart ? not(submissions.counted) : undefined,
        isFound({ search }, sql`lower(${submissions.answers}::text)`),
      );
      return database.sql
        .select()
        .from(submissions)
        .where(isListed)
        .orderBy(desc(submissions.number))
        .limit(limit);
    },
    lockOwned,
    findSubmission,
    findCountedOf,
    setCounted,
    deleteSubmission,
  };
}

const ownedBy = (surveyId: string, ownerId: string) =>
  and(eq(surveys.id, surveyId), eq(surveys.ownerId, ownerId));

/** Locks the tallies of the owner's survey, as answers do that arrive; false when there is none. */
async function lockOwned({ sql: tx }: Transaction, surveyId: string, ownerId: string): Promise<boolean> {
  const locked = await tx
    .select({ id: surveys.id })
    .from(surveyTallies)
    .innerJoin(surveys, eq(surveys.id, surveyTallies.surveyId))
    .where(ownedBy(surveyId, ownerId))
    .for('update', { of: surveyTallies });
  return locked.length > 0;
}

async function findSubmission({ sql: tx }: Transaction, surveyId: string, number: number) {
  const [row] = await tx.select().from(submissions).where(isNumber(surveyId, number));
  return row ?? null;
}

/** The submission that counts in place of this one: of the same account, or of the account that replaced it. */
async function findCountedOf(
  { sql: tx }: Transaction,
  { surveyId, account, browser, reason }: SubmissionRow,
): Promise<SubmissionRow | null> {
  const isOwn = account
    ? eq(submissions.account, account)
    : browser && reason === 'replaced'
      ? and(eq(submissions.browser, browser), isNotNull(submissions.account))
      : null;
  if (!isOwn) return null;
  const isCounted = and(eq(submissions.surveyId, surveyId), isOwn, submissions.counted);
  const [row] = await tx.select().from(submissions).where(isCounted);
  return row ?? null;
}

/** Counts a submission or sets it apart, with the tallies. */
async function setCounted(
  transaction: Transaction,
  { surveyId, number, slots }: SubmissionRow,
  change: Pick<SubmissionRow, 'counted' | 'reason'>,
): Promise<SubmissionRow | undefined> {
  await changeTallies(transaction, surveyId, { slots, by: change.counted ? 1 : -1, deleted: 0 });
  const [changed] = await transaction.sql
    .update(submissions)
    .set(change)
    .where(isNumber(surveyId, number))
    .returning();
  return changed;
}

/** Removes a submission; its number is never given again. */
async function deleteSubmission(transaction: Transaction, row: SubmissionRow): Promise<void> {
  const { surveyId, number, slots, counted } = row;
  await changeTallies(transaction, surveyId, { slots, by: counted ? -1 : 0, deleted: 1 });
  await transaction.sql.delete(submissions).where(isNumber(surveyId, number));
}

const isNumber = (surveyId: string, number: number) =>
  and(eq(submissions.surveyId, surveyId), eq(submissions.number, number));

async function changeTallies(
  { sql: tx }: Transaction,
  surveyId: string,
  { slots, by, deleted }: { slots: number[]; by: number; deleted: number },
): Promise<void> {
  const { counts, setApart, deleted: gone, changes } = surveyTallies;
  const changed = sql`(select array_agg(
      case when place - 1 = any(${sql.param(slots)}::int[]) then count + ${by}::int else count end order by place)
    from unnest(${counts}) with ordinality as c(count, place))`;
  await tx
    .update(surveyTallies)
    .set({
      counts: changed,
      setApart: sql`${setApart} - ${by}::int`,
      deleted: sql`${gone} + ${deleted}::int`,
      changes: sql`${changes} + 1`,
    })
    .where(eq(surveyTallies.surveyId, surveyId));
}
