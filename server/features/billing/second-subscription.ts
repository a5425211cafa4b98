import type { Payments } from '#server/integrations/payments/port.ts';
import type { SyncSnapshot } from './ledger.ts';
import { withheldBy } from './plan-rule.ts';
import { type BillingRepository, isCharged } from './repository.ts';
import { snapshotOf, snapshotOfSubscription } from './snapshot.ts';

type SecondSubscriptionDeps = {
  repository: BillingRepository;
  payments: Payments;
  syncSnapshot: SyncSnapshot;
  now: () => Date;
};

/** Ends all but one of a buyer's subscriptions: the oldest that grants the plan goes on. */
export function secondSubscriptionEnding(deps: SecondSubscriptionDeps) {
  const { repository, payments, syncSnapshot, now } = deps;
  const listCharged = async (userId: string) =>
    (await repository.listSubscriptions(userId)).filter(isCharged);
  return async (userId: string): Promise<void> => {
    const known = new Set<string>();
    // Rows may be old: one of them may have ended since, or belong to a former account.
    for (const { id } of await listCharged(userId))
      await syncSnapshot(async () => {
        const found = await payments.retrieveSubscription(id);
        if (found) known.add(id);
        return found && snapshotOfSubscription(found);
      });
    const paid = await repository.listPayments(userId);
    const isGranting = (row: { id: string; state: 'active' | 'past_due' | 'waiting' | 'ended' }) =>
      withheldBy(paid, row, now()) === null;
    const running = (await listCharged(userId)).filter(({ id }) => known.has(id));
    const [, ...others] = running.sort(
      (a, b) =>
        Number(isGranting(b)) - Number(isGranting(a)) || a.createdAt.getTime() - b.createdAt.getTime(),
    );
    for (const { id } of others) {
      // The notice is stored first: a kill after the end would lose it.
      const notice = { kind: 'second-subscription', about: id, plan: 'developer' } as const;
      await syncSnapshot(async () => snapshotOf(userId, { notices: [notice] }));
      await syncSnapshot(async () => {
        const ended = await payments.endSubscription(id);
        return ended && snapshotOfSubscription(ended);
      });
    }
  };
}
