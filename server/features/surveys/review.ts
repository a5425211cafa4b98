import { and, type Column, desc, eq, inArray, isNotNull, lt, not, type SQL, sql } from 'drizzle-orm';
import { AppError } from '#server/app-error.ts';
import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import type { Page } from '#server/database/page.ts';
import { respondentContacts, submissions, surveys, surveyTallies } from '#server/database/tables.ts';
import {
  type CountedGroup,
  mostAtOnce,
  type RespondentContact,
  type Submission,
  type SubmissionCounts,
  type SubmissionFilter,
} from '#shared/contracts/surveys/submissions.ts';
import { countAnswers, filterAnswers, isOfGroup, senderReasons } from './answer-list.ts';

export type ReviewDeps = {
  database: Database;
  /** Asks for an analysis in the transaction that changed what it says. */
  enqueueAnalysis: (transaction: Transaction, surveyId: string) => Promise<void>;
};

type SubmissionRow = typeof submissions.$inferSelect;

// The owner's list of submissions, where each is counted or set apart by hand (design 7.21).

/** Newest first. @throws AppError survey_not_found for anybody but the owner; body_invalid. */
export async function listSubmissions(
  { database }: ReviewDeps,
  ownerId: string,
  surveyId: string,
  page: Page,
  filter: SubmissionFilter,
): Promise<Submission[]> {
  await checkOwner(database, ownerId, surveyId);
  const isListed = await filterAnswers(database, surveyId, filter);
  const rows = await database.sql
    .select({ submission: submissions, contact: respondentContacts.email })
    .from(submissions)
    .leftJoin(respondentContacts, isContactOf)
    .where(and(isListed, isBefore(submissions.number, page)))
    .orderBy(desc(submissions.number))
    .limit(page.limit);
  return rows.map(({ submission, contact }) => toSubmission(submission, contact));
}

/** @throws AppError survey_not_found, submission_not_found. */
export async function readSubmission(
  { database }: ReviewDeps,
  ownerId: string,
  surveyId: string,
  number: string,
): Promise<Submission> {
  await checkOwner(database, ownerId, surveyId);
  const row = await findSubmission(database.sql, surveyId, number);
  if (!row) throw new AppError('submission_not_found');
  return toSubmission(row, await findContact(database.sql, row));
}

/** @throws AppError survey_not_found for anybody but the owner. */
export async function countSubmissions(
  { database }: ReviewDeps,
  ownerId: string,
  surveyId: string,
  filter: SubmissionFilter,
): Promise<SubmissionCounts> {
  await checkOwner(database, ownerId, surveyId);
  return countAnswers(database, surveyId, filter);
}

/** Newest first. @throws AppError survey_not_found for anybody but the owner; body_invalid. */
export async function listContacts(
  { database }: ReviewDeps,
  ownerId: string,
  surveyId: string,
  page: Page,
): Promise<RespondentContact[]> {
  await checkOwner(database, ownerId, surveyId);
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
}

/**
 * Counts a submission or sets it apart. Of an account only one counts: the one that counted is replaced.
 * @throws AppError survey_not_found, submission_not_found, own_preview.
 */
export function setSubmissionCounted(
  deps: ReviewDeps,
  ownerId: string,
  surveyId: string,
  number: string,
  counted: boolean,
): Promise<Submission> {
  return changeSubmission(deps, ownerId, surveyId, number, async (transaction, row) => {
    const contact = await findContact(transaction.sql, row);
    if (row.counted === counted) return toSubmission(row, contact);
    if (row.reason === 'preview') throw new AppError('own_preview');
    const other = counted ? await findCountedOf(transaction, row) : null;
    if (other) await setCounted(transaction, other, { counted: false, reason: 'replaced' });
    const reason = row.reason ?? 'by-hand';
    return toSubmission((await setCounted(transaction, row, { counted, reason })) ?? row, contact);
  });
}

/**
 * Counts a group that one browser or one network sent, in one act; nothing where the named one is in no such group.
 * Of an account only the newest counts, in place of an earlier one.
 * @throws AppError survey_not_found, submission_not_found.
 */
export function countGroup(
  deps: ReviewDeps,
  ownerId: string,
  surveyId: string,
  number: number,
): Promise<CountedGroup> {
  return changeSubmission(deps, ownerId, surveyId, String(number), async (transaction, row) => {
    const isMember = isOfGroup(row);
    if (row.counted || !isMember) return { counted: [], replaced: [], earlier: [] };
    return countAll(transaction, surveyId, isMember);
  });
}

/** Takes a counted group back: sets its submissions apart, and counts those that it replaced. */
export function setGroupApart(
  deps: ReviewDeps,
  ownerId: string,
  surveyId: string,
  group: CountedGroup,
): Promise<number> {
  return changeSurvey(deps, ownerId, surveyId, (transaction) => takeBack(transaction, surveyId, group));
}

/**
 * Deletes a submission; its number is never given again, and the analysis that cites it is made again.
 * @throws AppError survey_not_found, submission_not_found.
 */
export function deleteSubmission(
  deps: ReviewDeps,
  ownerId: string,
  surveyId: string,
  number: string,
): Promise<void> {
  return changeSubmission(deps, ownerId, surveyId, number, async (transaction, row) => {
    const change = { slots: row.slots, by: row.counted ? -1 : 0 };
    await changeTallies(transaction, surveyId, [change], {
      deleted: 1,
      deletedAnswers: row.reason === 'preview' ? 0 : 1,
    });
    await transaction.sql.delete(submissions).where(rowFilter(row));
  });
}

async function checkOwner(database: Database, ownerId: string, surveyId: string): Promise<void> {
  const isOwner = (await database.sql.$count(surveys, ownedBy(surveyId, ownerId))) > 0;
  if (!isOwner) throw new AppError('survey_not_found');
}

/** Asks for an analysis of what `work` changed. @throws AppError survey_not_found. */
function changeSurvey<T>(
  { database, enqueueAnalysis }: ReviewDeps,
  ownerId: string,
  surveyId: string,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return inTransaction(database, async (transaction) => {
    if (!(await lockOwned(transaction, surveyId, ownerId))) throw new AppError('survey_not_found');
    const result = await work(transaction);
    await enqueueAnalysis(transaction, surveyId);
    return result;
  });
}

/** @throws AppError survey_not_found, submission_not_found. */
function changeSubmission<T>(
  deps: ReviewDeps,
  ownerId: string,
  surveyId: string,
  number: string,
  work: (transaction: Transaction, row: SubmissionRow) => Promise<T>,
): Promise<T> {
  return changeSurvey(deps, ownerId, surveyId, async (transaction) => {
    const row = await findSubmission(transaction.sql, surveyId, number);
    if (!row) throw new AppError('submission_not_found');
    return work(transaction, row);
  });
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
  tx: Transaction['sql'],
  surveyId: string,
  number: string,
): Promise<SubmissionRow | null> {
  if (!isNumber(number)) return null;
  const isWanted = rowFilter({ surveyId, number: Number(number) });
  const [row] = await tx.select().from(submissions).where(isWanted);
  return row ?? null;
}

async function findContact(
  tx: Transaction['sql'],
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
  const by = change.counted ? 1 : -1;
  await changeTallies(transaction, row.surveyId, [{ slots: row.slots, by }]);
  const [changed] = await transaction.sql.update(submissions).set(change).where(rowFilter(row)).returning();
  return changed;
}

const changed = { number: submissions.number, slots: submissions.slots };
const numbersOf = (rows: { number: number }[]) => rows.map(({ number }) => number);
const isOneOf = (numbers: number[]) => sql`${submissions.number} = any(${sql.param(numbers)}::int[])`;

async function countAll(transaction: Transaction, surveyId: string, isMember: SQL): Promise<CountedGroup> {
  const { sql: tx } = transaction;
  const isOfSurvey = eq(submissions.surveyId, surveyId);
  const members = await tx
    .select({ number: submissions.number, account: submissions.account })
    .from(submissions)
    .where(and(isOfSurvey, isMember))
    .orderBy(desc(submissions.number))
    .limit(mostAtOnce);
  const seen = new Set<string>();
  const isNewest = ({ account }: { account: string | null }) =>
    account === null || (!seen.has(account) && Boolean(seen.add(account)));
  const { newest = [], earlier = [] } = Object.groupBy(members, (one) =>
    isNewest(one) ? 'newest' : 'earlier',
  );
  await tx
    .update(submissions)
    .set({ reason: 'replaced' })
    .where(and(isOfSurvey, isOneOf(numbersOf(earlier))));
  const isOfAccounts = sql`${submissions.account} = any(${sql.param([...seen])}::text[])`;
  const replaced = await tx
    .update(submissions)
    .set({ counted: false, reason: 'replaced' })
    .where(and(isOfSurvey, submissions.counted, isOfAccounts))
    .returning(changed);
  const counted = await tx
    .update(submissions)
    .set({ counted: true })
    .where(and(isOfSurvey, isOneOf(numbersOf(newest))))
    .returning(changed);
  await changeTallies(transaction, surveyId, [
    ...counted.map(({ slots }) => ({ slots, by: 1 })),
    ...replaced.map(({ slots }) => ({ slots, by: -1 })),
  ]);
  return { counted: numbersOf(counted), replaced: numbersOf(replaced), earlier: numbersOf(earlier) };
}

/** @returns how many were set apart. */
async function takeBack(
  transaction: Transaction,
  surveyId: string,
  { counted, replaced, earlier }: CountedGroup,
): Promise<number> {
  const { sql: tx } = transaction;
  const isOfSurvey = eq(submissions.surveyId, surveyId);
  const isOfSender = inArray(submissions.reason, [...senderReasons]);
  const apart = await tx
    .update(submissions)
    .set({ counted: false })
    .where(and(isOfSurvey, isOneOf(counted), submissions.counted, isOfSender))
    .returning(changed);
  const isReplaced = and(not(submissions.counted), eq(submissions.reason, 'replaced'));
  const groupReason = sql`(select reason from ${submissions} one
    where one.survey_id = ${surveyId} and one.number = any(${sql.param(counted)}::int[]) limit 1)`;
  await tx
    .update(submissions)
    .set({ reason: sql`coalesce(${groupReason}, 'replaced')` })
    .where(and(isOfSurvey, isOneOf(earlier), isReplaced));
  const last = sql`select max(other.number) from ${submissions} other
    where other.survey_id = ${surveyId} and other.number = any(${sql.param(replaced)}::int[]) and other.reason = 'replaced'
      and not exists (
        select from ${submissions} one
        where one.survey_id = other.survey_id and one.account = other.account and one.counted
      )
    group by other.account`;
  const back = await tx
    .update(submissions)
    .set({ counted: true, reason: null })
    .where(and(isOfSurvey, isNotNull(submissions.account), sql`${submissions.number} in (${last})`))
    .returning(changed);
  await changeTallies(transaction, surveyId, [
    ...apart.map(({ slots }) => ({ slots, by: -1 })),
    ...back.map(({ slots }) => ({ slots, by: 1 })),
  ]);
  return apart.length;
}

type TallyChange = {
  slots: number[];
  /** 1 for a submission that begins to count, -1 for one that stops. */
  by: number;
};

/** Moves the counters by what each submission raises, and with them how many are set apart. */
async function changeTallies(
  { sql: tx }: Transaction,
  surveyId: string,
  changes: TallyChange[],
  gone = { deleted: 0, deletedAnswers: 0 },
): Promise<void> {
  const delta: number[] = [];
  for (const { slots, by } of changes) for (const slot of slots) delta[slot] = (delta[slot] ?? 0) + by;
  const by = changes.reduce((sum, change) => sum + change.by, 0);
  const { counts, setApart, deleted, deletedAnswers } = surveyTallies;
  // A list with holes is sent as one with zeros.
  const added = sql.param(Array.from(delta, (change = 0) => change));
  await tx
    .update(surveyTallies)
    .set({
      counts: sql`(select array_agg(count + coalesce(change, 0) order by place)
        from unnest(${counts}, ${added}::int[]) with ordinality as c(count, change, place))`,
      setApart: sql`${setApart} - ${by}::int`,
      deleted: sql`${deleted} + ${gone.deleted}::int`,
      deletedAnswers: sql`${deletedAnswers} + ${gone.deletedAnswers}::int`,
      changes: sql`${surveyTallies.changes} + 1`,
    })
    .where(eq(surveyTallies.surveyId, surveyId));
}
