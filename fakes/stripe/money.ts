import {
  type Charge,
  type Dispute,
  type Intent,
  type Invoice,
  invalid,
  type Refund,
  Refusal,
  type Session,
  type StripeEvent,
  type StripeState,
  type Subscription,
} from './state.ts';

/** `later` is a bank debit: accepted now, paid or failed some days from now. */
type Outcome = 'paid' | 'failed' | 'later';

export type StripeControls = ReturnType<typeof makeControls>;

/** Actions of people, banks and time on the fake's objects, beside its API. */
export function makeControls(state: StripeState) {
  return {
    /** The button on the hosted page; `later` is a bank debit that `settle` ends. */
    pay: (sessionId: string, when: 'now' | 'later' = 'now') =>
      completeSession(state, sessionId, when === 'now' ? 'paid' : 'later'),
    settle: (sessionId: string, outcome: 'paid' | 'failed') => settleSession(state, sessionId, outcome),
    /** A day without a payment. */
    expire: (sessionId: string) => expireSession(state, sessionId),
    /** By the session or the subscription that was paid; all of it if no amount is named. */
    refund: (id: string, amount?: number) => refund(state, paidCharge(state, id), amount),
    /** By the session or the subscription that was paid. */
    dispute: (id: string) => openDispute(state, paidCharge(state, id)),
    closeDispute: (id: string, outcome: 'won' | 'lost') => closeDispute(state, id, outcome),
    /** The customer of a session, with everything that renews by itself. */
    deleteCustomer: (sessionId: string) => deleteCustomer(state, sessionId),
    renew: (subscriptionId: string) => renew(state, subscriptionId, 'paid'),
    failRenewal: (subscriptionId: string) => renew(state, subscriptionId, 'failed'),
    /** The next try of a failed renewal. */
    tryAgain: (subscriptionId: string, outcome: 'paid' | 'failed') =>
      tryAgain(state, subscriptionId, outcome),
    /** The button of the billing portal. */
    cancelInPortal: (subscriptionId: string) => scheduleEnd(state, subscriptionId, 'by date'),
    end: (subscriptionId: string) => endSubscription(state, subscriptionId),
    /** Oldest first; of one type if it is named. */
    events: (type?: string): StripeEvent[] => state.events.filter((event) => !type || event.type === type),
  };
}

export function completeSession(state: StripeState, id: string, outcome: 'paid' | 'later'): Session {
  const session = openSession(state, id);
  session.customer ??= addCustomer(state, session.customer_email);
  const metadata = state.metadataToCopy.get(id) ?? {};
  if (session.mode === 'subscription') {
    const subscription = subscribe(state, session, metadata, outcome);
    session.subscription = subscription.id;
    session.invoice = subscription.latest_invoice;
  } else {
    const { amount_total: amount, currency, customer } = session;
    const intent = charge(state, { amount, currency, customer, metadata }, outcome);
    session.payment_intent = intent.id;
    if (outcome === 'paid') billSingle(state, session, intent);
  }
  Object.assign(session, {
    status: 'complete',
    payment_status: outcome === 'paid' ? 'paid' : 'unpaid',
    url: null,
  });
  state.emit('checkout.session.completed', session);
  return session;
}

/** The end of a bank debit, days after the session. */
function settleSession(state: StripeState, id: string, outcome: 'paid' | 'failed'): Session {
  const session = state.sessions.get(id);
  if (session.mode === 'payment') {
    const intent = state.intents.get(session.payment_intent ?? '');
    settle(state, intent, outcome);
    if (outcome === 'paid') billSingle(state, session, intent);
  } else {
    const invoice = state.invoices.get(session.invoice ?? '');
    settle(state, intentOf(state, invoice.id), outcome);
    closeInvoice(state, invoice, outcome);
    if (outcome === 'failed')
      setStatus(state, state.subscriptions.get(session.subscription ?? ''), 'past_due');
  }
  if (outcome === 'paid') session.payment_status = 'paid';
  state.emit(`checkout.session.async_payment_${outcome === 'paid' ? 'succeeded' : 'failed'}`, session);
  return session;
}

export function expireSession(state: StripeState, id: string): Session {
  const session = openSession(state, id);
  Object.assign(session, { status: 'expired', url: null });
  state.emit('checkout.session.expired', session);
  return session;
}

function openSession(state: StripeState, id: string): Session {
  const session = state.sessions.get(id, 'session');
  if (session.status === 'open') return session;
  throw invalid(
    `This Session has a status of '${session.status}': only open ones can be completed or expired.`,
  );
}

function addCustomer(state: StripeState, email: string | null): string {
  const customer = state.customers.add({ email });
  state.emit('customer.created', customer);
  return customer.id;
}

type Due = { amount: number; currency: string; customer: string; metadata: Record<string, string> };

function charge(state: StripeState, due: Due, outcome: Outcome): Intent {
  const intent = state.intents.add({ ...due, status: 'processing', latest_charge: '' });
  chargeAgain(state, intent, outcome);
  return intent;
}

/** Another try for the same intent, with a charge of its own. */
function chargeAgain(state: StripeState, intent: Intent, outcome: Outcome): void {
  const { amount, currency, customer } = intent;
  const taken = state.charges.add({
    amount,
    amount_refunded: 0,
    currency,
    status: 'pending',
    disputed: false,
    customer,
    payment_intent: intent.id,
    receipt_url: null,
  });
  intent.latest_charge = taken.id;
  if (outcome !== 'later') settle(state, intent, outcome);
}

function settle(state: StripeState, intent: Intent, outcome: 'paid' | 'failed'): void {
  const taken = state.charges.get(intent.latest_charge);
  const isPaid = outcome === 'paid';
  intent.status = isPaid ? 'succeeded' : 'requires_payment_method';
  taken.status = isPaid ? 'succeeded' : 'failed';
  taken.receipt_url = isPaid ? `${state.pages}/receipts/${taken.id}` : null;
  state.emit(isPaid ? 'charge.succeeded' : 'charge.failed', taken);
  state.emit(isPaid ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', intent);
}

function billSingle(state: StripeState, session: Session, intent: Intent): void {
  if (!session.invoice_creation.enabled) return;
  const invoice = bill(state, intent, null, 'manual');
  session.invoice = invoice.id;
  closeInvoice(state, invoice, 'paid');
}

/** An open invoice with a try to pay it. */
function bill(
  state: StripeState,
  intent: Intent,
  subscription: Subscription | null,
  reason: Invoice['billing_reason'],
): Invoice {
  const id = state.makeId('in');
  const fields: Omit<Invoice, 'id' | 'object' | 'created'> = {
    status: 'open',
    billing_reason: reason,
    amount_due: intent.amount,
    amount_paid: 0,
    attempt_count: 1,
    currency: intent.currency,
    customer: intent.customer,
    hosted_invoice_url: `${state.pages}/invoices/${id}`,
    parent: subscription && {
      subscription_details: { subscription: subscription.id, metadata: { ...subscription.metadata } },
    },
    status_transitions: { paid_at: null },
  };
  const payment = { type: 'payment_intent', payment_intent: intent.id } as const;
  state.invoicePayments.add({ invoice: id, status: 'open', payment });
  if (subscription) subscription.latest_invoice = id;
  return state.invoices.add(fields, id);
}

function closeInvoice(state: StripeState, invoice: Invoice, outcome: Outcome): void {
  if (outcome === 'failed') state.emit('invoice.payment_failed', invoice);
  if (outcome !== 'paid') return;
  const status_transitions = { paid_at: state.seconds() };
  Object.assign(invoice, { status: 'paid', amount_paid: invoice.amount_due, status_transitions });
  for (const payment of state.invoicePayments.all())
    if (payment.invoice === invoice.id) payment.status = 'paid';
  state.emit('invoice.paid', invoice);
}

/** A subscription with its first invoice. It is active while a bank debit is on its way. */
function subscribe(
  state: StripeState,
  session: Session,
  metadata: Record<string, string>,
  outcome: 'paid' | 'later',
): Subscription {
  const start = state.seconds();
  const price = state.prices.get(state.lineItems.get(session.id)?.[0]?.price.id ?? '');
  const subscription = state.subscriptions.add({
    livemode: false,
    status: 'active',
    customer: session.customer ?? '',
    cancel_at: null,
    cancel_at_period_end: false,
    ended_at: null,
    latest_invoice: null,
    metadata: { ...metadata },
    items: {
      object: 'list',
      data: [{ price, current_period_start: start, current_period_end: monthAfter(start) }],
    },
  });
  const invoice = billPeriod(state, subscription, 'subscription_create', outcome);
  state.emit('customer.subscription.created', subscription);
  closeInvoice(state, invoice, outcome);
  return subscription;
}

/** The next period, paid or not. */
function renew(state: StripeState, id: string, outcome: 'paid' | 'failed'): Invoice {
  const subscription = running(state, id);
  for (const item of subscription.items.data) {
    item.current_period_start = item.current_period_end;
    item.current_period_end = monthAfter(item.current_period_end);
  }
  const invoice = billPeriod(state, subscription, 'subscription_cycle', outcome);
  return closePeriod(state, subscription, invoice, outcome);
}

/** Tries the newest unpaid invoice again. */
function tryAgain(state: StripeState, id: string, outcome: 'paid' | 'failed'): Invoice {
  const subscription = running(state, id);
  const invoice = state.invoices.get(subscription.latest_invoice ?? '');
  if (invoice.status !== 'open') throw invalid('Invoice is already paid');
  chargeAgain(state, intentOf(state, invoice.id), outcome);
  invoice.attempt_count += 1;
  return closePeriod(state, subscription, invoice, outcome);
}

function billPeriod(
  state: StripeState,
  subscription: Subscription,
  reason: Invoice['billing_reason'],
  outcome: Outcome,
): Invoice {
  const [item] = subscription.items.data;
  if (!item) throw new Error('a subscription without items');
  const { unit_amount: amount, currency } = item.price;
  const intent = charge(state, { amount, currency, customer: subscription.customer, metadata: {} }, outcome);
  return bill(state, intent, subscription, reason);
}

function closePeriod(
  state: StripeState,
  subscription: Subscription,
  invoice: Invoice,
  outcome: 'paid' | 'failed',
): Invoice {
  closeInvoice(state, invoice, outcome);
  setStatus(state, subscription, outcome === 'paid' ? 'active' : 'past_due');
  return invoice;
}

function setStatus(state: StripeState, subscription: Subscription, status: 'active' | 'past_due'): void {
  subscription.status = status;
  state.emit('customer.subscription.updated', subscription);
}

/**
 * Cancels with the period or takes that back. Stripe's own pages note a cancellation as a date only (flexible billing),
 * its API as the flag beside it.
 */
export function scheduleEnd(
  state: StripeState,
  id: string,
  change: 'by flag' | 'by date' | 'keep',
): Subscription {
  const subscription = running(state, id);
  const end = Math.max(...subscription.items.data.map((item) => item.current_period_end));
  subscription.cancel_at_period_end = change === 'by flag';
  subscription.cancel_at = change === 'keep' ? null : end;
  state.emit('customer.subscription.updated', subscription);
  return subscription;
}

export function endSubscription(state: StripeState, id: string): Subscription {
  const subscription = running(state, id);
  Object.assign(subscription, { status: 'canceled', ended_at: state.seconds() });
  state.emit('customer.subscription.deleted', subscription);
  return subscription;
}

function running(state: StripeState, id: string): Subscription {
  const subscription = state.subscriptions.get(id);
  if (subscription.status !== 'canceled') return subscription;
  throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
}

/** The newest charge of a session or a subscription. */
function paidCharge(state: StripeState, id: string): Charge {
  const { invoice, payment_intent = null } = state.sessions.has(id)
    ? state.sessions.get(id)
    : { invoice: state.subscriptions.get(id).latest_invoice };
  const intent = payment_intent ? state.intents.get(payment_intent) : intentOf(state, invoice ?? '');
  return state.charges.get(intent.latest_charge);
}

function intentOf(state: StripeState, invoiceId: string): Intent {
  const payment = state.invoicePayments.all().find(({ invoice }) => invoice === invoiceId);
  return state.intents.get(payment?.payment.payment_intent ?? '');
}

/** Gives money back, all that is left if no amount is named. */
function refund(state: StripeState, given: Charge, amount = given.amount - given.amount_refunded): Refund {
  if (given.status !== 'succeeded' || amount === 0 || given.amount_refunded + amount > given.amount) {
    const message = `Charge ${given.id} can not be refunded by ${amount}.`;
    throw new Refusal(400, { type: 'invalid_request_error', code: 'charge_already_refunded', message });
  }
  given.amount_refunded += amount;
  const made = state.refunds.add({ amount, charge: given.id, payment_intent: given.payment_intent });
  state.emit('charge.refunded', given);
  state.emit('refund.created', made);
  return made;
}

function openDispute(state: StripeState, given: Charge): Dispute {
  given.disputed = true;
  const { id, payment_intent } = given;
  const dispute = state.disputes.add({ charge: id, payment_intent, status: 'needs_response' });
  state.emit('charge.dispute.created', dispute);
  state.emit('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

function deleteCustomer(state: StripeState, sessionId: string): void {
  const id = state.sessions.get(sessionId).customer ?? '';
  for (const { customer, status, id: subscriptionId } of state.subscriptions.all()) {
    if (customer === id && status !== 'canceled') endSubscription(state, subscriptionId);
  }
  state.emit('customer.deleted', state.customers.remove(id));
}

/** The charge stays marked as disputed, also when the dispute was won. */
function closeDispute(state: StripeState, id: string, outcome: 'won' | 'lost'): Dispute {
  const dispute = state.disputes.get(id);
  dispute.status = outcome;
  state.emit('charge.dispute.closed', dispute);
  if (outcome === 'won') state.emit('charge.dispute.funds_reinstated', dispute);
  return dispute;
}

function monthAfter(seconds: number): number {
  const date = new Date(seconds * 1000);
  return Math.floor(date.setUTCMonth(date.getUTCMonth() + 1) / 1000);
}
