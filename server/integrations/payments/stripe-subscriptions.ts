import type { Subscription } from './port.ts';
import type { StripeClient } from './stripe-client.ts';
import { StripeCallError } from './stripe-failure.ts';
import { type Invoice, type StripeSubscription, subscription } from './stripe-objects.ts';
import { findInvoice, paymentOfInvoice } from './stripe-receipts.ts';
import type { Sales } from './stripe-sales.ts';

/** With its newest payment, so that a renewal is known although its webhook was lost. */
export async function readSubscription(
  client: StripeClient,
  sales: Sales,
  id: string,
): Promise<Subscription | null> {
  const found = await findSubscription(client, id);
  const read = found && toSubscription(found);
  if (!read || !(await isSold(sales, found))) return null;
  const { latest_invoice: given } = found;
  const newest = typeof given === 'string' ? await findInvoice(client, given) : given;
  if (newest?.status !== 'paid' || !isPaidInFull(sales, newest)) return read;
  return { ...read, payment: await paymentOfInvoice(client, newest, ownerOf(read)) };
}

/** True, unless its prices or its mode are others than ours. Old answers that name no price pass. */
export async function isSold(sales: Sales, given: StripeSubscription): Promise<boolean> {
  if (!sales.hasOurMode(given)) return false;
  const prices = given.items?.data.flatMap(({ price }) => price ?? []) ?? [];
  const plans = await Promise.all(prices.map(sales.findPlan));
  const isOurs = plans.length === 0 || plans.includes('developer');
  if (!isOurs) sales.refuse(given.id, `the price ${prices.join(', ')} is not that of developer`);
  return isOurs;
}

/** Later invoices may be lower: Stripe takes off what a customer has in credit. */
export function isPaidInFull(sales: Sales, { id, billing_reason, amount_paid: amount, currency }: Invoice) {
  return billing_reason !== 'subscription_create' || sales.isFullPrice(id, 'developer', { amount, currency });
}

/** Only the developer plan is sold by subscription. */
export function ownerOf({ userId }: { userId: string }) {
  return { userId, plan: 'developer' as const };
}

export function findSubscription(client: StripeClient, id: string): Promise<StripeSubscription | null> {
  const expand = ['latest_invoice.payments'];
  return client.find(subscription, (stripe) => stripe.subscriptions.retrieve(id, { expand }));
}

/** @returns null for a subscription that does not say whose it is: another product of the same account. */
export function toSubscription(given: StripeSubscription): Subscription | null {
  const userId = given.metadata?.userId;
  if (!userId) return null;
  return {
    id: given.id,
    userId,
    state: stateOf(given.status),
    currentPeriodEnd: new Date(endOf(given) * 1000),
    cancelAtPeriodEnd: isCanceled(given),
    customerId: given.customer ?? null,
  };
}

/** Ends a subscription with its period, or takes that back. One that has ended stays as it is. */
export async function setCancelAtPeriodEnd(
  client: StripeClient,
  id: string,
  cancel: boolean,
): Promise<Subscription> {
  const current = await findSubscription(client, id);
  if (!current) throw new StripeCallError('missing', `Stripe has no subscription ${id}`);
  const asWished = isCanceled(current) === cancel || isOver(current);
  const change =
    cancel || current.cancel_at_period_end ? { cancel_at_period_end: cancel } : { cancel_at: '' as const };
  const changed = asWished
    ? current
    : await client.ask(subscription, (stripe) => stripe.subscriptions.update(id, change));
  const read = toSubscription(changed);
  if (!read) throw new StripeCallError('refused', `the subscription ${id} does not say whose it is`);
  return read;
}

function stateOf(status: string): Subscription['state'] {
  if (status === 'active' || status === 'trialing') return 'active';
  if (status === 'past_due') return 'past_due';
  return isOver({ status }) ? 'ended' : 'waiting';
}

/** Newer accounts note a cancellation made at Stripe as a date only (flexible billing). */
function isCanceled(given: StripeSubscription): boolean {
  return given.cancel_at_period_end || typeof given.cancel_at === 'number';
}

function isOver({ status }: Pick<StripeSubscription, 'status'>): boolean {
  return status === 'canceled' || status === 'incomplete_expired';
}

function endOf(given: StripeSubscription): number {
  const periods = given.items?.data.map((item) => item.current_period_end ?? 0) ?? [];
  const period = Math.max(0, ...periods) || given.current_period_end;
  return given.ended_at ?? given.cancel_at ?? period ?? given.created;
}
