import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { AppError } from '#server/app-error.ts';
import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import {
  checkouts,
  paymentEvents,
  payments,
  reversals,
  subscriptions,
  users,
} from '#server/database/tables.ts';
import type { Payment, ReportedReversal, Subscription } from '#server/integrations/payments/port.ts';
import type { Plan } from '#shared/contracts/account.ts';
import type { PaymentOrigin } from '#shared/contracts/billing.ts';
import { nextPaymentPollAt, nextPollAt, nextSubscriptionPollAt } from './next-poll.ts';
import { findNotices } from './notices.ts';
import { derivePlan } from './plan-rule.ts';
import type { Letters } from './receipts.ts';
import {
  type CheckoutRow,
  isCharged,
  type PaymentFacts,
  readPayments,
  readSubscriptions,
  type SubscriptionRow,
} from './repository.ts';
import type { Snapshot, UnreadCharge } from './snapshot.ts';

export type Ledger = ReturnType<typeof billingLedger>;

/** The user's plan afterwards; null where no known user is concerned. */
type WriteOutcome = Plan | 'outdated' | null;
type BillingLedgerDeps = {
  database: Database;
  letters: Letters;
  origin: PaymentOrigin;
  /** Asks for the end of all but one of a buyer's subscriptions. */
  endSecond: (transaction: Transaction, userId: string) => Promise<void>;
  now: () => Date;
};

/**
 * Writes provider snapshots. The user's row is locked and the plan follows in the same transaction. Letters go out
 * once, because changes are compared with the stored state.
 */
export function billingLedger(deps: BillingLedgerDeps) {
  const { database, origin, now } = deps;
  return {
    /** Number of the next read of the provider. An earlier read must not be written after it. */
    async nextReadNumber(): Promise<number> {
      const { rows } = await database.pool.query("select nextval('billing_readings')::float8 as number");
      return rows[0].number;
    },

    /**
     * Writes the snapshot of a read and closes its event. Writes nothing when `outdated`; read the provider
     * again.
     */
    write: (reported: Snapshot | UnreadCharge, readNumber: number, eventId: string): Promise<WriteOutcome> =>
      inTransaction(database, async (transaction) => {
        const isSnapshot = reported.kind === 'snapshot';
        const outcome = await (isSnapshot
          ? writeSnapshot(transaction, reported, readNumber, deps)
          : writeUnreadCharge(transaction, reported, readNumber, deps));
        if (eventId && outcome !== 'outdated') await closeEvent(transaction, eventId, now());
        return outcome;
      }),

    /** Recomputes a plan that came from payments to another provider. */
    derive: (userId: string): Promise<void> =>
      inTransaction(database, async (transaction) => {
        const user = await lockUser(transaction, userId);
        if (!user) return;
        await savePlan(transaction, user, { origin, now: now(), customerId: null });
        await saveReadNumber(transaction, user, null);
      }),

    /** For an event that changes nothing here. */
    async closeEvent(eventId: string): Promise<void> {
      if (eventId) await inTransaction(database, (transaction) => closeEvent(transaction, eventId, now()));
    },
  };
}

/**
 * Reads the provider and writes its snapshot. Reads again after a concurrent write, because the order of the two is
 * unknown.
 * @throws AppError billing_unavailable when that does not end; what `read` throws.
 */
export type SyncSnapshot = (
  read: () => Promise<Snapshot | UnreadCharge | null>,
  eventId?: string,
) => Promise<Plan | null>;

const syncAttempts = 30;

/** @returns null without a known user. */
export function snapshotSync(ledger: Ledger): SyncSnapshot {
  return async (read, eventId = '') => {
    for (let attempt = 1; attempt <= syncAttempts; attempt += 1) {
      const readNumber = await ledger.nextReadNumber();
      const reported = await read();
      if (!reported) {
        await ledger.closeEvent(eventId);
        return null;
      }
      const outcome = await ledger.write(reported, readNumber, eventId);
      if (outcome !== 'outdated') return outcome;
    }
    const cause = new Error('every read of the payment provider was outdated before it was written');
    throw new AppError('billing_unavailable', {}, { cause });
  };
}

async function writeSnapshot(
  transaction: Transaction,
  snapshot: Snapshot,
  readNumber: number,
  { letters, origin, endSecond, now }: BillingLedgerDeps,
): Promise<WriteOutcome> {
  await lockCharges(transaction, snapshot.payments);
  const user = await lockUser(transaction, snapshot.userId);
  if (!user) return null;
  const known = await readKnown(transaction, snapshot);
  const isChange = hasChanges(snapshot, known, user, origin);
  // A later read is already written, or a charge changed after this one began.
  if (
    isChange &&
    (user.billingRead > readNumber || (await hasChangedSince(transaction, snapshot, readNumber)))
  )
    return 'outdated';
  if (isChange) await saveSnapshot(transaction, snapshot, known, { origin, readNumber, now: now() });
  const isAboutMoney = snapshot.payments.length > 0 || snapshot.subscription !== null;
  const { plan, paid, isTwice } = isAboutMoney
    ? await savePlan(transaction, user, { origin, now: now(), customerId: snapshot.customerId })
    : { plan: user.plan, paid: [], isTwice: false };
  // A read that changes nothing asks for nothing: the task that ends one reads both again.
  if (isTwice && isChange) await endSecond(transaction, user.id);
  if (snapshot.subscription) await saveNextPoll(transaction, snapshot.subscription, paid, now());
  await saveReadNumber(transaction, user, isChange ? null : readNumber);
  const fresh = snapshot.payments.filter(({ id }) => !known.payments.some((row) => row.id === id));
  await letters.enqueue(transaction, { user, snapshot, fresh, before: known.checkout?.status ?? null });
  const planBefore = user.billingOrigin === origin ? user.plan : plan;
  const { subscription, disputes } = snapshot;
  const change = {
    planBefore,
    plan,
    before: known.payments,
    paid,
    fresh,
    subscription,
    disputes,
    readNumber,
  };
  await letters.notify(transaction, user, [...snapshot.notices, ...findNotices(change)]);
  return plan;
}

/**
 * Stores the event's own data about a charge, and outdates the reads that began before. The newest event counts; a later
 * read of the charge replaces it.
 */
async function writeUnreadCharge(
  transaction: Transaction,
  { chargedAs, isStored, reported, reportedAt }: UnreadCharge,
  readNumber: number,
  { letters, origin, now }: BillingLedgerDeps,
): Promise<WriteOutcome> {
  await lockCharges(transaction, [{ chargedAs }]);
  const before = await readPayments(transaction.sql, { chargedAs });
  const [paid] = before;
  // The payment was stored meanwhile: read it with its refunds.
  if (paid && !isStored) return 'outdated';
  const user = paid ? await lockUser(transaction, paid.userId) : null;
  if (user && user.billingRead > readNumber) return 'outdated';
  await saveReversal(transaction, chargedAs, reported, reportedAt);
  if (!user) return null;
  const saved = await savePlan(transaction, user, { origin, now: now(), customerId: null });
  await saveReadNumber(transaction, user, null);
  const planBefore = user.plan;
  const disputes =
    reported && reported.id !== 'refund'
      ? [{ id: reported.id, state: reported.won ? ('won' as const) : ('open' as const) }]
      : [];
  const change = { ...saved, planBefore, before, fresh: [], subscription: null, disputes, readNumber };
  await letters.notify(transaction, user, findNotices(change));
  return saved.plan;
}

async function saveReversal(
  { sql: tx }: Transaction,
  chargedAs: string,
  reported: ReportedReversal | null,
  createdAt: Date,
): Promise<void> {
  const { id, refundedAmount, won } = reported ?? { id: 'changed', refundedAmount: 0, won: true };
  const reading = sql`nextval('billing_readings')`;
  await tx
    .insert(reversals)
    .values({ chargedAs, id, refundedAmount, won, reading, createdAt })
    .onConflictDoUpdate({
      target: [reversals.chargedAs, reversals.id],
      set: { refundedAmount, won, reading: sql`excluded.reading`, createdAt },
      setWhere: sql`excluded.created_at >= ${reversals.createdAt}`,
    });
}

async function hasChangedSince(
  { sql: tx }: Transaction,
  snapshot: Snapshot,
  readNumber: number,
): Promise<boolean> {
  const charges = snapshot.payments.flatMap(({ chargedAs }) => chargedAs ?? []);
  if (charges.length === 0) return false;
  const later = and(inArray(reversals.chargedAs, charges), gt(reversals.reading, readNumber));
  return (await tx.select().from(reversals).where(later).limit(1)).length > 0;
}

/** An event about a charge and its payment share no row while the payment is unknown. */
async function lockCharges({ client }: Transaction, charges: { chargedAs: string | null }[]): Promise<void> {
  for (const charge of charges.flatMap(({ chargedAs }) => chargedAs ?? []).sort()) {
    await client.query("select pg_advisory_xact_lock(hashtextextended('charge ' || $1, 0))", [charge]);
  }
}

async function closeEvent({ sql: tx }: Transaction, id: string, handledAt: Date): Promise<void> {
  const open = and(eq(paymentEvents.id, id), isNull(paymentEvents.handledAt));
  await tx.update(paymentEvents).set({ handledAt }).where(open);
}

type UserRow = typeof users.$inferSelect;

/** The plan follows from what is written; nothing else changes it. */
async function savePlan(
  { sql: tx }: Transaction,
  user: UserRow,
  { origin, now, customerId }: { origin: PaymentOrigin; now: Date; customerId: string | null },
): Promise<{ plan: Plan; paid: PaymentFacts[]; isTwice: boolean }> {
  const isOurs = (row: { origin: PaymentOrigin }) => row.origin === origin;
  const paid = (await readPayments(tx, { userId: user.id })).filter(isOurs);
  const subscriptions = (await readSubscriptions(tx, user.id)).filter(isOurs);
  const plan = derivePlan(paid, subscriptions, now);
  const known = user.billingOrigin === origin ? user.billingCustomerId : null;
  const derived = { plan, billingOrigin: origin, billingCustomerId: customerId ?? known };
  await tx.update(users).set(derived).where(eq(users.id, user.id));
  return { plan, paid, isTwice: subscriptions.filter(isCharged).length > 1 };
}

/**
 * Rejects reads that began earlier. `confirmed` is the number of a read without changes, which rejects those before
 * it.
 */
async function saveReadNumber(
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

/** Stored rows for everything in a snapshot. */
type StoredFacts = {
  checkout: CheckoutRow | null;
  payments: PaymentFacts[];
  subscription: SubscriptionRow | null;
};
/** The provider, the number of the read, and its time. */
type ProviderRead = { origin: PaymentOrigin; readNumber: number; now: Date };

async function readKnown({ sql: tx }: Transaction, snapshot: Snapshot): Promise<StoredFacts> {
  const { session, subscription } = snapshot;
  const ids = snapshot.payments.map(({ id }) => id);
  const [checkout] = session
    ? await tx.select().from(checkouts).where(eq(checkouts.sessionId, session.id))
    : [];
  const [row] = subscription
    ? await tx.select().from(subscriptions).where(eq(subscriptions.id, subscription.id))
    : [];
  const paid = ids.length > 0 ? await readPayments(tx, { ids }) : [];
  return { checkout: checkout ?? null, payments: paid, subscription: row ?? null };
}

/** False for a snapshot that repeats stored rows: it can't be outdated. */
function hasChanges(snapshot: Snapshot, known: StoredFacts, user: UserRow, origin: PaymentOrigin): boolean {
  const { session, subscription, customerId } = snapshot;
  const isNewCustomer =
    customerId !== null && (customerId !== user.billingCustomerId || origin !== user.billingOrigin);
  return (
    (known.checkout !== null && session !== null && known.checkout.status !== session.status) ||
    (subscription !== null && !isSameSubscription(subscription, known.subscription)) ||
    snapshot.payments.some(
      (paid) =>
        !isSamePayment(
          paid,
          known.payments.find(({ id }) => id === paid.id),
        ),
    ) ||
    (isNewCustomer && (subscription !== null || snapshot.payments.length > 0))
  );
}

async function saveSnapshot(
  transaction: Transaction,
  snapshot: Snapshot,
  { checkout }: StoredFacts,
  read: ProviderRead,
): Promise<void> {
  const { sql: tx } = transaction;
  const { session, subscription } = snapshot;
  if (session && checkout) {
    const pollAt = nextPollAt(checkout.createdAt, read.now);
    await tx.update(checkouts).set({ status: session.status, pollAt }).where(eq(checkouts.id, checkout.id));
  }
  await savePayments(transaction, snapshot.payments, read);
  if (subscription) await saveSubscription(transaction, subscription, read);
}

/** Sets the subscription's next poll, after its payments are stored. */
async function saveNextPoll(
  { sql: tx }: Transaction,
  subscription: Subscription,
  paid: PaymentFacts[],
  now: Date,
): Promise<void> {
  const last = paid.find(({ subscriptionId }) => subscriptionId === subscription.id);
  const pollAt = nextSubscriptionPollAt(subscription, last?.paidAt ?? null, now);
  await tx.update(subscriptions).set({ pollAt }).where(eq(subscriptions.id, subscription.id));
}

function isSameSubscription(reported: Subscription, row: SubscriptionRow | null): boolean {
  return (
    row !== null &&
    row.state === reported.state &&
    row.cancelAtPeriodEnd === reported.cancelAtPeriodEnd &&
    row.currentPeriodEnd.getTime() === reported.currentPeriodEnd.getTime()
  );
}

/** Values missing from a snapshot keep their stored value. */
function isSamePayment(reported: Payment, known: PaymentFacts | undefined): boolean {
  return (
    known !== undefined &&
    known.amount === reported.amount &&
    known.currency === reported.currency &&
    (reported.refundedAmount ?? known.refundedAmount) === known.refundedAmount &&
    (reported.disputed ?? known.disputed) === known.disputed &&
    (reported.chargedAs ?? known.chargedAs) === known.chargedAs &&
    (reported.subscriptionId ?? known.subscriptionId) === known.subscriptionId &&
    (reported.receiptUrl ?? known.receiptUrl) === known.receiptUrl
  );
}

const notReversed = { refundedAmount: 0, disputed: false };

async function savePayments({ sql: tx }: Transaction, paid: Payment[], read: ProviderRead): Promise<void> {
  if (paid.length === 0) return;
  const { origin, readNumber, now } = read;
  const isRead = sql`excluded.reading > 0`;
  const rows = paid.map((payment) => ({
    ...payment,
    origin,
    grantedAt: now,
    // A payment read without its charge keeps the stored reading and refunds.
    reading: payment.refundedAmount === undefined ? 0 : readNumber,
    pollAt: payment.chargedAs === null ? null : nextPaymentPollAt({ ...notReversed, ...payment }, now),
  }));
  await tx
    .insert(payments)
    .values(rows)
    .onConflictDoUpdate({
      target: payments.id,
      set: {
        chargedAs: sql`coalesce(excluded.charged_as, ${payments.chargedAs})`,
        subscriptionId: sql`coalesce(excluded.subscription_id, ${payments.subscriptionId})`,
        amount: sql`excluded.amount`,
        currency: sql`excluded.currency`,
        refundedAmount: sql`case when ${isRead} then excluded.refunded_amount else ${payments.refundedAmount} end`,
        disputed: sql`case when ${isRead} then excluded.disputed else ${payments.disputed} end`,
        paidAt: sql`coalesce(${payments.paidAt}, excluded.paid_at)`,
        receiptUrl: sql`coalesce(excluded.receipt_url, ${payments.receiptUrl})`,
        reading: sql`case when ${isRead} then excluded.reading else ${payments.reading} end`,
        pollAt: sql`excluded.poll_at`,
      },
    });
}

async function saveSubscription(
  { sql: tx }: Transaction,
  { id, userId, state, currentPeriodEnd, cancelAtPeriodEnd }: Subscription,
  { origin, now }: ProviderRead,
): Promise<void> {
  const described = { state, currentPeriodEnd, cancelAtPeriodEnd };
  await tx
    .insert(subscriptions)
    .values({ id, userId, origin, createdAt: now, pollAt: now, ...described })
    .onConflictDoUpdate({ target: subscriptions.id, set: described });
}
