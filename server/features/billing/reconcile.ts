import { and, asc, eq, exists, isNotNull, lte, ne, sql } from 'drizzle-orm';
import type { Database } from '#server/database/connect.ts';
import { checkouts, payments, subscriptions, users } from '#server/database/tables.ts';
import type { Payments, Subscription } from '#server/integrations/payments/port.ts';
import type { PaymentOrigin } from '#shared/contracts/billing.ts';
import type { SyncSnapshot } from './ledger.ts';
import { nextPaymentPollAt, nextPollAt, nextRetryAt } from './next-poll.ts';
import {
  type CheckoutRow,
  isOpen,
  type PaymentFacts,
  readPayments,
  type SubscriptionRow,
} from './repository.ts';
import { snapshotOfReversals, snapshotOfSession, snapshotOfSubscription } from './snapshot.ts';

type ReconciliationDeps = {
  database: Database;
  payments: Payments;
  syncSnapshot: SyncSnapshot;
  requestUnhandled: () => Promise<void>;
  /** Recomputes a user's plan. */
  derive: (userId: string) => Promise<void>;
  now: () => Date;
  warn: (error: unknown) => void;
};

const atOnce = 20;
/** Grace time for a subscription unknown to the provider: its keys may be mixed up. */
const graceMs = 3 * 86_400_000;

/**
 * Polls everything the provider should have reported. A payment is granted although its webhook was lost or the process
 * was killed.
 */
export function reconciliation(deps: ReconciliationDeps) {
  const { database, payments, syncSnapshot, requestUnhandled, derive, now, warn } = deps;
  const repository = dueRepository(database, payments.origin);
  const syncSession = (id: string) =>
    syncSnapshot(async () => {
      const session = await payments.retrieveSession(id);
      return session && snapshotOfSession(session, now());
    });
  const syncSubscription = (row: SubscriptionRow) =>
    syncSnapshot(async () => {
      const found = (await payments.retrieveSubscription(row.id)) ?? endedHere(row, now());
      return found && snapshotOfSubscription(found);
    });
  const syncPayment = (paid: PaymentFacts) =>
    syncSnapshot(async () => {
      const taken = paid.chargedAs && (await payments.retrieveReversals?.(paid.chargedAs));
      return taken ? snapshotOfReversals(paid, taken) : null;
    });

  const others = () => repository.findPlansOfOthers(atOnce);
  let hasDerived = false;
  /** After a change of provider only its own payments count. */
  async function deriveOthers(): Promise<void> {
    for (let ids = await others(); ids.length > 0; ids = await others()) {
      for (const id of ids) await derive(id);
    }
    hasDerived = true;
  }

  return async (): Promise<void> => {
    await requestUnhandled();
    await eachDue(
      () => repository.findDueCheckouts(now(), atOnce),
      ({ id, createdAt }) => repository.postponeCheckout(id, nextPollAt(createdAt, now())),
      ({ sessionId }) => syncSession(sessionId),
      warn,
    );
    await eachDue(
      () => repository.findDueSubscriptions(now(), atOnce),
      ({ id, currentPeriodEnd }) => repository.postponeSubscription(id, nextRetryAt(currentPeriodEnd, now())),
      syncSubscription,
      warn,
    );
    if (!hasDerived) await deriveOthers();
    await eachDue(
      () => repository.findDuePayments(now(), atOnce),
      (paid) => repository.postponePayment(paid.id, nextPaymentPollAt(paid, now())),
      syncPayment,
      warn,
    );
  };
}

/** A subscription unknown to the provider ends with its paid period. */
function endedHere(row: SubscriptionRow, now: Date): Subscription | null {
  if (now.getTime() < row.currentPeriodEnd.getTime() + graceMs) return null;
  return { ...row, state: 'ended', customerId: null };
}

/** Postpone each row first, so that one that fails does not block the others. */
async function eachDue<Row>(
  find: () => Promise<Row[]>,
  postpone: (row: Row) => Promise<void>,
  sync: (row: Row) => Promise<unknown>,
  warn: (error: unknown) => void,
): Promise<void> {
  for (let rows = await find(); rows.length > 0; rows = await find()) {
    await Promise.all(rows.map(postpone));
    for (const result of await Promise.allSettled(rows.map(sync))) {
      if (result.status === 'rejected') warn(result.reason);
    }
  }
}

/** Everything due for the next poll, and plans that came from other providers. */
function dueRepository({ sql: db }: Database, origin: PaymentOrigin) {
  return {
    async findDueCheckouts(now: Date, limit: number): Promise<(CheckoutRow & { sessionId: string })[]> {
      const due = and(
        isOpen,
        eq(checkouts.origin, origin),
        isNotNull(checkouts.sessionId),
        lte(checkouts.pollAt, now),
      );
      const rows = await db.select().from(checkouts).where(due).orderBy(asc(checkouts.pollAt)).limit(limit);
      return rows.flatMap((row) => (row.sessionId ? [{ ...row, sessionId: row.sessionId }] : []));
    },

    findDueSubscriptions(now: Date, limit: number): Promise<SubscriptionRow[]> {
      const due = and(
        ne(subscriptions.state, 'ended'),
        eq(subscriptions.origin, origin),
        lte(subscriptions.pollAt, now),
      );
      return db.select().from(subscriptions).where(due).orderBy(asc(subscriptions.pollAt)).limit(limit);
    },

    async postponeCheckout(id: string, pollAt: Date): Promise<void> {
      await db.update(checkouts).set({ pollAt }).where(eq(checkouts.id, id));
    },

    async postponeSubscription(id: string, pollAt: Date): Promise<void> {
      await db.update(subscriptions).set({ pollAt }).where(eq(subscriptions.id, id));
    },

    /** Payments due for another read, in case an event about a refund or dispute was lost. */
    async findDuePayments(now: Date, limit: number): Promise<PaymentFacts[]> {
      const rows = await db
        .select({ id: payments.id })
        .from(payments)
        .where(and(eq(payments.origin, origin), isNotNull(payments.chargedAs), lte(payments.pollAt, now)))
        .orderBy(asc(payments.pollAt))
        .limit(limit);
      return rows.length > 0 ? readPayments(db, { ids: rows.map(({ id }) => id) }) : [];
    },

    async postponePayment(id: string, pollAt: Date | null): Promise<void> {
      await db.update(payments).set({ pollAt }).where(eq(payments.id, id));
    },

    /** Users whose plan came from payments to another provider. */
    async findPlansOfOthers(limit: number): Promise<string[]> {
      const paid = db.select({ one: sql`1` }).from(payments).where(eq(payments.userId, users.id));
      const isOther = sql`${users.billingOrigin} is distinct from ${origin}`;
      const rows = await db
        .select({ id: users.id })
        .from(users)
        .where(and(isOther, exists(paid)))
        .limit(limit);
      return rows.map(({ id }) => id);
    },
  };
}
