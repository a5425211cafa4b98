import { and, asc, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { AppError } from '#server/app-error.ts';
import { inTransaction, type Transaction } from '#server/database/connect.ts';
import { paymentEvents } from '#server/database/tables.ts';
import { readBodyText } from '#server/http/body.ts';
import type { Variables } from '#server/http/handle.ts';
import { memoryLimits } from '#server/http/limits.ts';
import {
  type PaymentChange,
  type PaymentEvent,
  PaymentEventRefusedError,
  type Payments,
} from '#server/integrations/payments/port.ts';
import type { Queue } from '#server/tasks/tasks.ts';
import { readPayments } from './repository.ts';
import {
  type Snapshot,
  snapshotOf,
  snapshotOfReversals,
  snapshotOfSession,
  snapshotOfSubscription,
  type UnreadCharge,
} from './snapshot.ts';
import { type BillingDeps, syncSnapshot } from './sync-snapshot.ts';

/** Handles a stored event of the payment provider; its key is the event's id. */
export const handlePaymentEventQueue: Queue<{ id: string }> = {
  name: 'handle-payment-event',
  onePerKey: false,
  oneUnfinishedPerKey: true,
  patient: true,
};

/** Webhook of the payment provider. The signature covers the raw body, which is read only with one of these minutes. */
export function webhookRoutes(deps: BillingDeps): Hono<{ Variables: Variables }> {
  const { isSignedNow = Boolean } = deps.payments;
  const app = new Hono<{ Variables: Variables }>();
  // In memory, so that a flood does not reach the database.
  const failures = memoryLimits('payment-webhook-failure', 30, 60);
  app.post('/api/webhooks/stripe', async (context) => {
    const address = context.get('address');
    const signature = context.req.header('stripe-signature') ?? '';
    await failures.check(address);
    try {
      if (!isSignedNow(signature)) throw new AppError('payment_event_refused');
      await receiveEvent(deps, await readBodyText(context.req.raw), signature);
    } catch (error) {
      if (error instanceof AppError && error.code === 'payment_event_refused') await failures.take(address);
      throw error;
    }
    context.header('Cache-Control', 'no-store');
    return context.json({ received: true });
  });
  return app;
}

/**
 * Stores a webhook event and the task to handle it, or neither. A repeated event changes nothing.
 * @throws AppError payment_event_refused, not_found where the provider sends no events.
 */
async function receiveEvent(deps: BillingDeps, body: string, signature: string): Promise<void> {
  const { database, payments, now } = deps;
  const event = verifyEvent(payments, body, signature);
  // Mark an event without meaning here as handled, and keep its id.
  const handledAt = event.payload === null ? now() : null;
  await inTransaction(database, async (transaction) => {
    const insert = transaction.sql
      .insert(paymentEvents)
      .values({ ...event, origin: payments.origin, receivedAt: now(), handledAt })
      .onConflictDoNothing();
    const [stored] = await insert.returning({ id: paymentEvents.id });
    if (stored && !handledAt) await enqueueEvent(deps, transaction, stored.id);
  });
}

function verifyEvent({ verifyEvent: verify }: Payments, body: string, signature: string): PaymentEvent {
  if (!verify) throw new AppError('not_found');
  try {
    return verify(body, signature);
  } catch (cause) {
    if (cause instanceof PaymentEventRefusedError) throw new AppError('payment_event_refused', {}, { cause });
    throw cause;
  }
}

function enqueueEvent({ tasks }: BillingDeps, transaction: Transaction, id: string): Promise<void> {
  return tasks.enqueue(transaction, handlePaymentEventQueue, { id }, id);
}

/** Handles a stored event once. @throws what its port throws. */
export async function handlePaymentEvent(deps: BillingDeps, id: string): Promise<void> {
  const { readEvent } = deps.payments;
  const { sql: db } = deps.database;
  // Events that were stored while another provider was chosen wait until it is chosen again.
  const open = and(eq(paymentEvents.id, id), isUnhandled(deps));
  const [event] = readEvent ? await db.select().from(paymentEvents).where(open) : [];
  if (!readEvent || !event) return;
  await syncSnapshot(deps, async () => fetchSnapshot(deps, await readEvent(event), event.createdAt), id);
}

/** Fetches the provider's current snapshot for an event of any age. */
async function fetchSnapshot(
  { database, payments, now }: BillingDeps,
  change: PaymentChange | null,
  reportedAt: Date,
): Promise<Snapshot | UnreadCharge | null> {
  switch (change?.kind) {
    case undefined:
      return null;
    case 'session': {
      const session = await payments.retrieveSession(change.sessionId);
      return session && snapshotOfSession(session, now(), change.hasFailed);
    }
    case 'subscription': {
      const subscription = await payments.retrieveSubscription(change.subscriptionId);
      return subscription && snapshotOfSubscription(subscription);
    }
    case 'renewed': {
      const { payment } = change;
      const subscription = await payments.retrieveSubscription(change.subscriptionId);
      const known = subscription ? snapshotOfSubscription(subscription) : snapshotOf(payment.userId, {});
      return { ...known, payments: [payment], disputes: payment.disputes ?? [] };
    }
    case 'renewed-unsold': {
      const notice = { kind: 'unknown-price', about: change.invoiceId, plan: 'developer' } as const;
      return snapshotOf(change.userId, { notices: [notice] });
    }
    case 'payment-failed': {
      const subscription =
        change.subscriptionId && (await payments.retrieveSubscription(change.subscriptionId));
      if (!subscription) return null;
      const failedInvoice = change.isFirst ? null : { id: change.invoiceId, attempt: change.attempt };
      return { ...snapshotOfSubscription(subscription), failedInvoice };
    }
    case 'charge': {
      const { chargedAs, reported } = change;
      const [paid] = await readPayments(database.sql, { chargedAs });
      const reversals = paid && (await payments.retrieveReversals?.(chargedAs));
      if (reversals) return snapshotOfReversals(paid, reversals);
      return { kind: 'unread-charge', chargedAs, isStored: paid !== undefined, reported, reportedAt };
    }
  }
}

/** An event unhandled for longer may have lost its task. */
const lostAfterMs = 5 * 60_000;
const atOnce = 500;
const payloadMs = 30 * 86_400_000;

/** Enqueues events again that may have lost their task. */
export async function enqueueUnhandledEvents(deps: BillingDeps): Promise<void> {
  if (!deps.payments.readEvent) return;
  const lost = lt(paymentEvents.receivedAt, new Date(deps.now().getTime() - lostAfterMs));
  await inTransaction(deps.database, async (transaction) => {
    const rows = await transaction.sql
      .select({ id: paymentEvents.id })
      .from(paymentEvents)
      .where(and(lost, isUnhandled(deps)))
      .orderBy(asc(paymentEvents.receivedAt))
      .limit(atOnce);
    for (const { id } of rows) await enqueueEvent(deps, transaction, id);
  });
}

function isUnhandled({ payments }: BillingDeps): SQL | undefined {
  return and(isNull(paymentEvents.handledAt), eq(paymentEvents.origin, payments.origin));
}

/** Drops payloads a month after handling; keeps the ids, because an event may repeat. */
export async function emptyOldEvents({ database: { sql: db }, now }: BillingDeps): Promise<void> {
  const old = lt(paymentEvents.handledAt, new Date(now().getTime() - payloadMs));
  const some = db
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(and(old, isNotNull(paymentEvents.payload)))
    .limit(atOnce);
  await db.update(paymentEvents).set({ payload: sql`null` }).where(inArray(paymentEvents.id, some));
}
