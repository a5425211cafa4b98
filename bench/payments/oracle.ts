import type { Charge, Invoice } from '#fakes/stripe/state.ts';
import type { StripeFake } from '#fakes/stripe/stripe.ts';
import type { Plan } from '#shared/contracts/account.ts';

export type PaidOnce = {
  id: string;
  userId: string;
  plan: string;
  subscriptionId: string | null;
  amount: number;
  refunded: number;
  disputed: boolean;
};

/** What has to be so when everything is settled, by user or by the provider's id. */
export type Expected = {
  plans: Map<string, Plan>;
  payments: Map<string, PaidOnce>;
  /** Letters that must be there, each once, and those that may be: a failure which was made good meanwhile. */
  letters: { must: Set<string>; may: Set<string> };
};

/** Reads the fake's objects as they are at the end; knows nothing of events or of the product's own rules. */
export function foretell(stripe: StripeFake, userIds: string[]): Expected {
  const payments = new Map([...singlePayments(stripe), ...periods(stripe)].map((paid) => [paid.id, paid]));
  const running = stripe.state.subscriptions.all().filter(({ status }) => status !== 'canceled');
  const counts = (paid: PaidOnce | undefined) => paid && paid.refunded < paid.amount && !paid.disputed;
  const hasDeveloper = (userId: string) =>
    running.some(({ id, metadata }) => {
      // Oldest first: the last one is the newest.
      const paid = [...payments.values()].filter(({ subscriptionId }) => subscriptionId === id);
      return metadata.userId === userId && counts(paid.at(-1));
    });
  const hasPro = (userId: string) =>
    [...payments.values()].some((paid) => paid.userId === userId && paid.plan === 'pro' && counts(paid));
  const planOf = (userId: string): Plan => {
    if (hasDeveloper(userId)) return 'developer';
    return hasPro(userId) ? 'pro' : 'free';
  };
  return {
    plans: new Map(userIds.map((id) => [id, planOf(id)])),
    payments,
    letters: foretellLetters(stripe, payments),
  };
}

function singlePayments({ state }: StripeFake): PaidOnce[] {
  const paid = state.sessions.all().filter((one) => one.mode === 'payment' && one.payment_status === 'paid');
  return paid.map(({ metadata, payment_intent, amount_total }) => ({
    id: payment_intent ?? '',
    userId: metadata.userId ?? '',
    plan: 'pro',
    subscriptionId: null,
    amount: amount_total,
    ...takenBack({ state }, payment_intent ?? ''),
  }));
}

/** Oldest first. */
function periods({ state }: Pick<StripeFake, 'state'>): PaidOnce[] {
  return state.invoices
    .all()
    .reverse()
    .flatMap((invoice) => {
      const details = invoice.parent?.subscription_details;
      if (!details || invoice.status !== 'paid') return [];
      const chargedAs = intentOf({ state }, invoice);
      const subscriptionId = details.subscription;
      const { userId = '', plan = '' } = state.subscriptions.get(subscriptionId).metadata;
      const amount = invoice.amount_paid;
      const id = invoice.id;
      return [{ id, userId, plan, subscriptionId, amount, ...takenBack({ state }, chargedAs) }];
    });
}

function takenBack({ state }: Pick<StripeFake, 'state'>, intentId: string) {
  const of = ({ payment_intent }: Charge) => payment_intent === intentId;
  const refunded = state.charges.all().filter(of);
  const disputes = state.disputes.all().filter((one) => one.payment_intent === intentId);
  return {
    refunded: refunded.reduce((sum, { amount_refunded }) => sum + amount_refunded, 0),
    disputed: disputes.some(({ status }) => status !== 'won'),
  };
}

function intentOf({ state }: Pick<StripeFake, 'state'>, { id }: Invoice): string {
  return state.invoicePayments.all().find(({ invoice }) => invoice === id)?.payment.payment_intent ?? '';
}

function foretellLetters(stripe: StripeFake, payments: Map<string, PaidOnce>): Expected['letters'] {
  const must = new Set([...payments.keys()].map((id) => `receipt:${id}`));
  const may = new Set<string>();
  for (const { data } of stripe.events('checkout.session.async_payment_failed'))
    must.add(`failed:${data.object.id}`);
  for (const { data } of stripe.events('invoice.payment_failed')) {
    const failed = data.object as Invoice;
    // A first payment that does not arrive is told by its session.
    if (failed.billing_reason === 'subscription_create') continue;
    const isPaidNow = stripe.state.invoices.get(failed.id).status === 'paid';
    (isPaidNow ? may : must).add(`failed:${failed.id}:${failed.attempt_count}`);
  }
  return { must, may };
}
