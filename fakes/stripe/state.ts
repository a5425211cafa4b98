import { randomBytes } from 'node:crypto';
import { Stripe } from 'stripe';

/** The objects of a fake of Stripe, with the fields that tests and the product read. */
type Stored<Kind extends string> = { id: string; object: Kind; created: number };
type Metadata = Record<string, string>;

export type Price = Stored<'price'> & {
  currency: string;
  unit_amount: number;
  recurring: { interval: 'month'; interval_count: 1 } | null;
};

export type Customer = Stored<'customer'> & { email: string | null };

export type Session = Stored<'checkout.session'> & {
  livemode: boolean;
  mode: 'payment' | 'subscription';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  url: string | null;
  success_url: string;
  cancel_url: string | null;
  client_reference_id: string | null;
  customer: string | null;
  customer_email: string | null;
  invoice_creation: { enabled: boolean };
  metadata: Metadata;
  amount_total: number;
  currency: string;
  payment_intent: string | null;
  invoice: string | null;
  subscription: string | null;
};

type LineItem = { id: string; object: 'item'; amount_total: number; price: Price; quantity: 1 };

export type Intent = Stored<'payment_intent'> & {
  amount: number;
  currency: string;
  status: 'processing' | 'succeeded' | 'requires_payment_method';
  customer: string;
  latest_charge: string;
  metadata: Metadata;
};

export type Charge = Stored<'charge'> & {
  amount: number;
  amount_refunded: number;
  currency: string;
  status: 'succeeded' | 'pending' | 'failed';
  disputed: boolean;
  customer: string;
  payment_intent: string;
  receipt_url: string | null;
};

export type Invoice = Stored<'invoice'> & {
  status: 'open' | 'paid';
  billing_reason: 'manual' | 'subscription_create' | 'subscription_cycle';
  amount_due: number;
  amount_paid: number;
  attempt_count: number;
  currency: string;
  customer: string;
  hosted_invoice_url: string;
  parent: { subscription_details: { subscription: string; metadata: Metadata } } | null;
  status_transitions: { paid_at: number | null };
};

type InvoicePayment = Stored<'invoice_payment'> & {
  invoice: string;
  status: 'open' | 'paid';
  payment: { type: 'payment_intent'; payment_intent: string };
};

export type Subscription = Stored<'subscription'> & {
  livemode: boolean;
  status: 'active' | 'past_due' | 'canceled';
  customer: string;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  ended_at: number | null;
  latest_invoice: string | null;
  metadata: Metadata;
  items: {
    object: 'list';
    data: { price: Price; current_period_start: number; current_period_end: number }[];
  };
};

export type Refund = Stored<'refund'> & { amount: number; charge: string; payment_intent: string };

export type Dispute = Stored<'dispute'> & {
  charge: string;
  payment_intent: string;
  status: 'needs_response' | 'won' | 'lost';
};

type StripeObject =
  | Price
  | Customer
  | Session
  | Intent
  | Charge
  | Invoice
  | InvoicePayment
  | Subscription
  | Refund
  | Dispute;

export type StripeEvent = {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  livemode: boolean;
  type: string;
  data: { object: StripeObject };
};

/** An error response in Stripe's form. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: { error: { type: string; code?: string; message: string; param?: string } };

  constructor(status: number, error: Refusal['body']['error']) {
    super(error.message);
    this.status = status;
    this.body = { error };
  }
}

export function invalid(message: string, param?: string, code?: string): Refusal {
  return new Refusal(400, { type: 'invalid_request_error', message, param, code });
}

export type StripeState = ReturnType<typeof makeState>;

/** Everything the fake knows, by id; `emit` makes an event of an object as it is at that moment. */
export function makeState({ now, announce }: { now: () => number; announce: (event: StripeEvent) => void }) {
  const events: StripeEvent[] = [];
  const seconds = () => Math.floor(now() / 1000);
  const shelf = <T extends StripeObject>(object: T['object'], prefix: string) =>
    makeShelf<T>(object, prefix, seconds);
  return {
    /** Address of its pages; known once it listens. */
    pages: '',
    prices: shelf<Price>('price', 'price'),
    customers: shelf<Customer>('customer', 'cus'),
    sessions: shelf<Session>('checkout.session', 'cs_test'),
    /** By the id of their session. */
    lineItems: new Map<string, LineItem[]>(),
    /** By session: the metadata of what it will make, which Stripe does not show on the session. */
    metadataToCopy: new Map<string, Metadata>(),
    intents: shelf<Intent>('payment_intent', 'pi'),
    charges: shelf<Charge>('charge', 'ch'),
    invoices: shelf<Invoice>('invoice', 'in'),
    invoicePayments: shelf<InvoicePayment>('invoice_payment', 'inpay'),
    subscriptions: shelf<Subscription>('subscription', 'sub'),
    refunds: shelf<Refund>('refund', 're'),
    disputes: shelf<Dispute>('dispute', 'dp'),
    events,
    seconds,
    makeId,
    emit(type: string, object: StripeObject): void {
      const event: StripeEvent = {
        id: makeId('evt'),
        object: 'event',
        api_version: Stripe.API_VERSION,
        created: seconds(),
        livemode: false,
        type,
        data: { object: structuredClone(object) },
      };
      events.push(event);
      announce(event);
    },
  };
}

function makeId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

/** The objects of one kind. */
function makeShelf<T extends StripeObject>(object: T['object'], prefix: string, seconds: () => number) {
  const objects = new Map<string, T>();
  return {
    add(fields: Omit<T, 'id' | 'object' | 'created'>, id = makeId(prefix)): T {
      // A generic rest type can't be put together again for the compiler.
      const added = { id, object, created: seconds(), ...fields } as unknown as T;
      objects.set(id, added);
      return added;
    },

    /** @throws Refusal that names the parameter, as Stripe does. */
    get(id: string, param = 'id'): T {
      const found = objects.get(id);
      if (found) return found;
      const message = `No such ${object}: '${id}'`;
      throw new Refusal(404, { type: 'invalid_request_error', code: 'resource_missing', message, param });
    },

    has: (id: string) => objects.has(id),

    /** @throws as `get` does. */
    remove(id: string): T {
      const found = this.get(id);
      objects.delete(id);
      return found;
    },

    /** Newest first, as Stripe lists them. */
    all: () => [...objects.values()].reverse(),
  };
}
