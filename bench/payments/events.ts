import { setTimeout as sleep } from 'node:timers/promises';
import { figure, type Section, type Settings } from '#bench/lib/report.ts';
import type { Server, Stack } from '#bench/stack.ts';
import type { StripeEvent } from '#fakes/stripe/state.ts';
import { type StripeFake, startStripeFake } from '#fakes/stripe/stripe.ts';
import { foretell } from './oracle.ts';
import { checkSettled, settled } from './settled.ts';
import { measuredPrices, openBuyers, type Telling, tell } from './telling.ts';

const lanes = 8;
const patienceMs = 600_000;

/** Takes what lies there in any order; what was not acknowledged comes again, as Stripe does it. */
type Pile = { add(event: StripeEvent): void; take(): StripeEvent | undefined; size(): number };

function pileOf(events: StripeEvent[], copies: number, random: () => number): Pile {
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
  stripe: StripeFake;
  pile: Pile;
  /** Address of the next delivery. */
  target: () => string;
  /** Called after each acknowledged delivery with their number; more may be put on the pile meanwhile. */
  acknowledged?: (count: number) => void;
};

type Delivered = { lost: number; seconds: number };

/** @returns how many deliveries nobody has acknowledged, and how long it took. @throws when one is refused. */
async function deliverAll({ stripe, pile, target, acknowledged = () => {} }: Delivery): Promise<Delivered> {
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

const events = 1_000;
const copies = 3;
const webhookSecret = 'whsec_only_for_measuring';
/** After so many acknowledged deliveries one of the two processes is killed, in turn. */
const killsAfter = [400, 900, 1_400, 1_900, 2_400, 2_990];

type Outcome = {
  deliverySeconds: number;
  settledSeconds: number;
  lost: number;
  twice: number;
  told: StripeEvent[];
};

/** What 1,000 events of the payment provider come to, each told three times in any order to two processes. */
export async function measurePaymentEvents({ stack }: Settings): Promise<Section> {
  const calm = await run(stack, []);
  const killed = await run(stack, killsAfter);
  const bare = await runBare(stack, killed.told);
  const deliveries = events * copies;
  const row = (what: string, { deliverySeconds, settledSeconds, lost }: Outcome) => [
    what,
    figure(deliveries / deliverySeconds),
    figure(bare / deliverySeconds),
    String(lost),
    figure(settledSeconds),
    figure(events / settledSeconds),
  ];
  const columns = [
    'what',
    'deliveries a second',
    'of bare',
    'sent anew',
    'all settled after, s',
    'events a second',
  ];
  return {
    title: 'Events of the payment provider',
    how: describe(killed.twice),
    columns,
    rows: [
      ['two bare handlers', figure(deliveries / bare), '1', '0', '', ''],
      row('two processes', calm),
      row(`two processes, ${killsAfter.length} kills`, killed),
    ],
    goals: [],
  };
}

async function run(stack: Stack, kills: number[]): Promise<Outcome> {
  // Everything happens in a few hours, and no period is over by now.
  const clock = { at: Date.now() - 2 * 86_400_000 };
  const stripe = await startStripeFake({ prices: measuredPrices, webhookSecret, now: () => clock.at });
  const start = () => stack.serve('server.ts', { settings: stripe.env });
  const servers = [await start(), await start()];
  await stack.database.query('truncate users, payment_events, reversals, outbox cascade');
  try {
    return await measure(stack, stripe, { servers, start, kills, clock });
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await stripe.stop();
  }
}

type Field = { servers: Server[]; start: () => Promise<Server>; kills: number[]; clock: { at: number } };

async function measure(stack: Stack, stripe: StripeFake, field: Field): Promise<Outcome> {
  const { servers, start, kills, clock } = field;
  const random = seeded(5);
  const buyers = await openBuyers(stack, stripe);
  const telling: Telling = tell(stripe, buyers, { events, clock, random });
  const pile = pileOf(telling.next(events / 2), copies, random);
  const began = new Date();
  let restarted = Promise.resolve();
  const { lost, seconds: deliverySeconds } = await deliverAll({
    stripe,
    pile,
    target: () => `${servers[random() < 0.5 ? 0 : 1]?.url}/api/webhooks/stripe`,
    acknowledged(count) {
      // Half of it happens while the other half is told.
      for (const event of telling.next(events / 2 + count / 2))
        for (let copy = 0; copy < copies; copy += 1) pile.add(event);
      const kill = kills.indexOf(count);
      if (kill >= 0) restarted = restarted.then(() => killAndStart(servers, kill % 2, start));
    },
  }).finally(() => restarted);
  await settled(stack, events);
  const settledSeconds = (Date.now() - began.getTime()) / 1_000;
  const twice = await checkSettled(
    stack,
    foretell(
      stripe,
      buyers.map(({ id }) => id),
    ),
    began,
  );
  return { deliverySeconds, settledSeconds, lost, twice, told: telling.told };
}

async function killAndStart(servers: Server[], place: number, start: () => Promise<Server>): Promise<void> {
  await servers[place]?.kill();
  servers[place] = await start();
}

/** @returns the seconds that two bare handlers need for the same deliveries. */
async function runBare(stack: Stack, told: StripeEvent[]): Promise<number> {
  const settings = { WEBHOOK_SECRET: webhookSecret };
  const prices = { pro: 'price_bare_pro', developer: 'price_bare_developer' };
  const stripe = await startStripeFake({ prices, webhookSecret });
  const start = () => stack.serve('bare-events.ts', { settings });
  const servers = [await start(), await start()];
  const random = seeded(5);
  try {
    const target = () => `${servers[random() < 0.5 ? 0 : 1]?.url}/`;
    const { seconds } = await deliverAll({ stripe, pile: pileOf(told, copies, random), target });
    return seconds;
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await stripe.stop();
  }
}

/** The same numbers every time (mulberry32), so that a run that failed can be run again. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function describe(twice: number): string {
  return `1,000 signed events of a fake of Stripe (checkouts paid at once, later and never, renewals, failures, refunds, disputes, ends),
each delivered three times in random order by eight lanes to two processes on one database; half of them happen while the others
are told. Settled: every event handled and every letter sent, the reading of each object anew at the fake included. In the last
run a process is killed ${killsAfter.length} times and started again; what it did not acknowledge is delivered again. Afterwards every plan and
every payment was what the fake's own objects say, every letter was asked for once, no task was given up; letters that a killed
process had sent and not noted, and which were sent again: ${twice}. Baseline: two bare handlers that check the signature and insert by id.`;
}
