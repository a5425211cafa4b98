import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#server/database/connect.ts';
import { payments, reversals } from '#server/database/tables.ts';
import { nextPaymentAsk } from './ask-times.ts';
import { type PaymentFacts, readPayments } from './facts.ts';
import type { Reversal } from './word.ts';

type KnownReversal = { row: typeof reversals.$inferSelect | null; payments: PaymentFacts[] };

export async function readKnownReversal(
  { sql: tx }: Transaction,
  { chargedAs, id }: Reversal,
): Promise<KnownReversal> {
  const same = and(eq(reversals.chargedAs, chargedAs), eq(reversals.id, id));
  const [row] = await tx.select().from(reversals).where(same);
  return { row: row ?? null, payments: await readPayments(tx, { chargedAs }) };
}

/** True for a reversal that repeats what is known. */
export function isKnownReversal(reversal: Reversal, { row, payments: paid }: KnownReversal): boolean {
  const { id, refundedAmount, won } = reversal;
  if (paid.length === 0) return row?.refundedAmount === refundedAmount && row.won === won;
  return paid.every((one) =>
    id === 'refund' ? one.refundedAmount === refundedAmount : one.disputed === !won,
  );
}

/** As of now: payments that were read before are read wrong from here on, and asked about again. */
export async function saveReversal(
  { sql: tx }: Transaction,
  { kind: _kind, ...reversal }: Reversal,
  now: Date,
): Promise<void> {
  const reading = sql`nextval('billing_readings')`;
  const { refundedAmount, won } = reversal;
  await tx
    .insert(reversals)
    .values({ ...reversal, reading })
    .onConflictDoUpdate({
      target: [reversals.chargedAs, reversals.id],
      set: { refundedAmount, won, reading: sql`excluded.reading` },
    });
  for (const paid of await readPayments(tx, { chargedAs: reversal.chargedAs })) {
    await tx
      .update(payments)
      .set({ askAt: nextPaymentAsk(paid, now) })
      .where(eq(payments.id, paid.id));
  }
}
