import { invalid } from './refusal.ts';
import type { StripeState } from './state.ts';

type Plain = Record<string, unknown>;

/**
 * A copy in which the named ids are replaced by their objects, as `expand[]` asks: `payment_intent.latest_charge`.
 * @throws Refusal for a field that can't be expanded.
 */
export function expand(state: StripeState, object: object, paths: string[]): object {
  const copy = structuredClone(object) as Plain;
  for (const path of paths) expandPath(state, copy, path.split('.'), path);
  return copy;
}

function expandPath(state: StripeState, target: Plain, [name = '', ...rest]: string[], path: string): void {
  if (name === 'data' && Array.isArray(target.data)) {
    for (const one of target.data) expandPath(state, one as Plain, rest, path);
    return;
  }
  if (name === 'payments' && target.object === 'invoice')
    target.payments = paymentsOf(state, String(target.id));
  if (name === 'line_items' && target.object === 'checkout.session')
    target.line_items = lineItemsOf(state, String(target.id));
  const shelf = shelves[name];
  if (!shelf && !(name in target)) throw invalid(`This property cannot be expanded (${path}).`, 'expand');
  const value = target[name];
  if (typeof value === 'string' && shelf) target[name] = structuredClone(state[shelf].get(value));
  const inner = target[name];
  if (rest.length > 0 && typeof inner === 'object' && inner !== null)
    expandPath(state, inner as Plain, rest, path);
}

const shelves: Record<
  string,
  'intents' | 'charges' | 'invoices' | 'subscriptions' | 'customers' | undefined
> = {
  payment_intent: 'intents',
  latest_charge: 'charges',
  charge: 'charges',
  invoice: 'invoices',
  latest_invoice: 'invoices',
  subscription: 'subscriptions',
  customer: 'customers',
};

/** The price and quantity of each line of a session. */
export function lineItemsOf(state: StripeState, id: string) {
  const data = structuredClone(state.lineItems.get(id) ?? []);
  return { object: 'list', url: `/v1/checkout/sessions/${id}/line_items`, has_more: false, data };
}

function paymentsOf(state: StripeState, id: string) {
  const data = state.invoicePayments.all().filter(({ invoice }) => invoice === id);
  return { object: 'list', url: '/v1/invoice_payments', has_more: false, data: structuredClone(data) };
}
