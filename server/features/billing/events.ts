import { AppError } from '#server/app-error.ts';
import type { Transaction } from '#server/database/connect.ts';
import {
  PaymentEventRefusedError,
  type PaymentNews,
  type Payments,
} from '#server/integrations/payments/port.ts';
import type { EventRepository } from './event-repository.ts';
import type { Hear } from './hearing.ts';
import {
  type Reversal,
  type Word,
  wordOfFailure,
  wordOfRenewal,
  wordOfSession,
  wordOfSubscription,
} from './word.ts';

export type PaymentEventService = ReturnType<typeof paymentEventService>;

type Settings = {
  payments: Payments;
  repository: EventRepository;
  hear: Hear;
  enqueueEvent: (transaction: Transaction, id: string) => Promise<void>;
  now: () => Date;
};

export function paymentEventService({ payments, repository, hear, enqueueEvent, now }: Settings) {
  return {
    /**
     * Keeps an event of the provider; what it means is found out by a task. A repeated one changes nothing.
     * @throws AppError payment_event_refused, not_found where the provider sends no events.
     */
    async receive(body: string, signature: string): Promise<void> {
      if (!payments.verifyEvent) throw new AppError('not_found');
      try {
        const event = payments.verifyEvent(body, signature);
        // What says nothing here is done with; its id is kept all the same.
        const handledAt = event.payload === null ? now() : null;
        await repository.store({ ...event, receivedAt: now(), handledAt }, enqueueEvent);
      } catch (cause) {
        if (cause instanceof PaymentEventRefusedError)
          throw new AppError('payment_event_refused', {}, { cause });
        throw cause;
      }
    },

    /** Does what a stored event of this provider asks for, unless that is done. @throws what its port throws. */
    async handle(id: string): Promise<void> {
      const { readNews } = payments;
      // Events that were stored while another provider was chosen wait until it is chosen again.
      const event = readNews && (await repository.findUnhandled(id));
      if (event) await hear(async () => hearNews(payments, await readNews(event), now()), id);
    },

    /** Asks again for the handling of events that were stored and not handled, and empties old ones. */
    async requestUnhandled(): Promise<void> {
      if (payments.readNews) await repository.eachUnhandled(now(), enqueueEvent);
      await repository.emptyOld(now());
    },
  };
}

/** What the provider says now about what an event of any age is about. */
async function hearNews(
  payments: Payments,
  news: PaymentNews | null,
  now: Date,
): Promise<Word | Reversal | null> {
  switch (news?.kind) {
    case undefined:
      return null;
    case 'session': {
      const session = await payments.retrieveSession(news.sessionId);
      return session && wordOfSession(session, now, news.hasFailed);
    }
    case 'subscription': {
      const subscription = await payments.retrieveSubscription(news.subscriptionId);
      return subscription && wordOfSubscription(subscription);
    }
    case 'renewed':
      return wordOfRenewal(news.payment, await payments.retrieveSubscription(news.subscriptionId));
    case 'payment-failed': {
      const subscription = news.subscriptionId && (await payments.retrieveSubscription(news.subscriptionId));
      if (!subscription) return null;
      const invoice = { id: news.invoiceId, attempt: news.attempt };
      return wordOfFailure(subscription, news.isFirst ? null : invoice);
    }
    case 'refunded':
      return { ...news, kind: 'reversal', id: 'refund', won: false };
    case 'disputed': {
      const { chargedAs, disputeId: id, won } = news;
      return { kind: 'reversal', chargedAs, id, refundedAmount: 0, won };
    }
  }
}
