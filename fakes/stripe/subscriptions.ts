import { bill, charge, chargeAgain, closeInvoice, type Outcome } from './money.ts';
import { invalid, Refusal } from './refusal.ts';
import type { Invoice, Subscription } from './shapes.ts';
import type { StripeState } from './state.ts';

/** A subscription with its first invoice. It is active while a bank debit is on its way. */
export function subscribe(
  state: StripeState,
  order: { customer: string; metadata: Record<string, string>; price: string },
  outcome: 'paid' | 'later',
): Subscription {
  const created = state.seconds();
  const subscription = state.subscriptions.put({
    id: state.makeId('sub'),
    object: 'subscription',
    livemode: false,
    created,
    status: 'active',
    customer: order.customer,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    latest_invoice: null,
    metadata: { ...order.metadata },
    items: {
      object: 'list',
      has_more: false,
      data: [
        {
          id: state.makeId('si'),
          object: 'subscription_item',
          price: state.prices.get(order.price),
          quantity: 1,
          current_period_start: created,
          current_period_end: monthAfter(created),
        },
      ],
    },
  });
  const invoice = billPeriod(state, subscription, 'subscription_create', outcome);
  state.emit('customer.subscription.created', subscription);
  closeInvoice(state, invoice, outcome);
  return subscription;
}

/** The next period, paid or not. */
export function renew(state: StripeState, id: string, outcome: 'paid' | 'failed'): Invoice {
  const subscription = running(state, id);
  for (const item of subscription.items.data) {
    item.current_period_start = item.current_period_end;
    item.current_period_end = monthAfter(item.current_period_end);
  }
  const invoice = billPeriod(state, subscription, 'subscription_cycle', outcome);
  subscription.status = outcome === 'paid' ? 'active' : 'past_due';
  closeInvoice(state, invoice, outcome);
  state.emit('customer.subscription.updated', subscription);
  return invoice;
}

/** Tries the newest unpaid invoice again. */
export function tryAgain(state: StripeState, id: string, outcome: 'paid' | 'failed'): Invoice {
  const subscription = running(state, id);
  const invoice = state.invoices.get(subscription.latest_invoice ?? '');
  if (invoice.status !== 'open') throw invalid('Invoice is already paid');
  for (const { invoice: of, payment } of state.invoicePayments.all())
    if (of === invoice.id) chargeAgain(state, state.intents.get(payment.payment_intent), outcome);
  invoice.attempt_count += 1;
  subscription.status = outcome === 'paid' ? 'active' : 'past_due';
  closeInvoice(state, invoice, outcome);
  state.emit('customer.subscription.updated', subscription);
  return invoice;
}

/**
 * Cancels with the period or takes that back. A cancellation on Stripe's own pages is noted as a date only (flexible
 * billing), one through the API by the flag beside it.
 */
export function schedule(
  state: StripeState,
  id: string,
  change: 'by flag' | 'by date' | 'keep',
): Subscription {
  const subscription = running(state, id);
  const end = Math.max(...subscription.items.data.map((item) => item.current_period_end));
  subscription.cancel_at_period_end = change === 'by flag';
  subscription.cancel_at = change === 'keep' ? null : end;
  subscription.canceled_at = change === 'keep' ? null : state.seconds();
  state.emit('customer.subscription.updated', subscription);
  return subscription;
}

/** Its end, whether the period is over, the tries have failed or somebody has ended it at once. */
export function end(state: StripeState, id: string): Subscription {
  const subscription = running(state, id);
  const now = state.seconds();
  Object.assign(subscription, {
    status: 'canceled',
    ended_at: now,
    canceled_at: subscription.canceled_at ?? now,
  });
  state.emit('customer.subscription.deleted', subscription);
  return subscription;
}

function running(state: StripeState, id: string): Subscription {
  const subscription = state.subscriptions.get(id);
  if (subscription.status !== 'canceled') return subscription;
  throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
}

function billPeriod(
  state: StripeState,
  subscription: Subscription,
  reason: Invoice['billing_reason'],
  outcome: Outcome,
): Invoice {
  const intent = charge(state, { ...dueFor(subscription), metadata: {} }, outcome);
  return bill(state, intent, { subscription, reason });
}

function dueFor({ customer, items }: Subscription) {
  const [item] = items.data;
  if (!item) throw new Refusal(500, { type: 'api_error', message: 'a subscription without items' });
  return { amount: item.price.unit_amount, currency: item.price.currency, customer };
}

function monthAfter(seconds: number): number {
  const date = new Date(seconds * 1000);
  return Math.floor(date.setUTCMonth(date.getUTCMonth() + 1) / 1000);
}
