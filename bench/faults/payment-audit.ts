import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Charge, Invoice } from '#fakes/stripe/state.ts';
import type { StripeFake } from '#fakes/stripe/stripe.ts';
import { readPayments } from '#server/features/billing/repository.ts';
import type { Plan } from '#shared/contracts/account.ts';

type Site = { database: pg.Client };

const patienceMs = 600_000;

/** Waits until every stored event is handled and every letter is sent. @throws after ten minutes. */
export async function settled({ database }: Site, events: number): Promise<void> {
  const giveUpAt = Date.now() + patienceMs;
  for (;;) {
    const { rows } = await database.query<Record<'stored' | 'handled' | 'unsent', number>>(
      `select count(*)::int as stored, count(handled_at)::int as handled,
         (select count(*)::int from billing_mails where delivered_at is null and given_up_at is null) as unsent
       from payment_events`,
    );
    const { stored, handled, unsent } = rows[0] ?? { stored: 0, handled: 0, unsent: 0 };
    if (stored === events && handled === events && unsent === 0) return;
    if (Date.now() > giveUpAt)
      throw new Error(
        `${stored} of ${events} events are stored, ${handled} handled, ${unsent} letters unsent.`,
      );
    await sleep(100);
  }
}

/**
 * Compares what the product has written down with what had to come of it.
 * @returns how many letters were sent a second time. @throws a list of what differs.
 */
export async function checkSettled({ database }: Site, expected: Expected, since: Date): Promise<number> {
  const plans = await database.query<{ id: string; plan: string }>(
    'select id, plan from users where id = any($1)',
    [[...expected.plans.keys()]],
  );
  const paid = await readPaid({ database }, expected.plans.keys());
  const letters = await database.query<{ id: string }>('select id from billing_mails');
  const dead = await database.query(
    `select id from pgboss.job where created_on >= $1 and (name = 'dead-letters' or state = 'failed')`,
    [since],
  );
  const { must, may } = expected.letters;
  const asked = new Set(letters.rows.map(({ id }) => id));
  const differing = [
    ...differences('plan', new Map(plans.rows.map(({ id, plan }) => [id, plan])), expected.plans),
    ...differences('payment', new Map(paid.map((row) => [row.id, row])), expected.payments),
    ...[...must].filter((id) => !asked.has(id)).map((id) => `letter ${id} is missing`),
    ...[...asked].filter((id) => !must.has(id) && !may.has(id)).map((id) => `letter ${id} is one too many`),
    ...dead.rows.map(({ id }) => `the task ${id} failed for good`),
  ];
  if (differing.length > 0)
    throw new Error(`${differing.length} differences:\n${differing.slice(0, 20).join('\n')}`);
  return countTwice({ database }, asked.size);
}

/** As the product tells people: a payment and what was taken back of it are in two tables. */
async function readPaid({ database }: Site, userIds: Iterable<string>): Promise<PaidOnce[]> {
  const found: PaidOnce[] = [];
  for (const userId of userIds)
    for (const paid of await readPayments(drizzle({ client: database }), { userId })) {
      const { id, plan, subscriptionId, amount, refundedAmount: refunded, disputed } = paid;
      found.push({ id, userId, plan, subscriptionId, amount, refunded, disputed });
    }
  return found;
}

function differences<Value>(kind: string, is: Map<string, Value>, wanted: Map<string, Value>): string[] {
  const ids = new Set([...is.keys(), ...wanted.keys()]);
  return [...ids].flatMap((id) => {
    const pair = [is.get(id), wanted.get(id)];
    return isDeepStrictEqual(pair[0], pair[1])
      ? []
      : [`${kind} of ${id}: ${JSON.stringify(pair[0])} instead of ${JSON.stringify(pair[1])}`];
  });
}

/** A process that dies between sending a letter and noting that leaves a second copy to the next one. */
async function countTwice({ database }: Site, letters: number): Promise<number> {
  const { rows } = await database.query<{ sent: number }>(
    `select count(*)::int as sent from outbox where recipient like '%@payers.example'`,
  );
  const twice = (rows[0]?.sent ?? 0) - letters;
  if (twice < 0) throw new Error(`${-twice} letters were noted as sent and are not in the outbox.`);
  return twice;
}

type PaidOnce = {
  id: string;
  userId: string;
  plan: string;
  subscriptionId: string | null;
  amount: number;
  refunded: number;
  disputed: boolean;
};

/** Checks that hold when everything is settled, by user or by the provider's id. */
type Expected = {
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
    // A first payment that does not arrive is known by its session.
    if (failed.billing_reason === 'subscription_create') continue;
    const isPaidNow = stripe.state.invoices.get(failed.id).status === 'paid';
    (isPaidNow ? may : must).add(`failed:${failed.id}:${failed.attempt_count}`);
  }
  return { must, may };
}
