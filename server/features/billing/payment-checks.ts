import type { Payments } from '#server/integrations/payments/port.ts';
import type { DuePayments } from './due-payments.ts';
import { each, eachDue } from './each-due.ts';
import type { PaymentFacts } from './facts.ts';
import { nextPaymentPollAt } from './next-poll.ts';
import { snapshotOfPayment } from './snapshot.ts';
import type { SyncSnapshot } from './sync-snapshot.ts';

type PaymentChecksDeps = {
  repository: DuePayments;
  payments: Payments;
  syncSnapshot: SyncSnapshot;
  /** Recomputes a user's plan. */
  derive: (userId: string) => Promise<void>;
  now: () => Date;
  warn: (error: unknown) => void;
};

const atOnce = 20;
const bareMs = 7 * 86_400_000;

/** Polls payments for refunds and disputes, and recomputes plans that rest on another provider. */
export function paymentChecks({ repository, payments, syncSnapshot, derive, now, warn }: PaymentChecksDeps) {
  const syncPayment = (paid: PaymentFacts) =>
    syncSnapshot(async () => {
      const taken = paid.chargedAs && (await payments.retrieveReversals?.(paid.chargedAs));
      return taken ? snapshotOfPayment({ ...paid, ...taken }) : null;
    });

  const others = () => repository.findPlansOfOthers(atOnce);
  /** After a change of provider only its own payments count. */
  async function deriveOthers(): Promise<void> {
    for (let ids = await others(); ids.length > 0; ids = await others()) {
      for (const id of ids) await derive(id);
    }
  }
  let hasDerived = false;

  return async (syncSession: (id: string) => Promise<unknown>): Promise<void> => {
    if (!hasDerived) await deriveOthers();
    hasDerived = true;
    await eachDue(
      () => repository.findDuePayments(now(), atOnce),
      (paid) => repository.postponePayment(paid.id, nextPaymentPollAt(paid, now())),
      syncPayment,
      warn,
    );
    const recent = new Date(now().getTime() - bareMs);
    await each(await repository.findSessionsWithoutSubscription(recent), syncSession, warn);
  };
}
