/** The objects of a fake of Stripe, with the fields that tests and the product look at. */

type Metadata = Record<string, string>;

export type Price = {
  id: string;
  object: 'price';
  active: boolean;
  currency: string;
  unit_amount: number;
  type: 'one_time' | 'recurring';
  recurring: { interval: 'month'; interval_count: 1 } | null;
};

export type Customer = {
  id: string;
  object: 'customer';
  created: number;
  email: string | null;
  metadata: Metadata;
};

export type Session = {
  id: string;
  object: 'checkout.session';
  livemode: boolean;
  created: number;
  expires_at: number;
  mode: 'payment' | 'subscription';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid' | 'no_payment_required';
  url: string | null;
  success_url: string;
  cancel_url: string | null;
  client_reference_id: string | null;
  customer: string | null;
  customer_email: string | null;
  customer_creation: 'always' | 'if_required' | null;
  invoice_creation: { enabled: boolean } | null;
  metadata: Metadata;
  amount_total: number;
  currency: string;
  payment_intent: string | null;
  invoice: string | null;
  subscription: string | null;
};

export type LineItem = {
  id: string;
  object: 'item';
  amount_total: number;
  currency: string;
  price: Price;
  quantity: 1;
};

export type Intent = {
  id: string;
  object: 'payment_intent';
  created: number;
  amount: number;
  amount_received: number;
  currency: string;
  status: 'processing' | 'succeeded' | 'requires_payment_method';
  customer: string | null;
  latest_charge: string | null;
  last_payment_error: { type: 'card_error'; code: string; message: string } | null;
  metadata: Metadata;
};

export type Charge = {
  id: string;
  object: 'charge';
  created: number;
  amount: number;
  amount_refunded: number;
  currency: string;
  status: 'succeeded' | 'pending' | 'failed';
  paid: boolean;
  refunded: boolean;
  disputed: boolean;
  customer: string | null;
  payment_intent: string;
  receipt_url: string | null;
  metadata: Metadata;
};

export type Invoice = {
  id: string;
  object: 'invoice';
  created: number;
  status: 'open' | 'paid' | 'void';
  billing_reason: 'manual' | 'subscription_create' | 'subscription_cycle';
  amount_due: number;
  amount_paid: number;
  attempt_count: number;
  currency: string;
  customer: string | null;
  hosted_invoice_url: string;
  parent: {
    type: 'subscription_details';
    subscription_details: { subscription: string; metadata: Metadata };
    quote_details: null;
  } | null;
  status_transitions: { paid_at: number | null };
  metadata: Metadata;
};

export type InvoicePayment = {
  id: string;
  object: 'invoice_payment';
  created: number;
  invoice: string;
  status: 'open' | 'paid';
  is_default: boolean;
  amount_requested: number;
  amount_paid: number | null;
  currency: string;
  payment: { type: 'payment_intent'; payment_intent: string };
};

export type Subscription = {
  id: string;
  object: 'subscription';
  livemode: boolean;
  created: number;
  status: 'active' | 'past_due' | 'canceled';
  customer: string;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  ended_at: number | null;
  latest_invoice: string | null;
  metadata: Metadata;
  items: {
    object: 'list';
    has_more: false;
    data: {
      id: string;
      object: 'subscription_item';
      price: Price;
      quantity: 1;
      current_period_start: number;
      current_period_end: number;
    }[];
  };
};

export type Refund = {
  id: string;
  object: 'refund';
  created: number;
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  status: 'succeeded';
};

export type Dispute = {
  id: string;
  object: 'dispute';
  created: number;
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  reason: string;
  status: 'needs_response' | 'won' | 'lost';
};

export type StripeObject =
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
  pending_webhooks: number;
  request: { id: null; idempotency_key: null };
  type: string;
  data: { object: StripeObject };
};
