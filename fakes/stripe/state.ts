import { randomBytes } from 'node:crypto';
import { Stripe } from 'stripe';
import { Refusal } from './refusal.ts';
import type {
  Charge,
  Customer,
  Dispute,
  Intent,
  Invoice,
  InvoicePayment,
  LineItem,
  Price,
  Refund,
  Session,
  StripeEvent,
  StripeObject,
  Subscription,
} from './shapes.ts';

export type StripeState = ReturnType<typeof makeState>;

/** Everything the fake knows, by id; `emit` makes an event of an object as it is at that moment. */
export function makeState({ now, announce }: { now: () => number; announce: (event: StripeEvent) => void }) {
  const events: StripeEvent[] = [];
  const seconds = () => Math.floor(now() / 1000);
  let secondsOfLast = 0;
  return {
    /** Where its pages are; known once it listens. */
    pages: '',
    prices: new Shelf<Price>('price'),
    customers: new Shelf<Customer>('customer'),
    sessions: new Shelf<Session>('checkout.session'),
    /** By the id of their session. */
    lineItems: new Map<string, LineItem[]>(),
    intents: new Shelf<Intent>('payment_intent'),
    charges: new Shelf<Charge>('charge'),
    invoices: new Shelf<Invoice>('invoice'),
    invoicePayments: new Shelf<InvoicePayment>('invoice_payment'),
    subscriptions: new Shelf<Subscription>('subscription'),
    refunds: new Shelf<Refund>('refund'),
    disputes: new Shelf<Dispute>('dispute'),
    events,
    seconds,
    makeId: (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`,
    emit(type: string, object: StripeObject): void {
      secondsOfLast = Math.max(secondsOfLast, seconds());
      const event: StripeEvent = {
        id: `evt_${randomBytes(12).toString('hex')}`,
        object: 'event',
        api_version: Stripe.API_VERSION,
        created: secondsOfLast,
        livemode: false,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
        type,
        data: { object: structuredClone(object) },
      };
      events.push(event);
      announce(event);
    },
  };
}

/** The objects of one kind. */
class Shelf<T extends StripeObject> {
  private readonly kind: string;
  private readonly objects = new Map<string, T>();

  constructor(kind: string) {
    this.kind = kind;
  }

  put(object: T): T {
    this.objects.set(object.id, object);
    return object;
  }

  /** @throws Refusal that names the parameter, as Stripe does. */
  get(id: string, param = 'id'): T {
    const object = this.objects.get(id);
    if (object) return object;
    throw new Refusal(404, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: `No such ${this.kind}: '${id}'`,
      param,
    });
  }

  has(id: string): boolean {
    return this.objects.has(id);
  }

  remove(id: string): void {
    this.objects.delete(id);
  }

  /** Newest first, as Stripe lists them. */
  all(): T[] {
    return [...this.objects.values()].reverse();
  }
}
