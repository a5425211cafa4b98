import { and, type Column, desc, eq, isNotNull, lt, not, type SQL, sql } from 'drizzle-orm';
import { AppError } from '#server/app-error.ts';
import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import { isFound, type Page } from '#server/database/page.ts';
import { respondentContacts, submissions, surveys, surveyTallies } from '#server/database/tables.ts';
import type { RespondentContact, Submission } from '#shared/contracts/submissions.ts';

export type AnswerReview = ReturnType<typeof answerReview>;

type AnswerReviewDeps = {
  database: Database;
  /** Asks for an analysis in the transaction that changed what it says. */
  enqueueAnalysis: (transaction: Transaction, surveyId: string) => Promise<void>;
};

type SubmissionRow = typeof submissions.$inferSelect;

/** The owner's list of submissions, where each is counted or set apart by hand (design 7.21). */
export function answerReview({ database, enqueueAnalysis }: AnswerReviewDeps) {
  /** @throws AppError survey_not_found, submission_not_found. */
  const change = <T>(
    ownerId: string,
    surveyId: string,
    number: string,
    work: (transaction: Transaction, row: SubmissionRow) => Promise<T>,
  ) =>
    inTransaction(database, async (transaction) => {
      if (!(await lockOwned(transaction, surveyId, ownerId))) throw new AppError('survey_not_found');
      const row = await findSubmission(transaction, surveyId, number);
      if (!row) throw new AppError('submission_not_found');
      const result = await work(transaction, row);
      await enqueueAnalysis(transaction, surveyId);
      return result;
    });

  async function checkOwner(ownerId: string, surveyId: string): Promise<void> {
    const isOwner = (await database.sql.$count(surveys, ownedBy(surveyId, ownerId))) > 0;
    if (!isOwner) throw new AppError('survey_not_found');
  }

  return {
    /** Newest first. @throws AppError survey_not_found for anybody but the owner; body_invalid. */
    async list(
      ownerId: string,
      surveyId: string,
      { search, apart, ...page }: Page & { apart: boolean },
    ): Promise<Submission[]> {
      await checkOwner(ownerId, surveyId);
      const listFilter = and(
        eq(submissions.surveyId, surveyId),
        isBefore(submissions.number, page),
        apart ? not(submissions.counted) : undefined,
        isFound({ search }, sql`lower(${submissions.answers}::text)`),
      );
      const rows = await database.sql
        .select({ submission: submissions, contact: respondentContacts.email })
        .from(submissions)
        .leftJoin(respondentContacts, isContactOf)
        .where(listFilter)
        .orderBy(desc(submissions.number))
        .limit(page.limit);
      return rows.map(({ submission, contact }) => toSubmission(submission, contact));
    },

    /** Newest first. @throws AppError survey_not_found for anybody but the owner; body_invalid. */
    async listContacts(ownerId: string, surveyId: string, page: Page): Promise<RespondentContact[]> {
      await checkOwner(ownerId, surveyId);
      const { number, createdAt, email } = respondentContacts;
      const rows = await database.sql
        .select({ number, createdAt, email })
        .from(respondentContacts)
        .where(and(eq(respondentContacts.surveyId, surveyId), isBefore(number, page)))
        .orderBy(desc(number))
        .limit(page.limit);
      return rows.map((row) => ({
        number: row.number,
        created_at: row.createdAt.toISOString(),
        email: row.email,
      }));
    },

    /**
     * Counts a submission or sets it apart. Of an account only one counts: the one that counted is replaced.
     * @throws AppError survey_not_found, submission_not_found, own_preview.
     */
    setCounted: (ownerId: string, surveyId: string, number: string, counted: boolean): Promise<Submission> =>
      change(ownerId, surveyId, number, async (transaction, row) => {
        const contact = await findContact(transaction, row);
        if (row.counted === counted) return toSubmission(row, contact);
        if (row.reason === 'preview') throw new AppError('own_preview');
        const other = counted ? await findCountedOf(transaction, row) : null;
        if (other) await setCounted(transaction, other, { counted: false, reason: 'replaced' });
        const reason = row.reason ?? 'by-hand';
        return toSubmission((await setCounted(transaction, row, { counted, reason })) ?? row, contact);
      }),

    /**
     * Deletes a submission; its number is never given again, and the analysis that cites it is made again.
     * @throws AppError survey_not_found, submission_not_found.
     */
    delete: (ownerId: string, surveyId: string, number: string): Promise<void> =>
      change(ownerId, surveyId, number, async (transaction, row) => {
        await changeTallies(transaction, row, { by: row.counted ? -1 : 0, deleted: 1 });
        await transaction.sql.delete(submissions).where(rowFilter(row));
      }),
  };
}

const largestNumber = 2_147_483_647;

function isNumber(text: string): boolean {
  return /^\d{1,10}$/.test(text) && Number(text) <= largestNumber;
}

/** Keeps the rows after the one that the page goes on from. @throws AppError body_invalid */
function isBefore(column: Column, { before }: Pick<Page, 'before'>): SQL | undefined {
  if (!before) return undefined;
  if (!isNumber(before.id))
    throw new AppError('body_invalid', { detail: 'before must be {created_at}~{number}' });
  return lt(column, Number(before.id));
}

const isContactOf = and(
  eq(respondentContacts.surveyId, submissions.surveyId),
  eq(respondentContacts.number, submissions.number),
);

function toSubmission(row: SubmissionRow, contact: string | null): Submission {
  const { number, createdAt, counted, reason, channel, answers } = row;
  return { number, created_at: createdAt.toISOString(), counted, reason, channel, answers, contact };
}

const ownedBy = (surveyId: string, ownerId: string) =>
  and(eq(surveys.id, surveyId), eq(surveys.ownerId, ownerId));

const rowFilter = ({ surveyId, number }: Pick<SubmissionRow, 'surveyId' | 'number'>) =>
  and(eq(submissions.surveyId, surveyId), eq(submissions.number, number));

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

async function findSubmission(
  { sql: tx }: Transaction,
  surveyId: string,
  number: string,
): Promise<SubmissionRow | null> {
  if (!isNumber(number)) return null;
  const isWanted = rowFilter({ surveyId, number: Number(number) });
  const [row] = await tx.select().from(submissions).where(isWanted);
  return row ?? null;
}

async function findContact(
  { sql: tx }: Transaction,
  { surveyId, number }: SubmissionRow,
): Promise<string | null> {
  const isOfRow = and(eq(respondentContacts.surveyId, surveyId), eq(respondentContacts.number, number));
  const [row] = await tx.select({ email: respondentContacts.email }).from(respondentContacts).where(isOfRow);
  return row?.email ?? null;
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

async function setCounted(
  transaction: Transaction,
  row: SubmissionRow,
  change: Pick<SubmissionRow, 'counted' | 'reason'>,
): Promise<SubmissionRow | undefined> {
  await changeTallies(transaction, row, { by: change.counted ? 1 : -1, deleted: 0 });
  const [changed] = await transaction.sql.update(submissions).set(change).where(rowFilter(row)).returning();
  return changed;
}

/** Adds `by` to each counter that the submission raises, and takes it from those set apart. */
async function changeTallies(
  { sql: tx }: Transaction,
  { surveyId, slots }: SubmissionRow,
  { by, deleted }: { by: number; deleted: number },
): Promise<void> {
  const { counts, setApart, deleted: deletedBefore, changes } = surveyTallies;
  const changed = sql`(select array_agg(
      case when place - 1 = any(${sql.param(slots)}::int[]) then count + ${by}::int else count end order by place)
    from unnest(${counts}) with ordinality as c(count, place))`;
  await tx
    .update(surveyTallies)
    .set({
      counts: changed,
      setApart: sql`${setApart} - ${by}::int`,
      deleted: sql`${deletedBefore} + ${deleted}::int`,
      changes: sql`${changes} + 1`,
    })
    .where(eq(surveyTallies.surveyId, surveyId));
}
