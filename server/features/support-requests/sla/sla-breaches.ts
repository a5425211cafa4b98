import { and, asc, gte, isNull, lt, lte, type SQL } from 'drizzle-orm';
import { inTransaction, type Transaction } from '#server/database/connect.ts';
import { supportRequests } from '#server/database/tables.ts';
import { agentAddresses } from '#server/features/support-requests/inbox/agents.ts';
import { enqueueMail } from '#server/features/support-requests/mails/send-mail.ts';
import {
  bySystem,
  lockRequest,
  type OwnerRow,
  record,
  saveOwner,
  saveRequest,
} from '#server/features/support-requests/repository.ts';
import type { RequestRow } from '#server/features/support-requests/requests-as-jobs.ts';
import type { SupportDeps } from '#server/features/support-requests/support-deps.ts';
import { doEach } from '#server/tasks/do-each.ts';
import type { Queue } from '#server/tasks/tasks.ts';
import { breachSla, isDueSoon, isOverdue } from './sla.ts';

export const slaBreachesQueue: Queue<Record<string, never>> = {
  name: 'overdue-answers',
  onePerKey: true,
};

type BreachDeps = Pick<SupportDeps, 'database' | 'tasks' | 'supportAgents' | 'now'>;
type OwnedId = { id: string; ownerId: string };

const failure = 'some overdue answers could not be looked after';

/** Records every overdue SLA and compensates its customer. */
export async function recordOverdue(deps: BreachDeps): Promise<void> {
  const isLate = lt(supportRequests.dueAt, deps.now());
  await doEach(await listRunning(deps, isLate), (one) => recordBreach(deps, one), failure);
}

/** Mails the agents once about each request with little time left. */
export async function warnAgents(deps: BreachDeps): Promise<void> {
  const { dueAt, warnAt, warnedAt } = supportRequests;
  const isNear = and(lte(warnAt, deps.now()), gte(dueAt, deps.now()), isNull(warnedAt));
  await doEach(await listRunning(deps, isNear), (one) => warn(deps, one), failure);
}

/**
 * Gives the customer a request back, records it in the history and mails customer and team. The caller has locked
 * both rows and sets `brokenAt` in this transaction, so it happens once.
 */
export async function compensateBreach(
  deps: BreachDeps,
  transaction: Transaction,
  owner: OwnerRow,
  row: RequestRow,
): Promise<void> {
  await saveOwner(transaction, owner.id, { extraRequests: owner.extraRequests + 1 });
  const entry = { ...bySystem(row.id), createdAt: deps.now() };
  await record(transaction, { ...entry, action: 'answer_overdue' });
  await record(transaction, { ...entry, action: 'request_given_back' });
  await enqueueMail(deps, transaction, { kind: 'broken', requestId: row.id });
}

async function recordBreach(deps: BreachDeps, { id, ownerId }: OwnedId): Promise<void> {
  const { database, now } = deps;
  await inTransaction(database, async (transaction) => {
    const found = await lockRequest(transaction, ownerId, id);
    // Another process, an answer or a question may have been first.
    if (!found || !isOverdue(found.row, now())) return;
    await saveRequest(transaction, id, { ...breachSla(found.row, now()), updatedAt: now() });
    await compensateBreach(deps, transaction, found.owner, found.row);
  });
}

async function warn(deps: BreachDeps, { id, ownerId }: OwnedId): Promise<void> {
  const { database, now } = deps;
  await inTransaction(database, async (transaction) => {
    const found = await lockRequest(transaction, ownerId, id);
    if (!found || found.row.warnedAt || !isDueSoon(found.row, now())) return;
    await saveRequest(transaction, id, { warnedAt: now() });
    for (const email of await agentAddresses(deps, transaction, found.row))
      await enqueueMail(deps, transaction, { kind: 'due_soon', requestId: id, email });
  });
}

/** Rows per run; the rest waits for the next minute. */
const batch = 500;

function listRunning({ database }: BreachDeps, isWanted: SQL | undefined): Promise<OwnedId[]> {
  const { id, ownerId, dueAt, firstAnsweredAt, pausedAt, brokenAt } = supportRequests;
  const isRunning = and(...[firstAnsweredAt, pausedAt, brokenAt].map((column) => isNull(column)));
  return database.sql
    .select({ id, ownerId })
    .from(supportRequests)
    .where(and(isWanted, isRunning))
    .orderBy(asc(dueAt))
    .limit(batch);
}
