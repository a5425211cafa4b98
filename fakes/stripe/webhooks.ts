import { Stripe } from 'stripe';
import type { StripeEvent } from './state.ts';

type Delivery = {
  /** Another address than the one that was set. */
  to?: string;
  /** Another secret than the product's. */
  secret?: string;
  /** Milliseconds since 1970. */
  signedAt?: number;
};

export type Webhooks = ReturnType<typeof makeWebhooks>;

/** Sends events to the product, signed as Stripe signs them. */
export function makeWebhooks(secret: string, now: () => number) {
  const stripe = new Stripe('sk_test_any');
  const sent: { type: string; status: number }[] = [];
  const running = new Set<Promise<unknown>>();
  let url: string | null = null;
  let isPaused = false;
  let queue: Promise<unknown> = Promise.resolve();

  /** The request that delivers an event. */
  function sign(event: StripeEvent, delivery: Delivery = {}) {
    const payload = JSON.stringify(event);
    const signature = stripe.webhooks.generateTestHeaderString({
      payload,
      secret: delivery.secret ?? secret,
      timestamp: Math.floor((delivery.signedAt ?? now()) / 1000),
    });
    return {
      method: 'POST',
      body: payload,
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    };
  }

  async function post(event: StripeEvent, delivery: Delivery): Promise<number> {
    const to = delivery.to ?? url;
    if (!to) return 0;
    // A product that is down does not respond; Stripe notes that and tries again later.
    const status = await fetch(to, sign(event, delivery))
      .then(async (response) => {
        await response.arrayBuffer();
        return response.status;
      })
      .catch(() => 0);
    sent.push({ type: event.type, status });
    return status;
  }

  async function deliver(events: StripeEvent[], delivery: Delivery = {}): Promise<number[]> {
    const statuses: number[] = [];
    for (const event of events) statuses.push(await post(event, delivery));
    return statuses;
  }

  function tracked<T>(work: Promise<T>): Promise<T> {
    running.add(work);
    return work.finally(() => running.delete(work));
  }

  return {
    /** Every delivery with its status; 0 for no response. */
    sent,
    sign,
    sendTo: (next: string | null) => {
      url = next;
    },
    /** Stops sending new events, or goes on. */
    pause: (next: boolean) => {
      isPaused = next;
    },
    announce: (event: StripeEvent) => {
      if (isPaused || !url) return;
      queue = queue.then(() => post(event, {}));
      void tracked(queue);
    },
    /** Sends these now, one after the other, however often they were sent before. @returns the statuses. */
    deliver: (events: StripeEvent[], delivery?: Delivery) => tracked(deliver(events, delivery)),
    /** Resolves when everything that was to be sent has a response. */
    delivered: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
