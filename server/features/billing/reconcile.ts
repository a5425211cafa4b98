import type { Payments, Subscription } from '#server/integrations/payments/port.ts';
import { nextAsk, nextTry } from './ask-times.ts';
import type { DueRepository } from './due-repository.ts';
import { eachDue } from './each-due.ts';
import type { SubscriptionRow } from './facts.ts';
import type { Hear } from './hearing.ts';
import { wordOfSession, wordOfSubscription } from './word.ts';

type Settings = {
  repository: DueRepository;
  payments: Payments;
  hear: Hear;
  lookAtPayments: (askSession: (id: string) => Promise<unknown>) => Promise<void>;
  requestUnhandled: () => Promise<void>;
  now: () => Date;
  warn: (error: unknown) => void;
};

const atOnce = 20;
const day = 86_400_000;
/** How long a subscription that the provider does not know is left alone: its keys may have been mixed up. */
const patienceMs = 3 * day;

/**
 * Looks again at everything that the provider should have told of itself: a payment is granted although its webhook was
 * lost, or the process that should have granted it was killed.
 */
export function reconciliation(settings: Settings) {
  const { repository, payments, hear, lookAtPayments, requestUnhandled, now, warn } = settings;
  const askSession = (id: string) =>
    hear(async () => {
      const session = await payments.retrieveSession(id);
      return session && wordOfSession(session, now());
    });
  const askSubscription = (row: SubscriptionRow) =>
    hear(async () => {
      const found = (await payments.retrieveSubscription(row.id)) ?? forgotten(row, now());
      return found && wordOfSubscription(found);
    });

  return async (): Promise<void> => {
    await requestUnhandled();
    await eachDue(
      () => repository.findDueCheckouts(now(), atOnce),
      ({ id, createdAt }) => repository.postponeCheckout(id, nextAsk(createdAt, now())),
      ({ sessionId }) => askSession(sessionId),
      warn,
    );
    await eachDue(
      () => repository.findDueSubscriptions(now(), atOnce),
      ({ id, currentPeriodEnd }) => repository.postponeSubscription(id, nextTry(currentPeriodEnd, now())),
      askSubscription,
      warn,
    );
    await lookAtPayments(askSession);
  };
}

/** Nobody renews what the provider does not know: it ends with what was paid. */
function forgotten(row: SubscriptionRow, now: Date): Subscription | null {
  if (now.getTime() < row.currentPeriodEnd.getTime() + patienceMs) return null;
  return { ...row, state: 'ended', customerId: null };
}
