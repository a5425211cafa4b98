import { and, eq, isNull } from 'drizzle-orm';
import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import { paymentEvents } from '#server/database/tables.ts';
import type { Plan } from '#shared/contracts/account.ts';
import type { PaymentOrigin } from '#shared/contracts/billing.ts';
import type { Letters } from './letters.ts';
import { isKnownReversal, readKnownReversal, saveReversal } from './reversal-rows.ts';
import { countReading, lockUser, savePlan, type UserRow } from './user-plan.ts';
import type { Reversal, Word } from './word.ts';
import { readKnown, saveNextAsk, saveWord, saysNews } from './word-rows.ts';

export type Ledger = ReturnType<typeof billingLedger>;

type Outcome = { kind: 'written'; plan: Plan } | { kind: 'outdated' } | { kind: 'unknown-user' };
type Settings = { database: Database; letters: Letters; origin: PaymentOrigin; now: () => Date };

/**
 * Where the provider's words are written down: the user's row is locked meanwhile, the plan follows in the same
 * transaction, and what a word changes is compared with what was known, so that its letters go out once.
 */
export function billingLedger(settings: Settings) {
  const { database, origin, now } = settings;
  return {
    /** The number of a question that is asked next: answers to earlier ones must not be written after its own. */
    async nextReading(): Promise<number> {
      const { rows } = await database.pool.query("select nextval('billing_readings')::float8 as reading");
      return rows[0].reading;
    },

    /**
     * Writes down what the provider said to a question of number `since`, and that this handles the event.
     * Nothing is written when it is `outdated`: then the provider has to be asked again.
     */
    write: (said: Word | Reversal, since: number, eventId: string): Promise<Outcome> =>
      inTransaction(database, async (transaction) => {
        const isWord = said.kind === 'word';
        const outcome = await (isWord
          ? writeWord(transaction, said, since, settings)
          : writeReversal(transaction, said, since, settings));
        if (eventId && outcome.kind !== 'outdated') await closeEvent(transaction, eventId, now());
        return outcome;
      }),

    /** Derives a plan anew that came from payments of another provider. */
    derive: (userId: string): Promise<void> =>
      inTransaction(database, async (transaction) => {
        const user = await lockUser(transaction, userId);
        if (!user) return;
        await savePlan(transaction, user, { origin, now: now(), customerId: null });
        await countReading(transaction, user, null);
      }),

    /** For an event that changes nothing here. */
    async closeEvent(eventId: string): Promise<void> {
      if (eventId) await inTransaction(database, (transaction) => closeEvent(transaction, eventId, now()));
    },
  };
}

async function writeWord(
  transaction: Transaction,
  word: Word,
  since: number,
  { letters, origin, now }: Settings,
): Promise<Outcome> {
  await lockCharges(transaction, word.payments);
  const user = await lockUser(transaction, word.userId);
  if (!user) return { kind: 'unknown-user' };
  const known = await readKnown(transaction, word);
  const isNews = saysNews(word, known, user, origin);
  // Somebody has asked later than we did and has written that down already.
  if (isNews && user.billingRead > since) return { kind: 'outdated' };
  if (isNews) await saveWord(transaction, word, known, { origin, since, now: now() });
  const isAboutMoney = word.payments.length > 0 || word.subscription !== null;
  const { plan, paid } = isAboutMoney
    ? await savePlan(transaction, user, { origin, now: now(), customerId: word.customerId })
    : { plan: user.plan, paid: [] };
  if (word.subscription) await saveNextAsk(transaction, word.subscription, paid, now());
  await countReading(transaction, user, isNews ? null : since);
  const fresh = word.payments.filter(({ id }) => !known.payments.some((row) => row.id === id));
  await letters.askFor(transaction, { user, word, fresh, before: known.checkout?.status ?? null });
  return { kind: 'written', plan };
}

async function writeReversal(
  transaction: Transaction,
  reversal: Reversal,
  since: number,
  { origin, now }: Settings,
): Promise<Outcome> {
  // Before the user's row, as whoever writes down the payment does: one of the two sees the other.
  await lockCharges(transaction, [reversal]);
  const known = await readKnownReversal(transaction, reversal);
  if (isKnownReversal(reversal, known)) return { kind: 'unknown-user' };
  const ids = new Set(known.payments.map(({ userId }) => userId));
  const owners: UserRow[] = [];
  for (const id of [...ids].sort()) {
    const user = await lockUser(transaction, id);
    if (user) owners.push(user);
  }
  const writtenAt = Math.max(known.row?.reading ?? 0, ...owners.map(({ billingRead }) => billingRead));
  if (writtenAt > since) return { kind: 'outdated' };
  await saveReversal(transaction, reversal, now());
  for (const user of owners) {
    await savePlan(transaction, user, { origin, now: now(), customerId: null });
    await countReading(transaction, user, null);
  }
  return { kind: 'unknown-user' };
}

/** Refunds and their payments meet in no row of their own while one of the two is unknown. */
async function lockCharges({ client }: Transaction, charges: { chargedAs: string | null }[]): Promise<void> {
  for (const charge of charges.flatMap(({ chargedAs }) => chargedAs ?? []).sort()) {
    await client.query("select pg_advisory_xact_lock(hashtextextended('charge ' || $1, 0))", [charge]);
  }
}

async function closeEvent({ sql: tx }: Transaction, id: string, handledAt: Date): Promise<void> {
  const open = and(eq(paymentEvents.id, id), isNull(paymentEvents.handledAt));
  await tx.update(paymentEvents).set({ handledAt }).where(open);
}
