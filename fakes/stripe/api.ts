import * as z from 'zod';
import { endSubscription, expireSession, scheduleEnd } from './money.ts';
import { invalid, type Price, Refusal, type Session, type StripeState } from './state.ts';

export type Param = string | Param[] | Params;
export type Params = { [name: string]: Param };

type Call = (state: StripeState, id: string, params: Params) => object;

/** The part of Stripe's API that the product uses; `:id` is one segment of the path. */
const calls: Record<string, Call> = {
  'POST /v1/checkout/sessions': (state, _, params) => createSession(state, params),
  'GET /v1/checkout/sessions/:id': (state, id) => state.sessions.get(id, 'session'),
  'GET /v1/checkout/sessions/:id/line_items': (state, id) => lineItemsOf(state, id),
  'POST /v1/checkout/sessions/:id/expire': (state, id) => expireSession(state, id),
  'GET /v1/payment_intents/:id': (state, id) => state.intents.get(id, 'intent'),
  'GET /v1/charges/:id': (state, id) => state.charges.get(id),
  'GET /v1/invoices/:id': (state, id) => state.invoices.get(id),
  'GET /v1/invoice_payments': (state, _, params) => list(state.invoicePayments.all(), params, ['invoice']),
  'GET /v1/subscriptions/:id': (state, id) => state.subscriptions.get(id),
  'POST /v1/subscriptions/:id': updateSubscription,
  'DELETE /v1/subscriptions/:id': endSubscription,
  'GET /v1/disputes': (state, _, params) => list(state.disputes.all(), params, ['charge', 'payment_intent']),
  'GET /v1/disputes/:id': (state, id) => state.disputes.get(id),
  'POST /v1/billing_portal/sessions': (state, _, params) => createPortalSession(state, params),
};

const patterns = Object.entries(calls).map(([name, call]) => {
  const [method = '', path = ''] = name.split(' ');
  return { method, path: new RegExp(`^${path.replace(':id', '([^/]+)')}$`), call };
});

/** @throws Refusal for an address that the fake does not have. */
export function answerCall(state: StripeState, method: string, path: string, params: Params): object {
  for (const pattern of patterns) {
    const match = method === pattern.method ? pattern.path.exec(path) : null;
    if (match) return pattern.call(state, decodeURIComponent(match[1] ?? ''), params);
  }
  const message = `Unrecognized request URL (${method}: ${path}).`;
  throw new Refusal(404, { type: 'invalid_request_error', message });
}

/** Reads a form as Stripe does: `a[b]=1` and `a[0][b]=2` are objects and lists. */
export function readForm(form: string): Params {
  const root: Params = {};
  for (const [name, value] of new URLSearchParams(form)) {
    const path = name.replaceAll(']', '').split('[');
    const last = path.pop() ?? '';
    let target = root;
    for (const part of path) {
      const inner = target[part] ?? {};
      if (typeof inner === 'string' || Array.isArray(inner))
        throw invalid(`Invalid parameter: ${name}`, name);
      target[part] = inner;
      target = inner;
    }
    target[last] = value;
  }
  return withLists(root) as Params;
}

function withLists(value: Param): Param {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, withLists(inner)] as const);
  const isList = entries.length > 0 && entries.every(([name]) => /^\d+$/.test(name));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

const metadata = z.record(z.string(), z.string()).default({});
const copied = z.object({ metadata }).optional();

const branding = z.strictObject({
  display_name: z.string(),
  font_family: z.string(),
  border_style: z.enum(['rounded', 'rectangular', 'pill']),
  button_color: z.string().regex(/^#[0-9a-f]{6}$/),
  logo: z.strictObject({ type: z.literal('url'), url: z.url({ protocol: /^https$/ }) }).optional(),
});

/** Parameters of a checkout session; an unknown one is refused. */
const sessionForm = z.strictObject({
  mode: z.enum(['payment', 'subscription']),
  line_items: z.tuple([z.object({ price: z.string(), quantity: z.string() })]),
  success_url: z.url(),
  cancel_url: z.url().optional(),
  adaptive_pricing: z.strictObject({ enabled: z.enum(['true', 'false']) }).optional(),
  branding_settings: branding.optional(),
  custom_text: z.strictObject({ submit: z.strictObject({ message: z.string().max(1200) }) }).optional(),
  client_reference_id: z.string().optional(),
  customer: z.string().optional(),
  customer_email: z.string().optional(),
  customer_creation: z.literal('always').optional(),
  invoice_creation: z.object({ enabled: z.string() }).optional(),
  metadata,
  payment_intent_data: copied,
  subscription_data: copied,
});
type SessionForm = z.infer<typeof sessionForm>;

/** Creates a checkout session. @throws Refusal for whatever Stripe refuses. */
export function createSession(state: StripeState, params: Params): Session {
  const read = sessionForm.safeParse(params);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw invalid(
      issue?.message ?? '',
      issue?.path.join('.') || Object.keys(params).join(),
      'parameter_invalid',
    );
  }
  const form = read.data;
  refuseContradictions(state, form);
  const price = priceOf(state, form);
  const id = state.makeId('cs_test');
  const { unit_amount: amount_total, currency } = price;
  state.lineItems.set(id, [
    { id: state.makeId('li'), object: 'item', amount_total, price: { ...price }, quantity: 1 },
  ]);
  state.metadataToCopy.set(id, (form.payment_intent_data ?? form.subscription_data)?.metadata ?? {});
  return state.sessions.add(
    {
      livemode: false,
      mode: form.mode,
      status: 'open',
      payment_status: 'unpaid',
      url: `${state.pages}/pay/${id}`,
      success_url: form.success_url,
      cancel_url: form.cancel_url ?? null,
      client_reference_id: form.client_reference_id ?? null,
      customer: form.customer ?? null,
      customer_email: form.customer_email ?? null,
      invoice_creation: { enabled: form.invoice_creation?.enabled === 'true' },
      metadata: form.metadata,
      amount_total,
      currency,
      payment_intent: null,
      invoice: null,
      subscription: null,
    },
    id,
  );
}

function refuseContradictions(state: StripeState, form: SessionForm): void {
  const { mode, customer, customer_email: email, customer_creation: creation } = form;
  const foreign = mode === 'payment' ? 'subscription_data' : 'payment_intent_data';
  if (form[foreign]) throw invalid(`You can not pass \`${foreign}\` in \`${mode}\` mode.`, foreign);
  if (mode === 'subscription' && (creation || form.invoice_creation))
    throw invalid('`customer_creation` and `invoice_creation` need `payment` mode.', 'mode');
  if (customer && (email || creation))
    throw invalid('You may only specify one of these parameters: customer, customer_email.', 'customer');
  if (customer) state.customers.get(customer, 'customer');
  if (email && !/^[^@\s]+@[^@\s]+$/.test(email))
    throw invalid(`Invalid email address: ${email}`, 'customer_email', 'email_invalid');
}

function priceOf(state: StripeState, { mode, line_items: [item] }: SessionForm): Price {
  const param = 'line_items[0][price]';
  const price = state.prices.get(item.price, param);
  if ((mode === 'subscription') !== (price.recurring !== null))
    throw invalid(`The price ${price.id} can not be sold in \`${mode}\` mode.`, param);
  return price;
}

function updateSubscription(state: StripeState, id: string, params: Params) {
  const { cancel_at_period_end: flag, cancel_at: date } = params;
  if (flag !== undefined && date !== undefined)
    throw invalid('You may only specify one of these parameters: cancel_at, cancel_at_period_end.');
  return scheduleEnd(state, id, flag === 'true' ? 'by flag' : 'keep');
}

function createPortalSession(state: StripeState, { customer, return_url }: Params) {
  if (typeof customer !== 'string' || typeof return_url !== 'string')
    throw invalid('Missing customer or return_url.');
  state.customers.get(customer, 'customer');
  return {
    id: state.makeId('bps'),
    url: `${state.pages}/portal?${new URLSearchParams({ customer, return_url })}`,
  };
}

function list(all: Record<string, unknown>[], params: Params, filters: string[]) {
  const data = all.filter((one) => filters.every((name) => !(name in params) || one[name] === params[name]));
  return { object: 'list', data, has_more: false };
}

function lineItemsOf(state: StripeState, sessionId: string) {
  return { object: 'list', has_more: false, data: structuredClone(state.lineItems.get(sessionId) ?? []) };
}

type Plain = Record<string, unknown>;

/**
 * A copy in which the named ids are replaced by their objects, as `expand[]` asks: `payment_intent.latest_charge`.
 * @throws Refusal for a field that can't be expanded.
 */
export function expand(state: StripeState, object: object, paths: Param[]): object {
  const copy = structuredClone(object) as Plain;
  for (const path of paths) expandPath(state, copy, String(path).split('.'), String(path));
  return copy;
}

function expandPath(state: StripeState, target: Plain, [name = '', ...rest]: string[], path: string): void {
  if (name === 'payments' && target.object === 'invoice')
    target.payments = list(state.invoicePayments.all(), { invoice: String(target.id) }, ['invoice']);
  if (name === 'line_items') target.line_items = lineItemsOf(state, String(target.id));
  if (!(name in target)) throw invalid(`This property cannot be expanded (${path}).`, 'expand');
  const value = target[name];
  const shelf = shelves[name];
  if (typeof value === 'string' && shelf) target[name] = structuredClone(state[shelf].get(value));
  const inner = target[name];
  if (rest.length > 0 && typeof inner === 'object' && inner !== null)
    expandPath(state, inner as Plain, rest, path);
}

const shelves: Record<string, 'intents' | 'charges' | 'invoices' | 'subscriptions' | undefined> = {
  payment_intent: 'intents',
  latest_charge: 'charges',
  invoice: 'invoices',
  latest_invoice: 'invoices',
  subscription: 'subscriptions',
};
