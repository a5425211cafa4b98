import type pg from 'pg';
import { createSession } from '#fakes/stripe/api.ts';
import type { StripeEvent } from '#fakes/stripe/state.ts';
import type { StripeFake } from '#fakes/stripe/stripe.ts';
import type { PaidPlan } from '#shared/contracts/billing.ts';
import { checkoutModes } from '#shared/rules/billing/plans.ts';

export const measuredPrices: Record<PaidPlan, string> = {
  pro: 'price_measured_pro',
  developer: 'price_measured_developer',
};

/** Event types that the product subscribes to. */
const heard = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
]);

/** People with open checkouts, as the product would have opened them. */
export async function openBuyers(
  { database }: { database: pg.Client },
  stripe: StripeFake,
): Promise<Buyer[]> {
  const buyers: Buyer[] = [];
  for (let number = 0; number < 7 * stories.length; number += 1) {
    const id = `payer-${number}`;
    const buyer: Buyer = { id, sessions: {} };
    await database.query('insert into users (id, email, name) values ($1, $2, $1)', [
      id,
      `${id}@payers.example`,
    ]);
    for (const plan of storyOf(number).buys) {
      const session = openSession(stripe, id, plan);
      buyer.sessions[plan] = session;
      await database.query(
        `insert into checkouts (id, user_id, plan, price_id, session_id, origin, poll_at)
         values ($1, $2, $3, $4, $1, 'stripe', now() + interval '1 day')`,
        [session, id, plan, priceOf(plan)],
      );
    }
    buyers.push(buyer);
  }
  return buyers;
}

export type Telling = {
  /** Lets things happen until there are about so many events; tells the new ones. */
  next(count: number): StripeEvent[];
  /** All so far. */
  told: StripeEvent[];
};

/** Lets the buyers' stories happen, a step of one of them at a time, until there are exactly `events`. */
export function tell(
  stripe: StripeFake,
  buyers: Buyer[],
  { events, clock, random }: { events: number; clock: { at: number }; random: () => number },
): Telling {
  const unfinished = buyers.map((buyer, number) => ({ buyer, steps: [...storyOf(number).steps] }));
  const told: StripeEvent[] = [];
  let seen = 0;

  function happen(): void {
    // Every step has a second of its own: payments are ordered by their times.
    clock.at += 60_000;
    const place = Math.floor(random() * unfinished.length);
    const story = unfinished[place];
    if (!story) return void fill();
    story.steps.shift()?.(stripe, story.buyer);
    if (story.steps.length === 0) unfinished.splice(place, 1);
  }

  /** Changes what Stripe says of a subscription and nothing that counts here. */
  function fill(): void {
    const running = stripe.state.subscriptions.all().filter(({ status }) => status === 'active');
    const subscription = running[Math.floor(random() * running.length)];
    if (subscription) stripe.cancelInPortal(subscription.id);
  }

  function collect(): void {
    const all = stripe.events();
    told.push(...all.slice(seen).filter(({ type }) => heard.has(type)));
    seen = all.length;
  }

  return {
    told,
    next(count) {
      const before = told.length;
      while (told.length < Math.min(count, events)) {
        happen();
        collect();
      }
      if (told.length > events)
        throw new Error(`The stories make ${told.length} events, more than ${events}.`);
      return told.slice(before);
    },
  };
}

function storyOf(number: number) {
  const story = stories[number % stories.length];
  if (!story) throw new Error('there are no stories');
  return story;
}

function openSession({ state }: StripeFake, userId: string, plan: PaidPlan): string {
  const metadata = { userId, plan };
  const mode = checkoutModes[plan];
  const isSingle = mode === 'payment';
  return createSession(state, {
    mode,
    line_items: [{ price: priceOf(plan), quantity: '1' }],
    success_url: 'http://localhost/payment-success',
    client_reference_id: userId,
    customer_email: `${userId}@payers.example`,
    metadata,
    ...(isSingle
      ? { payment_intent_data: { metadata }, invoice_creation: { enabled: 'true' } }
      : { subscription_data: { metadata } }),
  }).id;
}

function priceOf(plan: PaidPlan): string {
  return measuredPrices[plan];
}

/** Somebody with the sessions that they opened. */
export type Buyer = { id: string; sessions: Partial<Record<PaidPlan, string>> };
type Step = (stripe: StripeFake, buyer: Buyer) => void;
type Story = { buys: PaidPlan[]; steps: Step[] };

/** Everything that can happen to a payment; each buyer lives through one of them, a step at a time. */
const stories: Story[] = [
  pro(pays('pro')),
  pro(pays('pro'), refunds('pro')),
  pro(pays('pro'), refunds('pro', 900)),
  pro(pays('pro'), refunds('pro', 900), refunds('pro', 2_000)),
  pro(pays('pro'), disputes('pro')),
  pro(pays('pro'), disputes('pro'), closes('pro', 'won')),
  pro(pays('pro'), disputes('pro'), closes('pro', 'lost')),
  pro(paysLater('pro'), settles('pro', 'paid')),
  pro(paysLater('pro'), settles('pro', 'failed')),
  pro(paysLater('pro')),
  pro((stripe, buyer) => stripe.expire(sessionOf(buyer, 'pro'))),
  developer(renews, renews),
  developer(renews, cancels, ends),
  developer(fails),
  developer(renews, fails, triesAgain('failed')),
  developer(fails, triesAgain('paid')),
  developer(fails, triesAgain('failed'), ends),
  developer(refunds('developer')),
  developer(renews, refunds('developer')),
  developer(refunds('developer'), renews),
  developer(disputes('developer')),
  developer(disputes('developer'), closes('developer', 'won')),
  developer(ends),
  { buys: ['developer'], steps: [paysLater('developer'), settles('developer', 'paid'), renews] },
  { buys: ['developer'], steps: [paysLater('developer'), settles('developer', 'failed'), ends] },
  { buys: ['pro', 'developer'], steps: [pays('pro'), pays('developer'), ends] },
  { buys: ['pro', 'developer'], steps: [pays('pro'), pays('developer'), refunds('developer')] },
  { buys: ['pro', 'developer'], steps: [pays('pro'), pays('developer'), refunds('pro'), fails, ends] },
];

function pro(...steps: Step[]): Story {
  return { buys: ['pro'], steps };
}

function developer(...steps: Step[]): Story {
  return { buys: ['developer'], steps: [pays('developer'), ...steps] };
}

function pays(plan: PaidPlan): Step {
  return (stripe, buyer) => stripe.pay(sessionOf(buyer, plan));
}

function paysLater(plan: PaidPlan): Step {
  return (stripe, buyer) => stripe.pay(sessionOf(buyer, plan), 'later');
}

function settles(plan: PaidPlan, outcome: 'paid' | 'failed'): Step {
  return (stripe, buyer) => stripe.settle(sessionOf(buyer, plan), outcome);
}

/** A subscription's newest payment, or the one that a session has paid. */
function refunds(plan: PaidPlan, amount?: number): Step {
  return (stripe, buyer) => stripe.refund(paidBy(stripe, buyer, plan), amount);
}

function disputes(plan: PaidPlan): Step {
  return (stripe, buyer) => stripe.dispute(paidBy(stripe, buyer, plan));
}

function closes(plan: PaidPlan, outcome: 'won' | 'lost'): Step {
  return (stripe, buyer) => {
    const { payment_intent: intent } = stripe.state.sessions.get(sessionOf(buyer, plan));
    const all = stripe.state.disputes.all();
    const ours = all.find((one) => intent === one.payment_intent || ownerOf(stripe, one.charge) === buyer.id);
    stripe.closeDispute(ours?.id ?? '', outcome);
  };
}

function renews(stripe: StripeFake, buyer: Buyer): void {
  stripe.renew(subscriptionOf(stripe, buyer));
}

function fails(stripe: StripeFake, buyer: Buyer): void {
  stripe.failRenewal(subscriptionOf(stripe, buyer));
}

function triesAgain(outcome: 'paid' | 'failed'): Step {
  return (stripe, buyer) => stripe.tryAgain(subscriptionOf(stripe, buyer), outcome);
}

function cancels(stripe: StripeFake, buyer: Buyer): void {
  stripe.cancelInPortal(subscriptionOf(stripe, buyer));
}

function ends(stripe: StripeFake, buyer: Buyer): void {
  stripe.end(subscriptionOf(stripe, buyer));
}

function sessionOf({ sessions }: Buyer, plan: PaidPlan): string {
  return sessions[plan] ?? '';
}

function subscriptionOf(stripe: StripeFake, buyer: Buyer): string {
  return stripe.state.sessions.get(sessionOf(buyer, 'developer')).subscription ?? '';
}

function paidBy(stripe: StripeFake, buyer: Buyer, plan: PaidPlan): string {
  return plan === 'pro' ? sessionOf(buyer, plan) : subscriptionOf(stripe, buyer);
}

/** Subscriptions' charges say nothing of their user; their customer does. */
function ownerOf(stripe: StripeFake, chargeId: string): string | undefined {
  const { customer } = stripe.state.charges.get(chargeId);
  return stripe.state.subscriptions.all().find((one) => one.customer === customer)?.metadata.userId;
}
