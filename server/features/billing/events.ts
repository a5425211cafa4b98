import { and, asc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { AppError } from '#server/app-error.ts';
import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import { paymentEvents } from '#server/database/tables.ts';
import { readBodyText } from '#server/http/body.ts';
import type { Variables } from '#server/http/handle.ts';
import { memoryLimits } from '#server/http/limits.ts';
import {
  type PaymentChange,
  PaymentEventRefusedError,
  type Payments,
} from '#server/integrations/payments/port.ts';
import type { PaymentOrigin } from '#shared/contracts/billing.ts';
import type { SyncSnapshot } from './ledger.ts';
import { type PaymentFacts, readPayments } from './repository.ts';
import {
  type Snapshot,
  snapshotOf,
  snapshotOfReversals,
  snapshotOfSession,
  snapshotOfSubscription,
  type UnreadCharge,
} from './snapshot.ts';

export type PaymentEventService = ReturnType<typeof paymentEventService>;

type PaymentEventServiceDeps = {
  payments: Payments;
  repository: EventRepository;
  syncSnapshot: SyncSnapshot;
  enqueueEvent: (transaction: Transaction, id: string) => Promise<void>;
  now: () => Date;
};

export function paymentEventService({
  payments,
  repository,
  syncSnapshot,
  enqueueEvent,
  now,
}: PaymentEventServiceDeps) {
  return {
    /**
     * Stores a webhook event; a task handles it. A repeated event changes nothing.
     * @throws AppError payment_event_refused, not_found where the provider sends no events.
     */
    async receive(body: string, signature: string): Promise<void> {
      if (!payments.verifyEvent) throw new AppError('not_found');
      try {
        const event = payments.verifyEvent(body, signature);
        // Mark an event without meaning here as handled, and keep its id.
        const handledAt = event.payload === null ? now() : null;
        await repository.store({ ...event, receivedAt: now(), handledAt }, enqueueEvent);
      } catch (cause) {
        if (cause instanceof PaymentEventRefusedError)
          throw new AppError('payment_event_refused', {}, { cause });
        throw cause;
      }
    },

    /** Handles a stored event once. @throws what its port throws. */
    async handle(id: string): Promise<void> {
      const { readEvent } = payments;
      // Events that were stored while another provider was chosen wait until it is chosen again.
      const event = readEvent && (await repository.findUnhandled(id));
      if (!event) return;
      const { findPayments } = repository;
      await syncSnapshot(
        async () => fetchSnapshot(payments, await readEvent(event), event.createdAt, findPayments, now()),
        id,
      );
    },

    /** Enqueues unhandled events again and empties old ones. */
    async requestUnhandled(): Promise<void> {
      if (payments.readEvent) await repository.eachUnhandled(now(), enqueueEvent);
      await repository.emptyOld(now());
    },
  };
}

/** Fetches the provider's current snapshot for an event of any age. */
async function fetchSnapshot(
  payments: Payments,
  change: PaymentChange | null,
  reportedAt: Date,
  findPayments: EventRepository['findPayments'],
  now: Date,
): Promise<Snapshot | UnreadCharge | null> {
  switch (change?.kind) {
    case undefined:
      return null;
    case 'session': {
      const session = await payments.retrieveSession(change.sessionId);
      return session && snapshotOfSession(session, now, change.hasFailed);
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
      const [paid] = await findPayments(chargedAs);
      const reversals = paid && (await payments.retrieveReversals?.(chargedAs));
      if (reversals) return snapshotOfReversals(paid, reversals);
      return { kind: 'unread-charge', chargedAs, isStored: paid !== undefined, reported, reportedAt };
    }
  }
}

type EventRow = typeof paymentEvents.$inferSelect;
type Enqueue = (transaction: Transaction, id: string) => Promise<void>;

type EventRepository = ReturnType<typeof eventRepository>;

/** An event unhandled for longer may have lost its task. */
const lostAfterMs = 5 * 60_000;
const atOnce = 500;
const payloadMs = 30 * 86_400_000;

/** The events of one provider; those of others wait for that provider. */
export function eventRepository(database: Database, origin: PaymentOrigin) {
  const isOurs = eq(paymentEvents.origin, origin);
  return {
    /** Stores an event and the task to handle it, or neither; nothing happens when it is there. */
    async store(row: Omit<typeof paymentEvents.$inferInsert, 'origin'>, enqueue: Enqueue): Promise<void> {
      await inTransaction(database, async (transaction) => {
        const insert = transaction.sql
          .insert(paymentEvents)
          .values({ ...row, origin })
          .onConflictDoNothing();
        const [stored] = await insert.returning({ id: paymentEvents.id });
        if (stored && !row.handledAt) await enqueue(transaction, stored.id);
      });
    },

    /** Payments of a charge, as they are stored. */
    findPayments: (chargedAs: string): Promise<PaymentFacts[]> => readPayments(database.sql, { chargedAs }),

    async findUnhandled(id: string): Promise<EventRow | null> {
      const open = and(eq(paymentEvents.id, id), isNull(paymentEvents.handledAt), isOurs);
      const [row] = await database.sql.select().from(paymentEvents).where(open);
      return row ?? null;
    },

    async eachUnhandled(now: Date, enqueue: Enqueue): Promise<void> {
      const lost = lt(paymentEvents.receivedAt, new Date(now.getTime() - lostAfterMs));
      await inTransaction(database, async (transaction) => {
        const rows = await transaction.sql
          .select({ id: paymentEvents.id })
          .from(paymentEvents)
          .where(and(isNull(paymentEvents.handledAt), lost, isOurs))
          .orderBy(asc(paymentEvents.receivedAt))
          .limit(atOnce);
        for (const { id } of rows) await enqueue(transaction, id);
      });
    },

    /** Drop payloads a month after handling; keep the ids, because an event may repeat. */
    async emptyOld(now: Date): Promise<void> {
      const old = lt(paymentEvents.handledAt, new Date(now.getTime() - payloadMs));
      const some = database.sql
        .select({ id: paymentEvents.id })
        .from(paymentEvents)
        .where(and(old, isNotNull(paymentEvents.payload)))
        .limit(atOnce);
      await database.sql
        .update(paymentEvents)
        .set({ payload: sql`null` })
        .where(inArray(paymentEvents.id, some));
    },
  };
}

/** Webhook of the payment provider. The signature covers the raw body, which is read only with one of these minutes. */
export function webhookRoutes(
  service: PaymentEventService,
  isSignedNow: (signature: string) => boolean = Boolean,
): Hono<{ Variables: Variables }> {
  const app = new Hono<{ Variables: Variables }>();
  // In memory, so that a flood does not reach the database.
  const failures = memoryLimits('payment-webhook-failure', 30, 60);
  app.post('/api/webhooks/stripe', async (context) => {
    const address = context.get('address');
    const signature = context.req.header('stripe-signature') ?? '';
    await failures.check(address);
    try {
      if (!isSignedNow(signature)) throw new AppError('payment_event_refused');
      await service.receive(await readBodyText(context.req.raw), signature);
    } catch (error) {
      if (error instanceof AppError && error.code === 'payment_event_refused') await failures.take(address);
      throw error;
    }
    context.header('Cache-Control', 'no-store');
    return context.json({ received: true });
  });
  return app;
}
