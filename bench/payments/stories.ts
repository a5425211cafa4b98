import type { StripeFake } from '#fakes/stripe/stripe.ts';
import type { PaidPlan } from '#shared/contracts/billing.ts';

/** Somebody with the sessions that they opened. */
export type Buyer = { id: string; sessions: Partial<Record<PaidPlan, string>> };
type Step = (stripe: StripeFake, buyer: Buyer) => void;
type Story = { buys: PaidPlan[]; steps: Step[] };

/** Everything that can happen to a payment; each buyer lives through one of them, a step at a time. */
export const stories: Story[] = [
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
