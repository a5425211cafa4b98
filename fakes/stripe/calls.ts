import { expire } from './checkout.ts';
import { lineItemsOf } from './expand.ts';
import { metadataAt, type Params, textAt } from './form.ts';
import { refund } from './money.ts';
import { invalid, isNeeded, Refusal } from './refusal.ts';
import { createSession } from './session-form.ts';
import type { StripeState } from './state.ts';
import { end, schedule } from './subscriptions.ts';

type Call = (state: StripeState, id: string, params: Params) => object;

/** The part of Stripe's API that the fake has; `:id` is one segment of the path. */
const calls: Record<string, Call> = {
  'POST /v1/checkout/sessions': (state, _, params) => createSession(state, params),
  'GET /v1/checkout/sessions/:id': (state, id) => state.sessions.get(id, 'session'),
  'GET /v1/checkout/sessions/:id/line_items': (state, id) =>
    lineItemsOf(state, state.sessions.get(id, 'session').id),
  'POST /v1/checkout/sessions/:id/expire': (state, id) => expire(state, id),
  'GET /v1/prices/:id': (state, id) => state.prices.get(id, 'price'),
  'POST /v1/customers': (state, _, params) => createCustomer(state, params),
  'GET /v1/customers/:id': (state, id) => state.customers.get(id),
  'DELETE /v1/customers/:id': (state, id) => {
    state.customers.get(id);
    state.customers.remove(id);
    return { id, object: 'customer', deleted: true };
  },
  'GET /v1/payment_intents/:id': (state, id) => state.intents.get(id, 'intent'),
  'GET /v1/charges/:id': (state, id) => state.charges.get(id),
  'GET /v1/invoices/:id': (state, id) => state.invoices.get(id),
  'GET /v1/invoice_payments': (state, _, params) =>
    list('/v1/invoice_payments', state.invoicePayments.all(), params, ['invoice']),
  'GET /v1/subscriptions/:id': (state, id) => state.subscriptions.get(id),
  'POST /v1/subscriptions/:id': (state, id, params) => updateSubscription(state, id, params),
  'DELETE /v1/subscriptions/:id': (state, id) => end(state, id),
  'POST /v1/refunds': (state, _, params) => createRefund(state, params),
  'GET /v1/refunds/:id': (state, id) => state.refunds.get(id),
  'GET /v1/disputes': (state, _, params) =>
    list('/v1/disputes', state.disputes.all(), params, ['charge', 'payment_intent']),
  'GET /v1/disputes/:id': (state, id) => state.disputes.get(id),
  'GET /v1/events': (state, _, params) => list('/v1/events', [...state.events].reverse(), params, ['type']),
  'GET /v1/events/:id': (state, id) => {
    const event = state.events.find((one) => one.id === id);
    if (event) return event;
    const message = `No such event: '${id}'`;
    throw new Refusal(404, { type: 'invalid_request_error', code: 'resource_missing', message, param: 'id' });
  },
  'POST /v1/billing_portal/sessions': (state, _, params) => createPortalSession(state, params),
};

const patterns = Object.entries(calls).map(([name, call]) => {
  const [method = '', path = ''] = name.split(' ');
  return { method, path: new RegExp(`^${path.replace(':id', '([^/]+)')}$`), call };
});

/** @throws Refusal, with Stripe's words for an address that it does not have. */
export function answerCall(state: StripeState, method: string, path: string, params: Params): object {
  for (const pattern of patterns) {
    const match = method === pattern.method ? pattern.path.exec(path) : null;
    if (match) return pattern.call(state, decodeURIComponent(match[1] ?? ''), params);
  }
  const message = `Unrecognized request URL (${method}: ${path}).`;
  throw new Refusal(404, { type: 'invalid_request_error', message });
}

type Listed = { id: string } & Record<string, unknown>;

function list(url: string, all: { id: string }[], params: Params, filters: string[]) {
  const wanted = filters.flatMap((name) => {
    const value = textAt(params, name);
    return value === null ? [] : [[name, value] as const];
  });
  const found = all.filter((one) => wanted.every(([name, value]) => (one as Listed)[name] === value));
  const after = textAt(params, 'starting_after');
  const rest = after ? found.slice(found.findIndex(({ id }) => id === after) + 1) : found;
  const limit = Math.min(100, Number(textAt(params, 'limit') ?? 10));
  return { object: 'list', url, data: rest.slice(0, limit), has_more: rest.length > limit };
}

function createCustomer(state: StripeState, params: Params) {
  const customer = state.customers.put({
    id: state.makeId('cus'),
    object: 'customer',
    created: state.seconds(),
    email: textAt(params, 'email'),
    metadata: metadataAt(params),
  });
  state.emit('customer.created', customer);
  return customer;
}

function updateSubscription(state: StripeState, id: string, params: Params) {
  const flag = textAt(params, 'cancel_at_period_end');
  const date = textAt(params, 'cancel_at');
  if (flag !== null && date !== null)
    throw invalid(
      'You may only specify one of these parameters: cancel_at, cancel_at_period_end.',
      'cancel_at',
    );
  if (flag === null && date === null) return state.subscriptions.get(id);
  return schedule(state, id, flag === 'true' ? 'by flag' : date ? 'by date' : 'keep');
}

function createRefund(state: StripeState, params: Params) {
  const intent = textAt(params, 'payment_intent');
  const charge = intent
    ? state.intents.get(intent, 'payment_intent').latest_charge
    : textAt(params, 'charge');
  if (!charge) throw isNeeded('charge');
  const amount = textAt(params, 'amount');
  return refund(state, state.charges.get(charge, 'charge'), amount === null ? undefined : Number(amount));
}

function createPortalSession(state: StripeState, params: Params) {
  const customer = textAt(params, 'customer');
  if (!customer) throw isNeeded('customer');
  state.customers.get(customer, 'customer');
  const return_url = textAt(params, 'return_url') ?? '';
  const query = new URLSearchParams({ customer, return_url });
  return {
    id: state.makeId('bps'),
    object: 'billing_portal.session',
    created: state.seconds(),
    customer,
    return_url,
    url: `${state.pages}/portal?${query}`,
  };
}
