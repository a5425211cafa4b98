import { AppError } from '#server/app-error.ts';
import type { Transaction } from '#server/database/connect.ts';
import {
  type PaymentChange,
  PaymentEventRefusedError,
  type Payments,
} from '#server/integrations/payments/port.ts';
import type { EventRepository } from './event-repository.ts';
import {
  type Reversal,
  type Snapshot,
  snapshotOfFailure,
  snapshotOfRenewal,
  snapshotOfSession,
  snapshotOfSubscription,
} from './snapshot.ts';
import type { SyncSnapshot } from './sync-snapshot.ts';

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
      if (event) await syncSnapshot(async () => fetchSnapshot(payments, await readEvent(event), now()), id);
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
  now: Date,
): Promise<Snapshot | Reversal | null> {
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
    case 'renewed':
      return snapshotOfRenewal(change.payment, await payments.retrieveSubscription(change.subscriptionId));
    case 'payment-failed': {
      const subscription =
        change.subscriptionId && (await payments.retrieveSubscription(change.subscriptionId));
      if (!subscription) return null;
      const invoice = { id: change.invoiceId, attempt: change.attempt };
      return snapshotOfFailure(subscription, change.isFirst ? null : invoice);
    }
    case 'refunded':
      return { ...change, kind: 'reversal', id: 'refund', won: false };
    case 'disputed': {
      const { chargedAs, disputeId: id, won } = change;
      return { kind: 'reversal', chargedAs, id, refundedAmount: 0, won };
    }
  }
}
