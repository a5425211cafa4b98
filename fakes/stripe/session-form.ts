import { rememberMetadata } from './checkout.ts';
import { listAt, metadataAt, type Params, paramsAt, textAt } from './form.ts';
import { invalid, isNeeded } from './refusal.ts';
import type { Price, Session } from './shapes.ts';
import type { StripeState } from './state.ts';

/** POST /v1/checkout/sessions: refuses what Stripe refuses, by the names of its parameters. */
export function createSession(state: StripeState, params: Params): Session {
  refuseUnknown(params);
  const mode = modeOf(params);
  const price = priceOf(state, params, mode);
  const metadata = metadataAt(params);
  const id = state.makeId('cs_test');
  const created = state.seconds();
  const session = state.sessions.put({
    id,
    object: 'checkout.session',
    livemode: false,
    created,
    expires_at: created + 86_400,
    mode,
    status: 'open',
    payment_status: 'unpaid',
    url: `${state.pages}/pay/${id}`,
    success_url: urlAt(params, 'success_url', true) ?? '',
    cancel_url: urlAt(params, 'cancel_url', false),
    client_reference_id: textAt(params, 'client_reference_id'),
    ...customerIn(state, params, mode),
    invoice_creation: invoiceCreationIn(params, mode),
    metadata,
    amount_total: price.unit_amount,
    currency: price.currency,
    payment_intent: null,
    invoice: null,
    subscription: null,
  });
  const made = paramsAt(params, mode === 'payment' ? 'payment_intent_data' : 'subscription_data');
  rememberMetadata(session, metadataAt(made));
  const { unit_amount: amount_total, currency } = price;
  const item = {
    id: state.makeId('li'),
    object: 'item',
    amount_total,
    currency,
    price: { ...price },
    quantity: 1,
  } as const;
  state.lineItems.set(id, [item]);
  return session;
}

const known = new Set([
  'mode',
  'line_items',
  'success_url',
  'cancel_url',
  'client_reference_id',
  'customer',
  'customer_email',
  'customer_creation',
  'invoice_creation',
  'metadata',
  'payment_intent_data',
  'subscription_data',
  'expand',
]);

function refuseUnknown(params: Params): void {
  const unknown = Object.keys(params).find((name) => !known.has(name));
  if (unknown) throw invalid(`Received unknown parameter: ${unknown}`, unknown, 'parameter_unknown');
}

function modeOf(params: Params): Session['mode'] {
  const mode = textAt(params, 'mode');
  if (!mode) throw isNeeded('mode');
  if (mode !== 'payment' && mode !== 'subscription')
    throw invalid('Invalid mode: must be one of payment or subscription', 'mode');
  const foreign = mode === 'payment' ? 'subscription_data' : 'payment_intent_data';
  if (params[foreign]) throw invalid(`You can not pass \`${foreign}\` in \`${mode}\` mode.`, foreign);
  return mode;
}

function priceOf(state: StripeState, params: Params, mode: Session['mode']): Price {
  const [item] = listAt(params, 'line_items');
  if (typeof item !== 'object' || Array.isArray(item)) throw isNeeded('line_items');
  const param = 'line_items[0][price]';
  const id = textAt(item, 'price');
  if (!id) throw isNeeded(param);
  if (!textAt(item, 'quantity')) throw isNeeded('line_items[0][quantity]');
  const price = state.prices.get(id, param);
  if (mode === 'payment' && price.recurring)
    throw invalid('You specified `payment` mode but passed a recurring price.', param);
  if (mode === 'subscription' && !price.recurring)
    throw invalid('You must provide at least one recurring price in `subscription` mode.', param);
  return price;
}

function customerIn(state: StripeState, params: Params, mode: Session['mode']) {
  const customer = textAt(params, 'customer');
  const email = textAt(params, 'customer_email');
  const creation = textAt(params, 'customer_creation');
  const both = 'You may only specify one of these parameters: customer,';
  if (customer && email) throw invalid(`${both} customer_email.`, 'customer');
  if (customer && creation) throw invalid(`${both} customer_creation.`, 'customer');
  if (creation && mode === 'subscription')
    throw invalid('`customer_creation` can only be used in `payment` and `setup` mode.', 'customer_creation');
  if (customer) state.customers.get(customer, 'customer');
  if (email !== null && !/^[^@\s]+@[^@\s]+$/.test(email))
    throw invalid(`Invalid email address: ${email}`, 'customer_email', 'email_invalid');
  const isMade = creation === 'always' || mode === 'subscription';
  return {
    customer,
    customer_email: email,
    customer_creation: isMade ? ('always' as const) : ('if_required' as const),
  };
}

function invoiceCreationIn(params: Params, mode: Session['mode']) {
  if (!params.invoice_creation) return null;
  if (mode === 'payment')
    return { enabled: textAt(paramsAt(params, 'invoice_creation'), 'enabled') === 'true' };
  throw invalid('You can only enable invoice creation in `payment` mode.', 'invoice_creation');
}

function urlAt(params: Params, name: string, isRequired: boolean): string | null {
  const url = textAt(params, name);
  if (!url && isRequired) throw isNeeded(name);
  if (url && !URL.canParse(url)) throw invalid('Not a valid URL', name, 'url_invalid');
  return url;
}
