import * as z from 'zod';

/**
 * The parts of Stripe's objects that are read here. Webhooks come in the version of the account, answers in that of the
 * SDK; where a field has moved between them (2025-03-31) both places are known.
 */

const id = z.string().min(1).max(255);
const seconds = z.number().nonnegative();
const amount = z.number().int();
const metadata = z.nullish(z.record(z.string(), z.string()));

/** An id, whether or not its object was expanded. */
const reference = z.nullish(
  z.union([id, z.object({ id })]).transform((given) => (typeof given === 'string' ? given : given.id)),
);

/** The object if it was expanded, else its id. */
const expandable = <T extends z.ZodType>(schema: T) => z.nullish(z.union([id, schema]));

export const charge = z.object({
  id,
  payment_intent: reference,
  amount_refunded: amount.default(0),
  disputed: z.boolean().default(false),
  receipt_url: z.nullish(z.string()),
  created: z.nullish(seconds),
});
export type Charge = z.infer<typeof charge>;

export const paymentIntent = z.object({
  id,
  status: z.nullish(z.string()),
  latest_charge: expandable(charge),
});
export type PaymentIntent = z.infer<typeof paymentIntent>;

const invoicePayment = z.object({
  status: z.nullish(z.string()),
  payment: z.object({ payment_intent: reference, charge: reference }),
});
export const invoicePayments = z.object({ data: z.array(invoicePayment) });

export const invoice = z.object({
  id,
  status: z.nullish(z.string()),
  billing_reason: z.nullish(z.string()),
  amount_paid: amount.default(0),
  attempt_count: z.number().int().default(0),
  currency: z.string().default('usd'),
  created: seconds,
  hosted_invoice_url: z.nullish(z.string()),
  status_transitions: z.nullish(z.object({ paid_at: z.nullish(seconds) })),
  parent: z.nullish(
    z.object({ subscription_details: z.nullish(z.object({ subscription: reference, metadata })) }),
  ),
  payments: z.nullish(invoicePayments),
  subscription: reference,
  payment_intent: reference,
});
export type Invoice = z.infer<typeof invoice>;

const livemode = z.optional(z.boolean());

export const subscription = z.object({
  id,
  livemode,
  status: z.string(),
  metadata,
  customer: reference,
  created: seconds,
  cancel_at_period_end: z.boolean().default(false),
  cancel_at: z.nullish(seconds),
  ended_at: z.nullish(seconds),
  latest_invoice: expandable(invoice),
  current_period_end: z.nullish(seconds),
  items: z.nullish(
    z.object({ data: z.array(z.object({ current_period_end: z.nullish(seconds), price: reference })) }),
  ),
});
export type StripeSubscription = z.infer<typeof subscription>;

/** The lines of a session, each with its price. */
export const lineItems = z.object({ data: z.array(z.object({ price: reference })) });

export const session = z.object({
  id,
  livemode,
  status: z.nullish(z.string()),
  payment_status: z.nullish(z.string()),
  url: z.nullish(z.string()),
  client_reference_id: z.nullish(z.string()),
  metadata,
  customer: reference,
  created: seconds,
  amount_total: z.nullish(amount),
  currency: z.nullish(z.string()),
  line_items: z.nullish(lineItems),
  payment_intent: expandable(paymentIntent),
  invoice: expandable(invoice),
  subscription: expandable(subscription),
});
export type StripeSession = z.infer<typeof session>;

/** An open session needs a URL to send people to. */
export const openedSession = z.object({
  id,
  url: z.url({ protocol: /^https?$/ }),
  amount_total: z.nullish(amount),
  currency: z.nullish(z.string()),
});

export const portalSession = z.object({ url: z.url({ protocol: /^https?$/ }) });

export const disputes = z.object({ data: z.array(z.object({ id, status: z.string() })) });

/** A charge, or a refund or dispute of one; a refund lacks the whole amount. */
export const chargeReference = z.object({
  id,
  charge: reference,
  payment_intent: reference,
  amount_refunded: z.nullish(amount),
  status: z.nullish(z.string()),
});

export const event = z.object({
  id,
  type: z.string().min(1),
  livemode,
  created: seconds,
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});

/** Every object that events are about has one. */
export const named = z.object({ id });
