import { AppError } from '#server/app-error.ts';
import { withheldBy } from './plan-rule.ts';
import { isCharged, readPayments, readSubscriptions, type SubscriptionRow } from './repository.ts';
import { snapshotOf } from './snapshot.ts';
import { type BillingDeps, callProvider, syncSnapshot, syncSubscription } from './sync-snapshot.ts';

/**
 * Has all running subscriptions end with the period that is paid, or takes that back.
 * @throws AppError subscription_missing, billing_unavailable.
 */
export async function setCancelAtPeriodEnd(
  deps: BillingDeps,
  userId: string,
  cancel: boolean,
): Promise<void> {
  for (const { id } of await listRunning(deps, userId)) await setOne(deps, id, cancel);
  if ((await listRunning(deps, userId)).length === 0) throw new AppError('subscription_missing');
}

export async function listRunning(deps: BillingDeps, userId: string): Promise<SubscriptionRow[]> {
  return (await listSubscriptions(deps, userId)).filter(({ state }) => state !== 'ended');
}

/** Ends all but one of a buyer's subscriptions: the oldest that grants the plan goes on. */
export async function endSecondSubscription(deps: BillingDeps, userId: string): Promise<void> {
  const { database, payments, now } = deps;
  const known = new Set<string>();
  // Rows may be old: one of them may have ended since, or belong to a former account.
  for (const { id } of await listCharged(deps, userId))
    await syncSubscription(deps, async () => {
      const found = await payments.retrieveSubscription(id);
      if (found) known.add(id);
      return found;
    });
  const paid = await readPayments(database.sql, { userId });
  const isGranting = (row: SubscriptionRow) => withheldBy(paid, row, now()) === null;
  const running = (await listCharged(deps, userId)).filter(({ id }) => known.has(id));
  const [, ...others] = running.sort(
    (a, b) => Number(isGranting(b)) - Number(isGranting(a)) || a.createdAt.getTime() - b.createdAt.getTime(),
  );
  for (const { id } of others) {
    // The notice is stored first: a kill after the end would lose it.
    const notice = { kind: 'second-subscription', about: id, plan: 'developer' } as const;
    await syncSnapshot(deps, async () => snapshotOf(userId, { notices: [notice] }));
    await syncSubscription(deps, () => payments.endSubscription(id));
  }
}

async function setOne(deps: BillingDeps, id: string, cancel: boolean): Promise<void> {
  const { payments } = deps;
  let isSent = false;
  let isDone = false;
  const set = () => {
    isSent = true;
    return payments.setCancelAtPeriodEnd(id, cancel);
  };
  await syncSubscription(deps, async () => {
    const read = () => payments.retrieveSubscription(id);
    // The change may have succeeded without a response; a second read shows it.
    const subscription = await callProvider(deps, 'billing_unavailable', isSent ? read() : set().catch(read));
    isDone = !subscription || subscription.state === 'ended' || subscription.cancelAtPeriodEnd === cancel;
    return subscription;
  });
  if (!isDone) throw new AppError('billing_unavailable');
}

async function listCharged(deps: BillingDeps, userId: string): Promise<SubscriptionRow[]> {
  return (await listSubscriptions(deps, userId)).filter(isCharged);
}

function listSubscriptions({ database, payments }: BillingDeps, userId: string): Promise<SubscriptionRow[]> {
  return readSubscriptions(database.sql, payments.origin, userId);
}
