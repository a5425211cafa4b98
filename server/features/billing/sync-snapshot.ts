import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
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
import type {
  CheckoutSession,
  Payment,
  Payments,
  ReportedReversal,
  Subscription,
} from '#server/integrations/payments/port.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import type { Plan } from '#shared/contracts/account.ts';
import type { PaymentOrigin } from '#shared/contracts/billing.ts';
import { enqueueNotices, enqueuePaymentMails, findNotices } from './billing-mails.ts';
import { nextPaymentPollAt, nextPollAt, nextSubscriptionPollAt } from './next-poll.ts';
import { derivePlan } from './plan-rule.ts';
import {
  type CheckoutRow,
  isCharged,
  type PaymentFacts,
  readPayments,
  readSubscriptions,
  type SubscriptionRow,
} from './repository.ts';
import { type Snapshot, snapshotOfSession, snapshotOfSubscription, type UnreadCharge } from './snapshot.ts';

/** Ends all but one of a buyer's subscriptions. */
export const endSecondSubscriptionQueue: Queue<{ userId: string }> = {
  name: 'end-second-subscription',
  onePerKey: true,
  patient: true,
};

export type BillingDeps = {
  database: Database;
  /** The provider as configured; only its payments count. */
  payments: Payments;
  tasks: Tasks;
  log: Logger;
  now: () => Date;
};

/** The user's plan afterwards; null where no known user is concerned. */
type WriteOutcome = Plan | 'outdated' | null;

const syncAttempts = 30;

/**
 * Reads the provider, writes its snapshot and closes the event. Reads again after a concurrent write, because the order
 * of the two is unknown.
 * @returns null without a known user.
 * @throws AppError billing_unavailable when that does not end; what `read` throws.
 */
export async function syncSnapshot(
  deps: BillingDeps,
  read: () => Promise<Snapshot | UnreadCharge | null>,
  eventId = '',
): Promise<Plan | null> {
  for (let attempt = 1; attempt <= syncAttempts; attempt += 1) {
    // Numbers order the reads: an earlier one must not be written after a later one.
    const { rows } = await deps.database.pool.query("select nextval('billing_readings')::float8 as number");
    const outcome = await writeRead(deps, await read(), rows[0].number, eventId);
    if (outcome !== 'outdated') return outcome;
  }
  const cause = new Error('every read of the payment provider was outdated before it was written');
  throw new AppError('billing_unavailable', {}, { cause });
}

export function syncSession(
  deps: BillingDeps,
  read: () => Promise<CheckoutSession | null>,
): Promise<Plan | null> {
  return syncSnapshot(deps, async () => {
    const session = await read();
    return session && snapshotOfSession(session, deps.now());
  });
}

export function syncSubscription(
  deps: BillingDeps,
  read: () => Promise<Subscription | null>,
): Promise<Plan | null> {
  return syncSnapshot(deps, async () => {
    const subscription = await read();
    return subscription && snapshotOfSubscription(subscription);
  });
}

/** Awaits a call to the provider for a person. @throws AppError with this code when it fails. */
export async function callProvider<T>(
  { log }: BillingDeps,
  code: 'billing_unavailable' | 'checkout_session_failed',
  call: Promise<T>,
): Promise<T> {
  try {
    return await call;
  } catch (cause) {
    log.warn({ err: cause }, 'a call to the payment provider failed');
    throw new AppError(code, {}, { cause });
  }
}

/** Recomputes a plan that came from payments to another provider. */
export function recomputePlan(deps: BillingDeps, userId: string): Promise<void> {
  return inTransaction(deps.database, async (transaction) => {
    const user = await lockUser(transaction, userId);
    if (!user) return;
    await savePlan(deps, transaction, user, null);
    await saveReadNumber(transaction, user, null);
  });
}

/** Writes nothing but the event when the provider knows nothing. */
function writeRead(
  deps: BillingDeps,
  reported: Snapshot | UnreadCharge | null,
  readNumber: number,
  eventId: string,
): Promise<WriteOutcome> {
  return inTransaction(deps.database, async (transaction) => {
    const outcome = reported && (await write(deps, transaction, reported, readNumber));
    if (eventId && outcome !== 'outdated') await closeEvent(transaction, eventId, deps.now());
    return outcome;
  });
}

function write(
  deps: BillingDeps,
  transaction: Transaction,
  reported: Snapshot | UnreadCharge,
  readNumber: number,
): Promise<WriteOutcome> {
  return reported.kind === 'snapshot'
    ? writeSnapshot(deps, transaction, reported, readNumber)
    : writeUnreadCharge(deps, transaction, reported, readNumber);
}

/**
 * Locks the user's row; the plan follows in the same transaction. Letters go out once, because changes are compared
 * with the stored state.
 */
async function writeSnapshot(
  deps: BillingDeps,
  transaction: Transaction,
  snapshot: Snapshot,
  readNumber: number,
): Promise<WriteOutcome> {
  const { origin } = deps.payments;
  const now = deps.now();
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
  if (isChange) await saveSnapshot(transaction, snapshot, known, { origin, readNumber, now });
  const isAboutMoney = snapshot.payments.length > 0 || snapshot.subscription !== null;
  const { plan, paid, isTwice } = isAboutMoney
    ? await savePlan(deps, transaction, user, snapshot.customerId)
    : { plan: user.plan, paid: [], isTwice: false };
  // A read that changes nothing asks for nothing: the task that ends one reads both again.
  if (isTwice && isChange)
    await deps.tasks.enqueue(transaction, endSecondSubscriptionQueue, { userId: user.id }, user.id);
  if (snapshot.subscription) await saveNextPoll(transaction, snapshot.subscription, paid, now);
  await saveReadNumber(transaction, user, isChange ? null : readNumber);
  const fresh = snapshot.payments.filter(({ id }) => !known.payments.some((row) => row.id === id));
  await enqueuePaymentMails(deps, transaction, {
    user,
    snapshot,
    fresh,
    before: known.checkout?.status ?? null,
  });
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
  await enqueueNotices(deps, transaction, user, [...snapshot.notices, ...findNotices(change)]);
  return plan;
}

/**
 * Stores the event's own data about a charge, and outdates the reads that began before. The newest event counts; a later
 * read of the charge replaces it.
 */
async function writeUnreadCharge(
  deps: BillingDeps,
  transaction: Transaction,
  { chargedAs, isStored, reported, reportedAt }: UnreadCharge,
  readNumber: number,
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
  const saved = await savePlan(deps, transaction, user, null);
  await saveReadNumber(transaction, user, null);
  const planBefore = user.plan;
  const disputes =
    reported && reported.id !== 'refund'
      ? [{ id: reported.id, state: reported.won ? ('won' as const) : ('open' as const) }]
      : [];
  const change = { ...saved, planBefore, before, fresh: [], subscription: null, disputes, readNumber };
  await enqueueNotices(deps, transaction, user, findNotices(change));
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
  { payments: { origin }, now }: BillingDeps,
  { sql: tx }: Transaction,
  user: UserRow,
  customerId: string | null,
): Promise<{ plan: Plan; paid: PaymentFacts[]; isTwice: boolean }> {
  const paid = (await readPayments(tx, { userId: user.id })).filter((row) => row.origin === origin);
  const subscriptions = await readSubscriptions(tx, origin, user.id);
  const plan = derivePlan(paid, subscriptions, now());
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
