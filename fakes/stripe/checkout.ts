import { bill, charge, closeInvoice, customerOf, settle } from './money.ts';
import { Refusal } from './refusal.ts';
import type { Session } from './shapes.ts';
import type { StripeState } from './state.ts';
import { subscribe } from './subscriptions.ts';

/** What pressing Pay does: at once, or with money that comes later. */
export function complete(state: StripeState, id: string, outcome: 'paid' | 'later'): Session {
  const session = openSession(state, id);
  const customer = customerOf(state, session).id;
  const due = { amount: session.amount_total, currency: session.currency, customer };
  const metadata = metadatas.get(session) ?? {};
  const price = state.lineItems.get(id)?.[0]?.price.id ?? '';
  if (session.mode === 'subscription') {
    const subscription = subscribe(state, { customer, metadata, price }, outcome);
    Object.assign(session, { subscription: subscription.id, invoice: subscription.latest_invoice });
  } else {
    const intent = charge(state, { ...due, metadata }, outcome);
    session.payment_intent = intent.id;
    if (outcome === 'paid') writeInvoice(state, session);
  }
  Object.assign(session, {
    status: 'complete',
    payment_status: outcome === 'paid' ? 'paid' : 'unpaid',
    url: null,
    customer,
  });
  state.emit('checkout.session.completed', session);
  return session;
}

/** What the bank says days after Pay later. */
export function settleSession(state: StripeState, id: string, outcome: 'paid' | 'failed'): Session {
  const session = state.sessions.get(id);
  if (session.status !== 'complete' || session.payment_status !== 'unpaid')
    throw new Refusal(400, { type: 'invalid_request_error', message: 'Nothing is processing.' });
  if (session.mode === 'payment') {
    settle(state, state.intents.get(session.payment_intent ?? ''), outcome);
    if (outcome === 'paid') writeInvoice(state, session);
  } else {
    settleFirstInvoice(state, session, outcome);
  }
  if (outcome === 'paid') session.payment_status = 'paid';
  const word = outcome === 'paid' ? 'succeeded' : 'failed';
  state.emit(`checkout.session.async_payment_${word}`, session);
  return session;
}

export function expire(state: StripeState, id: string): Session {
  const session = openSession(state, id);
  Object.assign(session, { status: 'expired', url: null });
  state.emit('checkout.session.expired', session);
  return session;
}

type Metadata = Session['metadata'];

/** The metadata of what a session will make, which Stripe does not show on the session itself. */
const metadatas = new WeakMap<Session, Metadata>();

export function rememberMetadata(session: Session, metadata: Metadata): void {
  metadatas.set(session, metadata);
}

function openSession(state: StripeState, id: string): Session {
  const session = state.sessions.get(id, 'session');
  if (session.status === 'open') return session;
  const message = `This Session has a status of '${session.status}': only open ones can be completed or expired.`;
  throw new Refusal(400, { type: 'invalid_request_error', message });
}

function writeInvoice(state: StripeState, session: Session): void {
  if (!session.invoice_creation?.enabled || !session.payment_intent) return;
  const intent = state.intents.get(session.payment_intent);
  const invoice = bill(state, intent, { subscription: null, reason: 'manual' });
  session.invoice = invoice.id;
  closeInvoice(state, invoice, 'paid');
}

function settleFirstInvoice(state: StripeState, session: Session, outcome: 'paid' | 'failed'): void {
  const invoice = state.invoices.get(session.invoice ?? '');
  const subscription = state.subscriptions.get(session.subscription ?? '');
  for (const { invoice: of, payment } of state.invoicePayments.all())
    if (of === invoice.id) settle(state, state.intents.get(payment.payment_intent), outcome);
  closeInvoice(state, invoice, outcome);
  if (outcome === 'paid') return;
  subscription.status = 'past_due';
  state.emit('customer.subscription.updated', subscription);
}
