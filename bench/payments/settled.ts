import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Stack } from '#bench/stack.ts';
import { readPayments } from '#server/features/billing/repository.ts';
import type { Expected, PaidOnce } from './oracle.ts';

const patienceMs = 600_000;

/** Waits until every stored event is handled and every letter is sent. @throws after ten minutes. */
export async function settled({ database }: Pick<Stack, 'database'>, events: number): Promise<void> {
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
export async function checkSettled(
  { database }: Pick<Stack, 'database'>,
  expected: Expected,
  since: Date,
): Promise<number> {
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
async function readPaid(
  { database }: Pick<Stack, 'database'>,
  userIds: Iterable<string>,
): Promise<PaidOnce[]> {
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
async function countTwice({ database }: Pick<Stack, 'database'>, letters: number): Promise<number> {
  const { rows } = await database.query<{ sent: number }>(
    `select count(*)::int as sent from outbox where recipient like '%@payers.example'`,
  );
  const twice = (rows[0]?.sent ?? 0) - letters;
  if (twice < 0) throw new Error(`${-twice} letters were noted as sent and are not in the outbox.`);
  return twice;
}
