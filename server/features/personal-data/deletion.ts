import { and, asc, eq, exists, inArray, isNotNull, lt, lte, or, sql } from 'drizzle-orm';
import { AppError } from '#server/app-error.ts';
import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import { lockSurveys } from '#server/database/lock-surveys.ts';
import {
  accountProofs,
  attachments,
  billingMails,
  buildPrompts,
  campaigns,
  checkouts,
  contactMessages,
  conversations,
  dailyMails,
  foundOpportunities,
  ideationSessions,
  identityUsers,
  identityVerifications,
  linkedAccounts,
  linkVisits,
  outbox,
  payments,
  postingAttempts,
  respondentContacts,
  submissions,
  subscriptions,
  supportHistory,
  supportMails,
  supportMessages,
  supportRequests,
  surveys,
  testCheckoutSessions,
  trackedLinks,
  trailIdeas,
  trails,
  userIdentities,
  users,
  waitlist,
} from '#server/database/tables.ts';
import type { Caller } from '#server/integrations/identity/port.ts';
import { doEach } from '#server/tasks/do-each.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import { undoDays } from '#shared/contracts/personal-data.ts';
import { storedDays } from '#shared/rules/stored-days.ts';

/** Deletes the accounts whose week is over. */
export const deleteDueAccountsQueue: Queue<Record<string, never>> = {
  name: 'delete-due-accounts',
  onePerKey: true,
};
/** Deletes what is stored for a while. */
export const deleteOldRowsQueue: Queue<Record<string, never>> = { name: 'delete-old-rows', onePerKey: true };
/** Tells an owner that the account will be deleted, and how to keep it. `at` is ISO 8601. */
export const sendDeletionLetterQueue: Queue<{ to: string; at: string; siteUrl: string }> = {
  name: 'send-deletion-letter',
  onePerKey: false,
  patient: true,
};

export type DeletionDeps = {
  database: Database;
  tasks: Tasks;
  /** Ends the subscription with its period. @throws AppError subscription_missing without one. */
  cancelSubscription: (userId: string) => Promise<unknown>;
  /** Signs every device of the caller out. */
  endEverySession: (caller: Caller) => Promise<void>;
  now: () => Date;
};

/**
 * Sets the moment of deletion, unless there is one; also pauses campaigns, so that nothing is sent any more.
 * @throws AppError sync_refused, billing_unavailable
 */
export async function requestDeletion(
  deps: DeletionDeps,
  caller: Caller,
  siteUrl: string,
): Promise<{ deletesAt: number }> {
  const { database, tasks, endEverySession, now } = deps;
  const { subject: userId } = caller;
  // First, so that a failure leaves everything as it was.
  await cancel(deps, userId);
  const at = later(now(), undoDays).toISOString();
  const deletesAt = await inTransaction(database, async (transaction) => {
    const { sql: tx } = transaction;
    const [row] = await tx
      .update(users)
      .set({ deletesAt: sql`coalesce(${users.deletesAt}, ${at}::timestamptz)` })
      .where(eq(users.id, userId))
      .returning({ to: users.email, deletesAt: users.deletesAt });
    if (!row?.deletesAt) throw new AppError('sync_refused');
    const isRunning = and(eq(campaigns.ownerId, userId), campaigns.active);
    await tx.update(campaigns).set({ active: false, pausedBecause: 'owner' }).where(isRunning);
    const letter = { to: row.to, at: row.deletesAt.toISOString(), siteUrl };
    await tasks.enqueue(transaction, sendDeletionLetterQueue, letter);
    return row.deletesAt;
  });
  await endEverySession(caller);
  return { deletesAt: deletesAt.getTime() };
}

/** @returns false when nothing was to be deleted. */
export async function keepAccount({ database }: DeletionDeps, userId: string): Promise<boolean> {
  const isLeaving = and(eq(users.id, userId), isNotNull(users.deletesAt));
  return (await database.sql.update(users).set({ deletesAt: null }).where(isLeaving)).rowCount === 1;
}

/** @throws AggregateError of the accounts that could not be deleted; the others are. */
export async function deleteDueAccounts(deps: DeletionDeps): Promise<void> {
  const { database, now } = deps;
  const due = await database.sql.select({ id: users.id }).from(users).where(lte(users.deletesAt, now()));
  await doEach(due, ({ id }) => deleteAccount(deps, id), 'Some accounts could not be deleted.');
}

/** Rows that one statement deletes. */
const batch = 1_000;

/** Deletes rows that were stored for a year; those of a request once it was also resolved before. */
export async function deleteOldRows(
  { database: { sql: db }, now }: DeletionDeps,
  signal: AbortSignal,
): Promise<void> {
  const moment = later(now(), -storedDays);
  const ofResolved = db
    .select({ id: supportHistory.id })
    .from(supportHistory)
    .innerJoin(supportRequests, eq(supportRequests.id, supportHistory.requestId))
    .where(and(lt(supportRequests.resolvedAt, moment), lt(supportHistory.createdAt, moment)))
    .limit(batch);
  for (const [table, old] of [
    [contactMessages, oldest(contactMessages)],
    [outbox, oldest(outbox)],
    [supportHistory, ofResolved],
  ] as const) {
    let deleted: number | null = batch;
    while (deleted === batch && !signal.aborted)
      deleted = (await db.delete(table).where(inArray(table.id, old))).rowCount;
  }
  /** Ids grow with time, so the first ones are the oldest. */
  function oldest(table: typeof contactMessages | typeof outbox) {
    const { id, createdAt } = table;
    const first = db.select({ id, createdAt }).from(table).orderBy(asc(id)).limit(batch).as('first');
    return db.select({ id: first.id }).from(first).where(lt(first.createdAt, moment));
  }
}

const later = (from: Date, days: number) => new Date(from.getTime() + days * 86_400_000);

async function cancel({ cancelSubscription }: DeletionDeps, userId: string): Promise<void> {
  await cancelSubscription(userId).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'subscription_missing')) throw error;
  });
}

async function deleteAccount(deps: DeletionDeps, userId: string): Promise<void> {
  // It may have been resumed since.
  await cancel(deps, userId);
  await inTransaction(deps.database, (transaction) => deleteUser(transaction, userId, deps.now()));
}

/** Deletes a user, if their time has come. Files without a row go with the task that deletes unused ones. */
async function deleteUser(transaction: Transaction, userId: string, at: Date): Promise<void> {
  const { sql: tx } = transaction;
  const isDue = and(eq(users.id, userId), lte(users.deletesAt, at));
  const [user] = await tx.select().from(users).where(isDue).for('update');
  if (!user) return;
  await deleteOutreach(transaction, userId);
  await deleteSurveys(transaction, userId);
  await deleteContacts(transaction, userId);
  for (const table of [buildPrompts, ideationSessions])
    await tx.delete(table).where(eq(table.ownerId, userId));
  const ofRequests = tx
    .select({ email: supportRequests.email })
    .from(supportRequests)
    .where(eq(supportRequests.ownerId, userId));
  await tx.delete(outbox).where(or(eq(outbox.recipient, user.email), inArray(outbox.recipient, ofRequests)));
  await deleteSupport(transaction, user);
  await tx.delete(trailIdeas).where(eq(trailIdeas.ownerId, userId));
  await tx.delete(trails).where(eq(trails.ownerId, userId));
  await tx.delete(waitlist).where(eq(waitlist.userId, userId));
  await tx.delete(contactMessages).where(isFromProvenAddress(tx, userId));
  await deleteSignIns(transaction, userId);
  await deleteOrKeepPayments(transaction, userId);
}

async function deleteOutreach({ sql: tx }: Transaction, userId: string): Promise<void> {
  const ownCampaigns = tx.select({ id: campaigns.id }).from(campaigns).where(eq(campaigns.ownerId, userId));
  const isOwnLink = inArray(trackedLinks.campaignId, ownCampaigns);
  const codes = tx.select({ code: trackedLinks.code }).from(trackedLinks).where(isOwnLink);
  const ownConversations = tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.ownerId, userId));
  await tx.delete(linkVisits).where(inArray(linkVisits.code, codes));
  await tx.delete(trackedLinks).where(isOwnLink);
  await tx.delete(postingAttempts).where(inArray(postingAttempts.conversationId, ownConversations));
  for (const table of [
    accountProofs,
    conversations,
    foundOpportunities,
    linkedAccounts,
    dailyMails,
    campaigns,
  ])
    await tx.delete(table).where(eq(table.ownerId, userId));
}

/** With the answers, rules, links and analyses of each survey. */
async function deleteSurveys(transaction: Transaction, userId: string): Promise<void> {
  const { sql: tx } = transaction;
  await lockSurveys(transaction, eq(surveys.ownerId, userId));
  const own = tx.select({ id: surveys.id }).from(surveys).where(eq(surveys.ownerId, userId));
  await tx.delete(submissions).where(inArray(submissions.surveyId, own));
  await tx.delete(surveys).where(eq(surveys.ownerId, userId));
}

/** The person's answers to surveys of others stay, without the address that was left with them. */
async function deleteContacts({ sql: tx }: Transaction, userId: string): Promise<void> {
  const isOwn = and(
    eq(submissions.surveyId, respondentContacts.surveyId),
    eq(submissions.number, respondentContacts.number),
    eq(submissions.account, userId),
  );
  await tx.delete(respondentContacts).where(exists(tx.select().from(submissions).where(isOwn)));
}

/** An agent's work for others stays with them, without the agent: threads say "Support" in place of the name. */
async function deleteSupport(
  { sql: tx }: Transaction,
  { id: userId, name }: { id: string; name: string },
): Promise<void> {
  const own = tx
    .select({ id: supportRequests.id })
    .from(supportRequests)
    .where(eq(supportRequests.ownerId, userId));
  await tx.delete(supportMails).where(inArray(supportMails.requestId, own));
  await tx.delete(supportMessages).where(inArray(supportMessages.requestId, own));
  await tx.delete(supportHistory).where(inArray(supportHistory.requestId, own));
  await tx.delete(attachments).where(eq(attachments.ownerId, userId));
  await tx.delete(supportRequests).where(eq(supportRequests.ownerId, userId));
  const noAuthor = { authorId: null, authorName: anonymousAgent };
  await tx.update(supportMessages).set(noAuthor).where(eq(supportMessages.authorId, userId));
  const noActor = { actorId: null, actorName: anonymousAgent };
  await tx.update(supportHistory).set(noActor).where(eq(supportHistory.actorId, userId));
  const isAssigned = and(eq(supportHistory.action, 'assigned'), eq(supportHistory.to, name));
  await tx.update(supportHistory).set({ to: anonymousAgent }).where(isAssigned);
  await tx.update(supportRequests).set({ claimedBy: null }).where(eq(supportRequests.claimedBy, userId));
}

const anonymousAgent = 'Support';

/** Messages of the contact form with the user's address, once it is proven: anybody can sign up with any address. */
export function isFromProvenAddress(db: Transaction['sql'], userId: string) {
  const proven = db
    .select({ email: sql<string>`lower(${users.email})` })
    .from(users)
    .innerJoin(userIdentities, eq(userIdentities.userId, users.id))
    .where(and(eq(users.id, userId), eq(userIdentities.emailVerified, true)));
  return inArray(sql`lower(${contactMessages.email})`, proven);
}

/** Ids of the user at the embedded identity provider. */
export function embeddedSubjects(db: Transaction['sql'], userId: string) {
  return db
    .select({ subject: userIdentities.subject })
    .from(userIdentities)
    .where(and(eq(userIdentities.userId, userId), eq(userIdentities.provider, 'embedded')));
}

async function deleteSignIns({ sql: tx }: Transaction, userId: string): Promise<void> {
  const subjects = embeddedSubjects(tx, userId);
  await tx.delete(identityVerifications).where(inArray(identityVerifications.value, subjects));
  await tx.delete(identityUsers).where(inArray(identityUsers.id, subjects));
  await tx.delete(userIdentities).where(eq(userIdentities.userId, userId));
}

/** Tax law asks for payments: they stay, on a user without a name and an address. */
async function deleteOrKeepPayments({ sql: tx }: Transaction, userId: string): Promise<void> {
  await tx.delete(billingMails).where(eq(billingMails.userId, userId));
  await tx.update(testCheckoutSessions).set({ userEmail: '' }).where(eq(testCheckoutSessions.userId, userId));
  const hasPaid = (await tx.$count(payments, eq(payments.userId, userId))) > 0;
  if (hasPaid) {
    const nobody = { email: '', name: '', deletesAt: null };
    await tx.update(users).set(nobody).where(eq(users.id, userId));
    return;
  }
  await tx.delete(checkouts).where(eq(checkouts.userId, userId));
  await tx.delete(subscriptions).where(eq(subscriptions.userId, userId));
  await tx.delete(users).where(eq(users.id, userId));
}
