import { and, eq, isNull, sql } from 'drizzle-orm';
import { AppError } from '#server/app-error.ts';
import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import { paymentEvents, payments, reversals, users } from '#server/database/tables.ts';
import type { Plan } from '#shared/contracts/account.ts';
import type { PaymentOrigin } from '#shared/contracts/billing.ts';
import type { Letters } from './mails/letters.ts';
import { nextPaymentPollAt } from './next-poll.ts';
import { derivePlan } from './plan-rule.ts';
import { type PaymentFacts, readPayments, readSubscriptions } from './repository.ts';
import {
  hasChanges,
  type Reversal,
  readKnown,
  type Snapshot,
  saveNextPoll,
  saveSnapshot,
} from './snapshot.ts';

export type Ledger = ReturnType<typeof billingLedger>;

type WriteOutcome = { kind: 'written'; plan: Plan } | { kind: 'outdated' } | { kind: 'unknown-user' };
type BillingLedgerDeps = { database: Database; letters: Letters; origin: PaymentOrigin; now: () => Date };

/**
 * Writes provider snapshots. The user's row is locked and the plan follows in the same transaction. Letters go out
 * once, because changes are compared with the stored state.
 */
export function billingLedger(deps: BillingLedgerDeps) {
  const { database, origin, now } = deps;
  return {
    /** Number of the next read. An answer to an earlier read must not be written after it. */
    async nextReading(): Promise<number> {
      const { rows } = await database.pool.query("select nextval('billing_readings')::float8 as reading");
      return rows[0].reading;
    },

    /**
     * Writes the snapshot of read number `since` and closes its event. Writes nothing when `outdated`; read the
     * provider again.
     */
    write: (reported: Snapshot | Reversal, since: number, eventId: string): Promise<WriteOutcome> =>
      inTransaction(database, async (transaction) => {
        const isSnapshot = reported.kind === 'snapshot';
        const outcome = await (isSnapshot
          ? writeSnapshot(transaction, reported, since, deps)
          : writeReversal(transaction, reported, since, deps));
        if (eventId && outcome.kind !== 'outdated') await closeEvent(transaction, eventId, now());
        return outcome;
      }),

    /** Recomputes a plan that came from payments to another provider. */
    derive: (userId: string): Promise<void> =>
      inTransaction(database, async (transaction) => {
        const user = await lockUser(transaction, userId);
        if (!user) return;
        await savePlan(transaction, user, { origin, now: now(), customerId: null });
        await countReading(transaction, user, null);
      }),

    /** For an event that changes nothing here. */
    async closeEvent(eventId: string): Promise<void> {
      if (eventId) await inTransaction(database, (transaction) => closeEvent(transaction, eventId, now()));
    },
  };
}

async function writeSnapshot(
  transaction: Transaction,
  snapshot: Snapshot,
  since: number,
  { letters, origin, now }: BillingLedgerDeps,
): Promise<WriteOutcome> {
  await lockCharges(transaction, snapshot.payments);
  const user = await lockUser(transaction, snapshot.userId);
  if (!user) return { kind: 'unknown-user' };
  const known = await readKnown(transaction, snapshot);
  const isChange = hasChanges(snapshot, known, user, origin);
  // A later read is already written.
  if (isChange && user.billingRead > since) return { kind: 'outdated' };
  if (isChange) await saveSnapshot(transaction, snapshot, known, { origin, since, now: now() });
  const isAboutMoney = snapshot.payments.length > 0 || snapshot.subscription !== null;
  const { plan, paid } = isAboutMoney
    ? await savePlan(transaction, user, { origin, now: now(), customerId: snapshot.customerId })
    : { plan: user.plan, paid: [] };
  if (snapshot.subscription) await saveNextPoll(transaction, snapshot.subscription, paid, now());
  await countReading(transaction, user, isChange ? null : since);
  const fresh = snapshot.payments.filter(({ id }) => !known.payments.some((row) => row.id === id));
  await letters.askFor(transaction, { user, snapshot, fresh, before: known.checkout?.status ?? null });
  return { kind: 'written', plan };
}

async function writeReversal(
  transaction: Transaction,
  reversal: Reversal,
  since: number,
  { origin, now }: BillingLedgerDeps,
): Promise<WriteOutcome> {
  // Lock charges before the user's row, as the payment write does, so that one of the two sees the other.
  await lockCharges(transaction, [reversal]);
  const known = await readKnownReversal(transaction, reversal);
  if (isKnownReversal(reversal, known)) return { kind: 'unknown-user' };
  const ids = new Set(known.payments.map(({ userId }) => userId));
  const owners: UserRow[] = [];
  for (const id of [...ids].sort()) {
    const user = await lockUser(transaction, id);
    if (user) owners.push(user);
  }
  const writtenAt = Math.max(known.row?.reading ?? 0, ...owners.map(({ billingRead }) => billingRead));
  if (writtenAt > since) return { kind: 'outdated' };
  await saveReversal(transaction, reversal, now());
  for (const user of owners) {
    await savePlan(transaction, user, { origin, now: now(), customerId: null });
    await countReading(transaction, user, null);
  }
  return { kind: 'unknown-user' };
}

/** Refunds and their payments meet in no row of their own while one of the two is unknown. */
async function lockCharges({ client }: Transaction, charges: { chargedAs: string | null }[]): Promise<void> {
  for (const charge of charges.flatMap(({ chargedAs }) => chargedAs ?? []).sort()) {
    await client.query("select pg_advisory_xact_lock(hashtextextended('charge ' || $1, 0))", [charge]);
  }
}

async function closeEvent({ sql: tx }: Transaction, id: string, handledAt: Date): Promise<void> {
  const open = and(eq(paymentEvents.id, id), isNull(paymentEvents.handledAt));
  await tx.update(paymentEvents).set({ handledAt }).where(open);
}

type KnownReversal = { row: typeof reversals.$inferSelect | null; payments: PaymentFacts[] };

async function readKnownReversal(
  { sql: tx }: Transaction,
  { chargedAs, id }: Reversal,
): Promise<KnownReversal> {
  const same = and(eq(reversals.chargedAs, chargedAs), eq(reversals.id, id));
  const [row] = await tx.select().from(reversals).where(same);
  return { row: row ?? null, payments: await readPayments(tx, { chargedAs }) };
}

/** True for a reversal that repeats what is known. */
function isKnownReversal(reversal: Reversal, { row, payments: paid }: KnownReversal): boolean {
  const { id, refundedAmount, won } = reversal;
  if (paid.length === 0) return row?.refundedAmount === refundedAmount && row.won === won;
  return paid.every((one) =>
    id === 'refund' ? one.refundedAmount === refundedAmount : one.disputed === !won,
  );
}

/** Payments read before this moment are outdated and polled again. */
async function saveReversal(
  { sql: tx }: Transaction,
  { kind: _kind, ...reversal }: Reversal,
  now: Date,
): Promise<void> {
  const reading = sql`nextval('billing_readings')`;
  const { refundedAmount, won } = reversal;
  await tx
    .insert(reversals)
    .values({ ...reversal, reading })
    .onConflictDoUpdate({
      target: [reversals.chargedAs, reversals.id],
      set: { refundedAmount, won, reading: sql`excluded.reading` },
    });
  for (const paid of await readPayments(tx, { chargedAs: reversal.chargedAs })) {
    await tx
      .update(payments)
      .set({ askAt: nextPaymentPollAt(paid, now) })
      .where(eq(payments.id, paid.id));
  }
}

type UserRow = typeof users.$inferSelect;

/** The plan follows from what is written; nothing else changes it. */
async function savePlan(
  { sql: tx }: Transaction,
  user: UserRow,
  { origin, now, customerId }: { origin: PaymentOrigin; now: Date; customerId: string | null },
): Promise<{ plan: Plan; paid: PaymentFacts[] }> {
  const isOurs = (row: { origin: PaymentOrigin }) => row.origin === origin;
  const paid = (await readPayments(tx, { userId: user.id })).filter(isOurs);
  const subscriptions = (await readSubscriptions(tx, user.id)).filter(isOurs);
  const plan = derivePlan(paid, subscriptions, now);
  const known = user.billingOrigin === origin ? user.billingCustomerId : null;
  const derived = { plan, billingOrigin: origin, billingCustomerId: customerId ?? known };
  await tx.update(users).set(derived).where(eq(users.id, user.id));
  return { plan, paid };
}

/**
 * Answers to questions that were asked before now are outdated from here on; if nothing new was said, only those to
 * questions from before the one that was answered.
 */
async function countReading(
  { sql: tx }: Transaction,
  { id }: UserRow,
  confirmed: number | null,
): Promise<void> {
  const reading = confirmed === null ? sql`nextval('billing_readings')` : confirmed;
  const isLater = confirmed === null ? undefined : sql`${users.billingRead} < ${confirmed}`;
  await tx
    .update(users)
    .set({ billingRead: reading })
    .where(and(eq(users.id, id), isLater));
}

/** Lock for every write about one user. */
async function lockUser({ sql: tx }: Transaction, id: string): Promise<UserRow | null> {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('no key update');
  return user ?? null;
}

/**
 * Reads the provider and writes its snapshot. Reads again after a concurrent write, because the order of the two is
 * unknown.
 * @throws AppError billing_unavailable when that does not end; what `ask` throws.
 */
export type SyncSnapshot = (
  ask: () => Promise<Snapshot | Reversal | null>,
  eventId?: string,
) => Promise<Plan | null>;

const syncAttempts = 30;

/** @returns null where nothing was said about a user of ours. */
export function snapshotSync(ledger: Ledger): SyncSnapshot {
  return async (ask, eventId = '') => {
    for (let attempt = 1; attempt <= syncAttempts; attempt += 1) {
      const since = await ledger.nextReading();
      const reported = await ask();
      if (!reported) {
        await ledger.closeEvent(eventId);
        return null;
      }
      const outcome = await ledger.write(reported, since, eventId);
      if (outcome.kind !== 'outdated') return outcome.kind === 'written' ? outcome.plan : null;
    }
    const cause = new Error(
      'what the payment provider said was always outdated when it was to be written down',
    );
    throw new AppError('billing_unavailable', {}, { cause });
  };
}
