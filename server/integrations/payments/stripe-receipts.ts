import type { PaidPlan } from '#shared/contracts/billing.ts';
import type { Payment, Reversals } from './port.ts';
import type { StripeClient } from './stripe-client.ts';
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
} from './stripe-objects.ts';

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
    ...(await takenBack(client, chargedAs, paid)),
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
    ...(await takenBack(client, chargedAs, taken)),
    paidAt: new Date((paid.status_transitions?.paid_at ?? paid.created) * 1000),
    receiptUrl: paid.hosted_invoice_url ?? taken?.receipt_url ?? null,
  };
}

/** Money returned from a charge; null when it can't be looked up. */
export async function readTakenBack(client: StripeClient, chargedAs: string): Promise<Reversals | null> {
  const paid = await chargeOf(client, await intentOf(client, chargedAs));
  return paid && takenBack(client, chargedAs, paid);
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
async function takenBack(client: StripeClient, chargedAs: string | null, paid: Charge | null) {
  const refundedAmount = paid?.amount_refunded ?? 0;
  if (!paid?.disputed) return { refundedAmount, disputed: false };
  const filter = chargedAs?.startsWith('pi_') ? { payment_intent: chargedAs } : { charge: paid.id };
  const found = await client.lookUp(disputes, (stripe) => stripe.disputes.list(filter));
  return { refundedAmount, disputed: found?.data.some(({ status }) => isLost(status)) ?? true };
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
