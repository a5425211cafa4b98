import { createHash, randomUUID } from 'node:crypto';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { AppError } from '#server/app-error.ts';
import { checkouts } from '#server/database/tables.ts';
import type { Claims } from '#server/integrations/identity/port.ts';
import type { CheckoutMode, CheckoutRequest, CheckoutSession } from '#server/integrations/payments/port.ts';
import type { Plan } from '#shared/contracts/account.ts';
import { type PaidPlan, paidPlan } from '#shared/contracts/billing.ts';
import { checkoutModes, includesPlan, planNames } from '#shared/rules/billing/plans.ts';
import { nextPollAt } from './next-poll.ts';
import { type CheckoutRow, findBuyer, isOpen } from './repository.ts';
import { listRunning } from './subscriptions.ts';
import { type BillingDeps, callProvider, syncSession, syncSubscription } from './sync-snapshot.ts';

type CheckoutBody = { priceId: string; userId: string; mode: CheckoutMode };

/** Steps to the provider's page: start, continue, and concurrent changes. */
const attempts = 8;

/**
 * Starts a checkout for the caller only, or continues the open one.
 * @throws AppError foreign_user, checkout_price_unknown, checkout_not_needed, subscription_running, sync_refused,
 *   payment_not_finished while an earlier payment is on its way, checkout_session_failed.
 */
export async function startCheckout(
  deps: BillingDeps,
  caller: Claims,
  body: CheckoutBody,
  siteUrl: string,
): Promise<{ url: string }> {
  const { database, payments } = deps;
  const { subject: userId } = caller;
  if (body.userId !== userId) throw new AppError('foreign_user');
  const plan = paidPlan.options.find((name) => payments.prices[name] === body.priceId);
  if (!plan || checkoutModes[plan] !== body.mode) throw new AppError('checkout_price_unknown');
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const buyer = await findBuyer(database, payments.origin, userId);
    if (!buyer) throw new AppError('sync_refused');
    if (includesPlan(buyer.plan, plan)) throw new AppError('checkout_not_needed');
    const checkout = await findOpenCheckout(deps, userId, plan);
    if (plan === 'developer') await refuseSecond(deps, userId, checkout !== null);
    const customerId = buyer.billingCustomerId;
    const request = { ...toRequest(caller, siteUrl), plan, mode: body.mode, customerId };
    const url = await takeStep(deps, checkout, { ...request, priceId: body.priceId });
    if (url) return { url };
  }
  throw new AppError('checkout_session_failed');
}

/**
 * Grants the plan of a session that the provider says this caller has paid (design 7.3).
 * @throws AppError payment_session_unknown, payment_not_finished, payment_canceled, payment_refused,
 *   payment_not_counted, billing_unavailable.
 */
export async function verifyPayment(deps: BillingDeps, caller: Claims, sessionId: string): Promise<Plan> {
  const found: { session?: CheckoutSession } = {};
  const plan = await syncSession(deps, async () => {
    const call = deps.payments.retrieveSession(sessionId);
    const session = await callProvider(deps, 'billing_unavailable', call);
    if (session?.userId !== caller.subject) throw new AppError('payment_session_unknown');
    found.session = session;
    return session;
  });
  const { session } = found;
  if (!plan || !session) throw new AppError('sync_refused');
  if (session.status === 'refused') throw new AppError('payment_refused');
  if (session.status === 'canceled') throw new AppError('payment_canceled');
  if (session.status !== 'paid') throw new AppError('payment_not_finished');
  if (!includesPlan(plan, session.plan)) throw new AppError('payment_not_counted', { plan: planNames[plan] });
  return plan;
}

/** A second subscription would be paid for nothing. Reads the first again, because its row may be old. */
async function refuseSecond(deps: BillingDeps, userId: string, isGoingOn: boolean): Promise<void> {
  const { payments } = deps;
  // One that is gone at the provider, as its customer is deleted, is paid no more.
  const gone = new Set<string>();
  for (const { id } of await listRunning(deps, userId))
    await syncSubscription(deps, async () => {
      const found = await callProvider(deps, 'checkout_session_failed', payments.retrieveSubscription(id));
      if (!found) gone.add(id);
      return found;
    });
  const running = (await listRunning(deps, userId)).filter(({ id }) => !gone.has(id));
  // The first payment of an open checkout may have failed: it goes on there.
  if (running.some(({ state }) => state !== 'waiting' || !isGoingOn))
    throw new AppError('subscription_running');
}

function toRequest(caller: Claims, siteUrl: string) {
  return {
    userId: caller.subject,
    userEmail: caller.email,
    successUrl: `${siteUrl}/payment-success?session_id={SESSION_ID}`,
    cancelUrl: `${siteUrl}/payment-cancel`,
  };
}

type UnkeyedRequest = Omit<CheckoutRequest, 'idempotencyKey'>;

/** One step on the way to the provider's page; it gives null when another one is needed. */
async function takeStep(
  deps: BillingDeps,
  checkout: CheckoutRow | null,
  { priceId, ...request }: UnkeyedRequest & { priceId: string },
): Promise<string | null> {
  if (!checkout) {
    await insertCheckout(deps, request, priceId);
    return null;
  }
  if (checkout.priceId !== priceId) {
    await endEarlierPrice(deps, checkout, priceId);
    return null;
  }
  const { id, sessionId } = checkout;
  return sessionId ? resumeSession(deps, id, sessionId) : openSession(deps, checkout, request);
}

/** URL of an earlier session; null when that session is over. @throws AppError payment_not_finished. */
async function resumeSession(deps: BillingDeps, id: string, sessionId: string): Promise<string | null> {
  const read = async () => {
    const call = deps.payments.retrieveSession(sessionId);
    const session = await callProvider(deps, 'checkout_session_failed', call);
    if (session?.status === 'processing') throw new AppError('payment_not_finished');
    return session;
  };
  const session = await read();
  if (session?.status === 'open' && session.url) return session.url;
  if (session) await syncSession(deps, read);
  // The provider does not know the session any more.
  else await updateCheckout(deps, eq(checkouts.id, id), { status: 'canceled' });
  return null;
}

/** Expire the session at the old price first, so the customer is never charged twice. */
async function endEarlierPrice(deps: BillingDeps, checkout: CheckoutRow, priceId: string): Promise<void> {
  const { id, sessionId, attempt } = checkout;
  if (!sessionId) {
    const unopened = and(eq(checkouts.id, id), isNull(checkouts.sessionId));
    return updateCheckout(deps, unopened, { priceId, attempt: attempt + 1 });
  }
  const { payments } = deps;
  await callProvider(deps, 'checkout_session_failed', payments.expireSession(sessionId));
  const session = await callProvider(deps, 'checkout_session_failed', payments.retrieveSession(sessionId));
  if (session?.status === 'open') throw new AppError('checkout_session_failed');
  await resumeSession(deps, id, sessionId);
}

async function openSession(
  deps: BillingDeps,
  checkout: CheckoutRow,
  request: UnkeyedRequest,
): Promise<string | null> {
  const idempotencyKey = keyOf(checkout, request);
  const asked = deps.payments.createCheckoutSession({ ...request, idempotencyKey }).catch(async (error) => {
    await countFailedStart(deps, checkout);
    throw error;
  });
  const { id, url } = await callProvider(deps, 'checkout_session_failed', asked);
  return (await saveSessionId(deps, checkout, id)) === id ? url : null;
}

/** The same for two tabs; another one for another request, because a key may not be used for two. */
function keyOf({ id, attempt }: CheckoutRow, request: object): string {
  const hash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
  return `checkout:${id}:${attempt}:${hash.slice(0, 16)}`;
}

/** The checkout of a user and plan that is not over, whatever its price. */
async function findOpenCheckout(
  { database, payments: { origin } }: BillingDeps,
  userId: string,
  plan: PaidPlan,
): Promise<CheckoutRow | null> {
  const same = and(eq(checkouts.userId, userId), eq(checkouts.plan, plan), eq(checkouts.origin, origin));
  const [found] = await database.sql.select().from(checkouts).where(and(same, isOpen));
  return found ?? null;
}

/** Does nothing when a checkout is already open. */
async function insertCheckout(
  { database, payments: { origin }, now }: BillingDeps,
  { userId, plan }: UnkeyedRequest,
  priceId: string,
): Promise<void> {
  const createdAt = now();
  const pollAt = nextPollAt(createdAt, createdAt);
  await database.sql
    .insert(checkouts)
    .values({ id: randomUUID(), userId, plan, priceId, origin, createdAt, pollAt })
    .onConflictDoNothing();
}

async function updateCheckout(
  { database }: BillingDeps,
  which: SQL | undefined,
  set: Partial<CheckoutRow>,
): Promise<void> {
  await database.sql.update(checkouts).set(set).where(which);
}

/** @returns the session of the checkout: another one, or none, after a concurrent change. */
async function saveSessionId(
  { database }: BillingDeps,
  { id, priceId }: CheckoutRow,
  sessionId: string,
): Promise<string | null> {
  const [saved] = await database.sql
    .update(checkouts)
    .set({ sessionId: sql`coalesce(${checkouts.sessionId}, ${sessionId})` })
    .where(and(eq(checkouts.id, id), eq(checkouts.priceId, priceId)))
    .returning({ sessionId: checkouts.sessionId });
  return saved?.sessionId ?? null;
}

function countFailedStart(deps: BillingDeps, { id, attempt }: CheckoutRow): Promise<void> {
  const untouched = and(eq(checkouts.id, id), eq(checkouts.attempt, attempt), isNull(checkouts.sessionId));
  return updateCheckout(deps, untouched, { attempt: attempt + 1 });
}
