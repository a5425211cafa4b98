import type { Payments, Subscription } from '#server/integrations/payments/port.ts';
import type { DueRepository } from './due-repository.ts';
import { eachDue } from './each-due.ts';
import type { SubscriptionRow } from './facts.ts';
import { nextPollAt, nextRetryAt } from './next-poll.ts';
import { snapshotOfSession, snapshotOfSubscription } from './snapshot.ts';
import type { SyncSnapshot } from './sync-snapshot.ts';

type ReconciliationDeps = {
  repository: DueRepository;
  payments: Payments;
  syncSnapshot: SyncSnapshot;
  checkPayments: (syncSession: (id: string) => Promise<unknown>) => Promise<void>;
  requestUnhandled: () => Promise<void>;
  now: () => Date;
  warn: (error: unknown) => void;
};

const atOnce = 20;
const day = 86_400_000;
/** Grace time for a subscription unknown to the provider: its keys may be mixed up. */
const patienceMs = 3 * day;

/**
 * Polls everything the provider should have reported. A payment is granted although its webhook was lost or the process
 * was killed.
 */
export function reconciliation(deps: ReconciliationDeps) {
  const { repository, payments, syncSnapshot, checkPayments, requestUnhandled, now, warn } = deps;
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
    await checkPayments(syncSession);
  };
}

/** A subscription unknown to the provider ends with its paid period. */
function endedHere(row: SubscriptionRow, now: Date): Subscription | null {
  if (now.getTime() < row.currentPeriodEnd.getTime() + patienceMs) return null;
  return { ...row, state: 'ended', customerId: null };
}
