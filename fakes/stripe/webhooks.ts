import { Stripe } from 'stripe';
import type { StripeEvent } from './shapes.ts';

export type Delivery = {
  /** Another address than the one that was set. */
  to?: string;
  /** Another one than the product knows. */
  secret?: string;
  /** Milliseconds since 1970. */
  signedAt?: number;
  /** Cuts the end of the body off after it was signed. */
  truncated?: boolean;
};

type Sent = { eventId: string; type: string; status: number };

export type Webhooks = ReturnType<typeof makeWebhooks>;

/** Sends events to the product, signed as Stripe signs them. */
export function makeWebhooks(settings: { secret: string; url: string | null; now: () => number }) {
  const stripe = new Stripe('sk_test_stand_in');
  const sent: Sent[] = [];
  let url = settings.url;
  let holdsBack = false;
  let tail: Promise<unknown> = Promise.resolve();
  const under = new Set<Promise<unknown>>();

  async function post(event: StripeEvent, delivery: Delivery): Promise<number> {
    const to = delivery.to ?? url;
    if (!to) return 0;
    const payload = JSON.stringify(event);
    const signature = stripe.webhooks.generateTestHeaderString({
      payload,
      secret: delivery.secret ?? settings.secret,
      timestamp: Math.floor((delivery.signedAt ?? settings.now()) / 1000),
    });
    const body = delivery.truncated ? payload.slice(0, -20) : payload;
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
    // A product that is down answers nothing; Stripe notes that and tries again later.
    const status = await fetch(to, { method: 'POST', headers, body })
      .then(async (response) => {
        await response.arrayBuffer();
        return response.status;
      })
      .catch(() => 0);
    sent.push({ eventId: event.id, type: event.type, status });
    return status;
  }

  async function deliver(events: StripeEvent[], delivery: Delivery = {}): Promise<number[]> {
    const statuses: number[] = [];
    for (const event of events) statuses.push(await post(event, delivery));
    return statuses;
  }

  async function tracked<T>(work: Promise<T>): Promise<T> {
    under.add(work);
    try {
      return await work;
    } finally {
      under.delete(work);
    }
  }

  return {
    /** What was sent and how it was answered; 0 for no answer. */
    sent,
    /** Where the product listens. */
    sendTo: (next: string | null) => {
      url = next;
    },
    /** Holds new events back, or sends them as they happen. */
    holdBack: (next: boolean) => {
      holdsBack = next;
    },
    announce: (event: StripeEvent) => {
      if (holdsBack || !url) return;
      tail = tail.then(() => post(event, {}));
      void tracked(tail);
    },
    /** Sends these now, one after the other, however often they were sent before; tells the statuses. */
    deliver: (events: StripeEvent[], delivery?: Delivery) => tracked(deliver(events, delivery)),
    /** Resolves when everything that was to be sent is answered. */
    delivered: async () => {
      while (under.size > 0) await Promise.all(under);
    },
  };
}
