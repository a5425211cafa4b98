import { setTimeout as sleep } from 'node:timers/promises';
import type { StripeStandIn } from '#e2e/stand-ins/stripe.ts';
import type { StripeEvent } from '#e2e/stand-ins/stripe-shapes.ts';

const lanes = 8;
const patienceMs = 600_000;

/** Takes what lies there in any order; what was not acknowledged comes again, as Stripe does it. */
export type Pile = { add(event: StripeEvent): void; take(): StripeEvent | undefined; size(): number };

export function pileOf(events: StripeEvent[], copies: number, random: () => number): Pile {
  const waiting = events.flatMap((event) => Array<StripeEvent>(copies).fill(event));
  return {
    add: (event) => void waiting.push(event),
    size: () => waiting.length,
    take() {
      const place = Math.floor(random() * waiting.length);
      const [last] = waiting.splice(-1);
      if (!last || place === waiting.length) return last;
      const taken = waiting[place];
      waiting[place] = last;
      return taken;
    },
  };
}

type Delivery = {
  stripe: StripeStandIn;
  pile: Pile;
  /** Where the next one goes. */
  target: () => string;
  /** Called after each acknowledged delivery with their number; more may be put on the pile meanwhile. */
  acknowledged?: (count: number) => void;
};

type Delivered = { lost: number; seconds: number };

/** @returns how many deliveries nobody has acknowledged, and how long it took. @throws when one is refused. */
export async function deliverAll({
  stripe,
  pile,
  target,
  acknowledged = () => {},
}: Delivery): Promise<Delivered> {
  const began = Date.now();
  const giveUpAt = began + patienceMs;
  let count = 0;
  let lost = 0;
  async function work(): Promise<void> {
    for (let event = pile.take(); event; event = pile.take()) {
      if (Date.now() > giveUpAt)
        throw new Error(`${pile.size()} deliveries are left after ${patienceMs} ms.`);
      const [status = 0] = await stripe.webhooks.deliver([event], { to: target(), signedAt: Date.now() });
      if (status === 200) {
        count += 1;
        acknowledged(count);
        continue;
      }
      // A process that is being killed answers nothing; anything else is a fault.
      if (status !== 0) throw new Error(`${event.type} ${event.id} was answered with ${status}.`);
      lost += 1;
      pile.add(event);
      await sleep(200);
    }
  }
  await Promise.all(Array.from({ length: lanes }, work));
  return { lost, seconds: (Date.now() - began) / 1_000 };
}
