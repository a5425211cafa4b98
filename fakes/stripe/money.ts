import { Refusal } from './refusal.ts';
import type { Charge, Customer, Intent, Invoice, Refund, Session, Subscription } from './shapes.ts';
import type { StripeState } from './state.ts';

/** `later` is a bank debit: accepted now, paid or failed some days from now. */
export type Outcome = 'paid' | 'failed' | 'later';

type Due = { amount: number; currency: string; customer: string; metadata: Record<string, string> };

/** Takes money, or fails to: an intent with its charge. */
export function charge(state: StripeState, due: Due, outcome: Outcome): Intent {
  const intent = state.intents.put({
    id: state.makeId('pi'),
    object: 'payment_intent',
    created: state.seconds(),
    ...due,
    amount_received: 0,
    status: 'processing',
    latest_charge: null,
    last_payment_error: null,
  });
  chargeAgain(state, intent, outcome);
  return intent;
}

/** Another try for the same intent, which has a charge of its own. */
export function chargeAgain(state: StripeState, intent: Intent, outcome: Outcome): void {
  const { amount, currency, customer, metadata } = intent;
  const taken = state.charges.put({
    id: state.makeId('ch'),
    object: 'charge',
    created: state.seconds(),
    amount,
    amount_refunded: 0,
    currency,
    status: 'pending',
    paid: false,
    refunded: false,
    disputed: false,
    customer,
    payment_intent: intent.id,
    receipt_url: null,
    metadata,
  });
  intent.latest_charge = taken.id;
  if (outcome !== 'later') settle(state, intent, outcome);
}

/** Ends what is processing. */
export function settle(state: StripeState, intent: Intent, outcome: 'paid' | 'failed'): void {
  const taken = chargeOf(state, intent);
  const isPaid = outcome === 'paid';
  Object.assign(intent, {
    status: isPaid ? 'succeeded' : 'requires_payment_method',
    amount_received: isPaid ? intent.amount : 0,
    last_payment_error: isPaid
      ? null
      : { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' },
  });
  Object.assign(taken, {
    status: isPaid ? 'succeeded' : 'failed',
    paid: isPaid,
    receipt_url: isPaid ? `${state.pages}/receipts/${taken.id}` : null,
  });
  state.emit(isPaid ? 'charge.succeeded' : 'charge.failed', taken);
  state.emit(isPaid ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', intent);
}

/** An open invoice with a try to pay it. */
export function bill(
  state: StripeState,
  intent: Intent,
  about: { subscription: Subscription | null; reason: Invoice['billing_reason'] },
): Invoice {
  const { subscription, reason } = about;
  const id = state.makeId('in');
  const created = state.seconds();
  const invoice = state.invoices.put({
    id,
    object: 'invoice',
    created,
    status: 'open',
    billing_reason: reason,
    amount_due: intent.amount,
    amount_paid: 0,
    attempt_count: 1,
    currency: intent.currency,
    customer: intent.customer,
    hosted_invoice_url: `${state.pages}/invoices/${id}`,
    parent: subscription && {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription: subscription.id, metadata: { ...subscription.metadata } },
    },
    status_transitions: { paid_at: null },
    metadata: subscription ? {} : { ...intent.metadata },
  });
  state.invoicePayments.put({
    id: state.makeId('inpay'),
    object: 'invoice_payment',
    created,
    invoice: id,
    status: 'open',
    is_default: true,
    amount_requested: intent.amount,
    amount_paid: null,
    currency: intent.currency,
    payment: { type: 'payment_intent', payment_intent: intent.id },
  });
  if (subscription) subscription.latest_invoice = id;
  return invoice;
}

/** What the try came to. */
export function closeInvoice(state: StripeState, invoice: Invoice, outcome: Outcome): void {
  if (outcome === 'later') return;
  if (outcome === 'failed') {
    state.emit('invoice.payment_failed', invoice);
    return;
  }
  const paid_at = state.seconds();
  Object.assign(invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    status_transitions: { paid_at },
  });
  for (const payment of state.invoicePayments.all())
    if (payment.invoice === invoice.id)
      Object.assign(payment, { status: 'paid', amount_paid: payment.amount_requested });
  state.emit('invoice.paid', invoice);
}

/** Gives money back, all that is left if no amount is named. */
export function refund(state: StripeState, given: Charge, amount?: number): Refund {
  const left = given.amount - given.amount_refunded;
  const back = amount ?? left;
  if (given.status !== 'succeeded' || left === 0)
    throw cannotRefund(`Charge ${given.id} has already been refunded.`);
  if (back > left)
    throw cannotRefund(`Refund amount (${back}) is greater than unrefunded amount on charge (${left})`);
  given.amount_refunded += back;
  given.refunded = given.amount_refunded === given.amount;
  const made = state.refunds.put({
    id: state.makeId('re'),
    object: 'refund',
    created: state.seconds(),
    amount: back,
    currency: given.currency,
    charge: given.id,
    payment_intent: given.payment_intent,
    status: 'succeeded',
  });
  state.emit('charge.refunded', given);
  state.emit('refund.created', made);
  return made;
}

export function chargeOf(state: StripeState, { latest_charge }: Intent): Charge {
  return state.charges.get(latest_charge ?? '');
}

export function customerOf(state: StripeState, { customer, customer_email }: Session): Customer {
  if (customer) return state.customers.get(customer, 'customer');
  const made = state.customers.put({
    id: state.makeId('cus'),
    object: 'customer',
    created: state.seconds(),
    email: customer_email,
    metadata: {},
  });
  state.emit('customer.created', made);
  return made;
}

function cannotRefund(message: string): Refusal {
  return new Refusal(400, { type: 'invalid_request_error', code: 'charge_already_refunded', message });
}
