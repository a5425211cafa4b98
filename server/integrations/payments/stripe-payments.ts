import type { PaidPlan } from '#shared/contracts/billing.ts';
import { prices as amounts } from '#shared/rules/billing/plans.ts';
import type { Dispute, Payment, Payments, RefusalReason, Reversals, Subscription } from './port.ts';
import { StripeCallError, type StripeClient } from './stripe-client.ts';
import {
  type Charge,
  charge,
  disputes,
  type Invoice,
  invoice,
  invoicePayments,
  type PaymentIntent,
  paymentIntent,
  type StripeSession,
  type StripeSubscription,
  subscription,
} from './stripe-objects.ts';

export type SalesConfig = {
  secretKey: string;
  prices: Payments['prices'];
  /** The plan of a price that was sold here before; null for any other price. */
  findSoldPlan: (priceId: string) => Promise<PaidPlan | null>;
  /** Reports an object that grants nothing, with its id. */
  onRefused: (reason: string) => void;
};

type Amount = { amount: number | null | undefined; currency: string | null | undefined };

/** Compares what Stripe holds with what is sold here, before it grants anything. */
export type Sales = {
  /** @returns null for a price that was never sold here. */
  findPlan(priceId: string): Promise<PaidPlan | null>;
  /** False, with a report, for an object of the other mode. Objects without a mode pass. */
  hasOurMode(object: { id: string; livemode?: boolean | undefined }): boolean;
  /** False, with a report, unless it is the plan's price in US dollars; for a known price, what Stripe made of it. */
  isFullPrice(id: string, plan: PaidPlan, paid: Amount, isOurPrice: boolean): boolean;
  refuse(id: string, reason: string): void;
};

export function stripeSales({ secretKey, prices, findSoldPlan, onRefused }: SalesConfig): Sales {
  const isLive = isLiveKey(secretKey);
  const refuse: Sales['refuse'] = (id, reason) => onRefused(`${id} grants nothing: ${reason}`);
  return {
    refuse,
    async findPlan(priceId) {
      if (priceId === prices.pro) return 'pro';
      return priceId === prices.developer ? 'developer' : findSoldPlan(priceId);
    },
    hasOurMode({ id, livemode = isLive }) {
      if (livemode !== isLive) refuse(id, `livemode is ${livemode}, which the secret key is not`);
      return livemode === isLive;
    },
    isFullPrice(id, plan, paid, isOurPrice) {
      const isFull = costs(plan, paid) || (isOurPrice && isConverted(paid));
      if (!isFull) refuse(id, `${paid.amount} ${paid.currency} is not the price of ${plan}`);
      return isFull;
    },
  };
}

export function isLiveKey(secretKey: string): boolean {
  return !/^[sr]k_test_/.test(secretKey);
}

export function costs(plan: PaidPlan, { amount, currency }: Amount): boolean {
  return amount === amounts[plan].dollars * 100 && currency?.toLowerCase() === 'usd';
}

function isConverted({ amount, currency }: Amount): boolean {
  return Boolean(amount && currency && currency.toLowerCase() !== 'usd');
}

/** With its newest payment, so that a renewal is known although its webhook was lost. */
export async function readSubscription(
  client: StripeClient,
  sales: Sales,
  id: string,
): Promise<Subscription | null> {
  const found = await findSubscription(client, id);
  const read = found && toSubscription(found);
  const unsold = found && (await unsoldReason(sales, found));
  if (!read || unsold === 'other-mode') return null;
  if (unsold && read.state !== 'ended') return { ...read, unknownPrice: pricesOf(found).join(', ') };
  const { latest_invoice: given } = found;
  const newest = typeof given === 'string' ? await findInvoice(client, given) : given;
  if (newest?.status !== 'paid' || !isPaidInFull(sales, newest)) return read;
  return { ...read, payment: await paymentOfInvoice(client, newest, ownerOf(read)) };
}

/** Null, unless its prices or its mode are others than ours. Old answers that name no price pass. */
export async function unsoldReason(
  sales: Sales,
  given: StripeSubscription,
): Promise<Exclude<RefusalReason, 'other-amount'> | null> {
  if (!sales.hasOurMode(given)) return 'other-mode';
  const prices = pricesOf(given);
  const plans = await Promise.all(prices.map(sales.findPlan));
  if (plans.length === 0 || plans.includes('developer')) return null;
  sales.refuse(given.id, `the price ${prices.join(', ')} is not that of developer`);
  return 'unknown-price';
}

function pricesOf({ items }: StripeSubscription): string[] {
  return items?.data.flatMap(({ price }) => price ?? []) ?? [];
}

/** Later invoices may be lower: Stripe takes off what a customer has in credit. */
export function isPaidInFull(sales: Sales, { id, billing_reason, amount_paid: amount, currency }: Invoice) {
  const isFirst = billing_reason === 'subscription_create';
  return !isFirst || sales.isFullPrice(id, 'developer', { amount, currency }, true);
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

export async function endSubscription(client: StripeClient, id: string): Promise<Subscription | null> {
  const ended = await client.find(subscription, (stripe) => stripe.subscriptions.cancel(id));
  return ended && toSubscription(ended);
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

type Owner = { userId: string; plan: PaidPlan };

/** Payment of a one-time session, by its payment intent, as refunds and disputes name it. */
export async function paymentOfSession(
  client: StripeClient,
  session: StripeSession,
  owner: Owner,
): Promise<Payment> {
  const intent = await intentOf(client, session.payment_intent);
  const paid = await chargeOf(client, intent);
  const chargedAs = intent?.id ?? null;
  return {
    ...owner,
    id: chargedAs ?? session.id,
    chargedAs,
    subscriptionId: null,
    amount: session.amount_total ?? 0,
    currency: (session.currency ?? 'usd').toUpperCase(),
    ...(paid && (await reversalsOf(client, chargedAs, paid))),
    paidAt: new Date((paid?.created ?? session.created) * 1000),
    receiptUrl: await receiptUrl(client, session, paid),
  };
}

/** Payment of a subscription's invoice, by the invoice's id. */
export async function paymentOfInvoice(client: StripeClient, paid: Invoice, owner: Owner): Promise<Payment> {
  const chargedAs = await chargedFor(client, paid);
  const taken = await chargeOf(client, await intentOf(client, chargedAs));
  return {
    ...owner,
    id: paid.id,
    chargedAs,
    subscriptionId: subscriptionIdOf(paid),
    amount: paid.amount_paid,
    currency: paid.currency.toUpperCase(),
    ...(taken && (await reversalsOf(client, chargedAs, taken))),
    paidAt: new Date((paid.status_transitions?.paid_at ?? paid.created) * 1000),
    receiptUrl: paid.hosted_invoice_url ?? taken?.receipt_url ?? null,
  };
}

/** Money returned from a charge; null when it can't be looked up. */
export async function readReversals(client: StripeClient, chargedAs: string): Promise<Reversals | null> {
  const paid = await chargeOf(client, await intentOf(client, chargedAs));
  return paid && reversalsOf(client, chargedAs, paid);
}

export function findInvoice(client: StripeClient, id: string): Promise<Invoice | null> {
  return client.lookUp(invoice, (stripe) => stripe.invoices.retrieve(id, { expand: ['payments'] }));
}

export function subscriptionIdOf({ parent, subscription }: Invoice): string | null {
  return parent?.subscription_details?.subscription ?? subscription ?? null;
}

/** The intent, looked up if only its id is known; with no more than its id where that can't be done. */
export async function intentOf(
  client: StripeClient,
  given: string | PaymentIntent | null | undefined,
): Promise<PaymentIntent | null> {
  if (typeof given !== 'string') return given ?? null;
  // Payments from before payment intents are charges.
  if (given.startsWith('ch_')) return { id: given, latest_charge: given };
  const expand = ['latest_charge'];
  const found = await client.lookUp(paymentIntent, (stripe) =>
    stripe.paymentIntents.retrieve(given, { expand }),
  );
  return found ?? { id: given };
}

/** True while a dispute keeps the money: neither won nor a mere inquiry, which takes nothing. */
export function isLost(status: string): boolean {
  return !(['won', 'prevented'].includes(status) || status.startsWith('warning_'));
}

async function chargeOf(client: StripeClient, intent: PaymentIntent | null): Promise<Charge | null> {
  const given = intent?.latest_charge;
  if (typeof given !== 'string') return given ?? null;
  return client.lookUp(charge, (stripe) => stripe.charges.retrieve(given));
}

/** A charge stays marked as disputed when the dispute was won, so its disputes are asked. */
async function reversalsOf(client: StripeClient, chargedAs: string | null, paid: Charge): Promise<Reversals> {
  const { amount_refunded: refundedAmount } = paid;
  if (!paid.disputed) return { refundedAmount, disputed: false };
  const filter = chargedAs?.startsWith('pi_') ? { payment_intent: chargedAs } : { charge: paid.id };
  const found = await client.lookUp(disputes, (stripe) => stripe.disputes.list(filter));
  if (!found) return { refundedAmount, disputed: true };
  const listed = found.data.map(({ id, status }) => ({ id, state: disputeState(status) }));
  return { refundedAmount, disputed: listed.some(({ state }) => state !== 'won'), disputes: listed };
}

function disputeState(status: string): Dispute['state'] {
  if (!isLost(status)) return 'won';
  return status === 'lost' ? 'lost' : 'open';
}

async function receiptUrl(client: StripeClient, session: StripeSession, paid: Charge | null) {
  const given = session.invoice;
  if (given && typeof given !== 'string' && given.hosted_invoice_url) return given.hosted_invoice_url;
  if (paid?.receipt_url) return paid.receipt_url;
  const found = typeof given === 'string' ? await findInvoice(client, given) : null;
  return found?.hosted_invoice_url ?? null;
}

async function chargedFor(client: StripeClient, { id, payments, payment_intent }: Invoice) {
  const list =
    payments ??
    (payment_intent
      ? null
      : await client.lookUp(invoicePayments, (stripe) => stripe.invoicePayments.list({ invoice: id })));
  const paid = list?.data.find(({ status }) => status === 'paid') ?? list?.data[0];
  return paid?.payment.payment_intent ?? paid?.payment.charge ?? payment_intent ?? null;
}
