import { and, asc, eq, exists, isNotNull, lte, ne, sql } from 'drizzle-orm';
import { checkouts, payments, subscriptions, users } from '#server/database/tables.ts';
import type { Subscription } from '#server/integrations/payments/port.ts';
import type { Queue } from '#server/tasks/tasks.ts';
import { nextPaymentPollAt, nextPollAt, nextRetryAt } from './next-poll.ts';
import { emptyOldEvents, enqueueUnhandledEvents } from './payment-events.ts';
import { isOpen, readPayments, type SubscriptionRow } from './repository.ts';
import { snapshotOfReversals } from './snapshot.ts';
import {
  type BillingDeps,
  recomputePlans,
  syncSession,
  syncSnapshot,
  syncSubscription,
} from './sync-snapshot.ts';

/** Polls the payment provider for changes it did not report. */
export const reconcilePaymentsQueue: Queue<Record<string, never>> = {
  name: 'reconcile-payments',
  onePerKey: true,
};

const atOnce = 20;
/** Grace time for a subscription unknown to the provider: its keys may be mixed up. */
const graceMs = 3 * 86_400_000;

/**
 * Polls everything the provider should have reported. A payment is granted although its webhook was lost or the process
 * was killed.
 */
export async function reconcilePayments(deps: BillingDeps): Promise<void> {
  await enqueueUnhandledEvents(deps);
  await emptyOldEvents(deps);
  await reconcileCheckouts(deps);
  await reconcileSubscriptions(deps);
  await reconcileCharges(deps);
  await recomputePlansOfOthers(deps);
}

function reconcileCheckouts(deps: BillingDeps): Promise<void> {
  const { database, payments, now } = deps;
  const { sql: db } = database;
  const isOurs = and(isOpen, eq(checkouts.origin, payments.origin), isNotNull(checkouts.sessionId));
  const find = () =>
    db
      .select()
      .from(checkouts)
      .where(and(isOurs, lte(checkouts.pollAt, now())))
      .orderBy(asc(checkouts.pollAt))
      .limit(atOnce);
  return eachDue(
    deps,
    find,
    async ({ id, createdAt }) => {
      await db
        .update(checkouts)
        .set({ pollAt: nextPollAt(createdAt, now()) })
        .where(eq(checkouts.id, id));
    },
    async ({ sessionId }) => {
      if (sessionId) await syncSession(deps, () => payments.retrieveSession(sessionId));
    },
  );
}

function reconcileSubscriptions(deps: BillingDeps): Promise<void> {
  const { database, payments, now } = deps;
  const { sql: db } = database;
  const isOurs = and(ne(subscriptions.state, 'ended'), eq(subscriptions.origin, payments.origin));
  const find = () =>
    db
      .select()
      .from(subscriptions)
      .where(and(isOurs, lte(subscriptions.pollAt, now())))
      .orderBy(asc(subscriptions.pollAt))
      .limit(atOnce);
  return eachDue(
    deps,
    find,
    async ({ id, currentPeriodEnd }) => {
      const pollAt = nextRetryAt(currentPeriodEnd, now());
      await db.update(subscriptions).set({ pollAt }).where(eq(subscriptions.id, id));
    },
    (row) =>
      syncSubscription(
        deps,
        async () => (await payments.retrieveSubscription(row.id)) ?? endedHere(row, now()),
      ),
  );
}

/** Reads payments again, in case an event about a refund or dispute was lost. */
function reconcileCharges(deps: BillingDeps): Promise<void> {
  const { database, payments: provider, now } = deps;
  const { sql: db } = database;
  const isOurs = and(eq(payments.origin, provider.origin), isNotNull(payments.chargedAs));
  const find = async () => {
    const rows = await db
      .select({ id: payments.id })
      .from(payments)
      .where(and(isOurs, lte(payments.pollAt, now())))
      .orderBy(asc(payments.pollAt))
      .limit(atOnce);
    return rows.length > 0 ? readPayments(db, { ids: rows.map(({ id }) => id) }) : [];
  };
  return eachDue(
    deps,
    find,
    async (paid) => {
      const pollAt = nextPaymentPollAt(paid, now());
      await db.update(payments).set({ pollAt }).where(eq(payments.id, paid.id));
    },
    (paid) =>
      syncSnapshot(deps, async () => {
        const taken = paid.chargedAs && (await provider.retrieveReversals?.(paid.chargedAs));
        return taken ? snapshotOfReversals(paid, taken) : null;
      }),
  );
}

/** Plans of one transaction. */
const plansAtOnce = 100;

/** Recomputes plans that came from payments to another provider: only those to the configured one count. */
async function recomputePlansOfOthers(deps: BillingDeps): Promise<void> {
  const { database, payments: provider } = deps;
  const { sql: db } = database;
  const paid = db.select({ one: sql`1` }).from(payments).where(eq(payments.userId, users.id));
  const isOther = sql`${users.billingOrigin} is distinct from ${provider.origin}`;
  const find = () =>
    db
      .select({ id: users.id })
      .from(users)
      .where(and(isOther, exists(paid)))
      .orderBy(asc(users.id))
      .limit(plansAtOnce);
  for (let rows = await find(); rows.length > 0; rows = await find())
    await recomputePlans(
      deps,
      rows.map(({ id }) => id),
    );
}

/** A subscription unknown to the provider ends with its paid period. */
function endedHere(row: SubscriptionRow, now: Date): Subscription | null {
  if (now.getTime() < row.currentPeriodEnd.getTime() + graceMs) return null;
  return { ...row, state: 'ended', customerId: null };
}

/** Postpone each row first, so that one that fails does not block the others. */
async function eachDue<Row>(
  { log }: BillingDeps,
  find: () => Promise<Row[]>,
  postpone: (row: Row) => Promise<void>,
  sync: (row: Row) => Promise<unknown>,
): Promise<void> {
  for (let rows = await find(); rows.length > 0; rows = await find()) {
    await Promise.all(rows.map(postpone));
    for (const result of await Promise.allSettled(rows.map(sync))) {
      if (result.status === 'rejected')
        log.warn({ err: result.reason }, 'a payment or subscription could not be read again');
    }
  }
}
