import { createHash } from 'node:crypto';
import { AppError } from '#server/app-error.ts';
import type { Claims } from '#server/integrations/identity/port.ts';
import type { CheckoutMode, CheckoutRequest, Payments } from '#server/integrations/payments/port.ts';
import { paidPlan } from '#shared/contracts/billing.ts';
import { checkoutModes, includesPlan } from '#shared/rules/billing/plans.ts';
import type { SyncSnapshot } from './ledger.ts';
import { nextPollAt } from './next-poll.ts';
import type { BillingRepository, CheckoutRepository, CheckoutRow } from './repository.ts';
import { snapshotOfSession, snapshotOfSubscription } from './snapshot.ts';

/** Awaits a call to the provider. @throws AppError with this code when it fails. */
export type CallProvider = <T>(
  code: 'billing_unavailable' | 'checkout_session_failed',
  call: Promise<T>,
) => Promise<T>;

type CheckoutBody = { priceId: string; userId: string; mode: CheckoutMode };

type CheckoutStarterDeps = {
  repository: BillingRepository;
  checkouts: CheckoutRepository;
  payments: Payments;
  callProvider: CallProvider;
  syncSnapshot: SyncSnapshot;
  randomId: () => string;
  now: () => Date;
};

/** Steps to the provider's page: start, continue, and concurrent changes. */
const attempts = 8;

/** The part of the service that leads to the provider's page. */
export function checkoutStarter(deps: CheckoutStarterDeps) {
  const { repository, checkouts, payments, callProvider, syncSnapshot } = deps;
  const goOn = checkoutSteps(deps);

  /** A second subscription would be paid for nothing. Reads the first again, because its row may be old. */
  async function refuseSecond(userId: string, isGoingOn: boolean): Promise<void> {
    // One that is gone at the provider, as its customer is deleted, is paid no more.
    const gone = new Set<string>();
    const listRunning = async () =>
      (await repository.listSubscriptions(userId)).filter(
        ({ id, state }) => state !== 'ended' && !gone.has(id),
      );
    for (const { id } of await listRunning())
      await syncSnapshot(async () => {
        const found = await callProvider('checkout_session_failed', payments.retrieveSubscription(id));
        if (!found) gone.add(id);
        return found && snapshotOfSubscription(found);
      });
    // The first payment of an open checkout may have failed: it goes on there.
    const isSecond = (await listRunning()).some(({ state }) => state !== 'waiting' || !isGoingOn);
    if (isSecond) throw new AppError('subscription_running');
  }

  return {
    /**
     * Starts a checkout for the caller only, or continues the open one.
     * @throws AppError foreign_user, checkout_price_unknown, checkout_not_needed, subscription_running, sync_refused,
     *   payment_not_finished while an earlier payment is on its way, checkout_session_failed.
     */
    async startCheckout(caller: Claims, body: CheckoutBody, siteUrl: string): Promise<{ url: string }> {
      const { subject: userId } = caller;
      if (body.userId !== userId) throw new AppError('foreign_user');
      const plan = paidPlan.options.find((name) => payments.prices[name] === body.priceId);
      if (!plan || checkoutModes[plan] !== body.mode) throw new AppError('checkout_price_unknown');
      for (let attempt = 1; attempt <= attempts; attempt += 1) {
        const buyer = await repository.findBuyer(userId);
        if (!buyer) throw new AppError('sync_refused');
        if (includesPlan(buyer.plan, plan)) throw new AppError('checkout_not_needed');
        const checkout = await checkouts.findOpenCheckout({ userId, plan });
        if (plan === 'developer') await refuseSecond(userId, checkout !== null);
        const customerId = buyer.billingCustomerId;
        const request = { ...toRequest(caller, siteUrl), plan, mode: body.mode, customerId };
        const url = await goOn(checkout, { ...request, priceId: body.priceId });
        if (url) return { url };
      }
      throw new AppError('checkout_session_failed');
    },
  };
}

function toRequest(caller: Claims, siteUrl: string) {
  return {
    userId: caller.subject,
    userEmail: caller.email,
    successUrl: `${siteUrl}/payment-success?session_id={SESSION_ID}`,
    cancelUrl: `${siteUrl}/payment-cancel`,
  };
}

type Wanted = Omit<CheckoutRequest, 'idempotencyKey'> & { priceId: string };

/** One step on the way to the provider's page; it gives null when another one is needed. */
function checkoutSteps(deps: Omit<CheckoutStarterDeps, 'repository'>) {
  const { checkouts, payments, callProvider, syncSnapshot, randomId, now } = deps;
  /** URL of an earlier session; null when that session is over. @throws AppError payment_not_finished. */
  async function resume(id: string, sessionId: string): Promise<string | null> {
    const read = async () => {
      const session = await callProvider('checkout_session_failed', payments.retrieveSession(sessionId));
      if (session?.status === 'processing') throw new AppError('payment_not_finished');
      return session;
    };
    const session = await read();
    if (session?.status === 'open' && session.url) return session.url;
    if (!session) await checkouts.closeCheckout(id);
    else
      await syncSnapshot(async () => {
        const ended = await read();
        return ended && snapshotOfSession(ended, now());
      });
    return null;
  }

  /** Expire the session at the old price first, so the customer is never charged twice. */
  async function endEarlierPrice(checkout: CheckoutRow, priceId: string): Promise<void> {
    const { sessionId } = checkout;
    if (!sessionId) return checkouts.changePrice(checkout, priceId);
    await callProvider('checkout_session_failed', payments.expireSession(sessionId));
    const session = await callProvider('checkout_session_failed', payments.retrieveSession(sessionId));
    if (session?.status === 'open') throw new AppError('checkout_session_failed');
    await resume(checkout.id, sessionId);
  }

  async function open(checkout: CheckoutRow, request: Omit<CheckoutRequest, 'idempotencyKey'>) {
    const idempotencyKey = keyOf(checkout, request);
    const asked = payments.createCheckoutSession({ ...request, idempotencyKey }).catch(async (error) => {
      await checkouts.countFailedStart(checkout);
      throw error;
    });
    const { id, url } = await callProvider('checkout_session_failed', asked);
    return (await checkouts.saveSessionId(checkout, id)) === id ? url : null;
  }

  return async (checkout: CheckoutRow | null, wanted: Wanted): Promise<string | null> => {
    const { priceId, ...request } = wanted;
    if (!checkout) {
      const { userId, plan } = request;
      const pollAt = nextPollAt(now(), now());
      await checkouts.startCheckout({ id: randomId(), userId, plan, priceId, createdAt: now(), pollAt });
      return null;
    }
    if (checkout.priceId !== priceId) {
      await endEarlierPrice(checkout, priceId);
      return null;
    }
    return checkout.sessionId ? resume(checkout.id, checkout.sessionId) : open(checkout, request);
  };
}

/** The same for two tabs; another one for another request, because a key may not be used for two. */
function keyOf({ id, attempt }: CheckoutRow, request: object): string {
  const hash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
  return `checkout:${id}:${attempt}:${hash.slice(0, 16)}`;
}
