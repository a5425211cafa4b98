import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#server/database/connect.ts';
import { users } from '#server/database/tables.ts';
import type { Plan } from '#shared/contracts/account.ts';
import type { PaymentOrigin } from '#shared/contracts/billing.ts';
import { type PaymentFacts, readPayments, readSubscriptions } from './facts.ts';
import { derivePlan } from './plan-rule.ts';

export type UserRow = typeof users.$inferSelect;

/** The plan follows from what is written; nothing else changes it. */
export async function savePlan(
  { sql: tx }: Transaction,
  user: UserRow,
  { origin, now, customerId }: { origin: PaymentOrigin; now: Date; customerId: string | null },
): Promise<{ plan: Plan; paid: PaymentFacts[] }> {
  const isOurs = (row: { origin: PaymentOrigin }) => row.origin === origin;
  const paid = (await readPayments(tx, { userId: user.id })).filter(isOurs);
  const subscriptions = (await readSubscriptions(tx, user.id)).filter(isOurs);
  const plan = derivePlan(paid, subscriptions, now);
  const known = user.billingOrigin === origin ? user.billingCustomerId : null;
  const derived = { plan, billingOrigin: origin, billingCustomerId: customerId ?? known };
  await tx.update(users).set(derived).where(eq(users.id, user.id));
  return { plan, paid };
}

/**
 * Answers to questions that were asked before now are outdated from here on; if nothing new was said, only those to
 * questions from before the one that was answered.
 */
export async function countReading(
  { sql: tx }: Transaction,
  { id }: UserRow,
  confirmed: number | null,
): Promise<void> {
  const reading = confirmed === null ? sql`nextval('billing_readings')` : confirmed;
  const isLater = confirmed === null ? undefined : sql`${users.billingRead} < ${confirmed}`;
  await tx
    .update(users)
    .set({ billingRead: reading })
    .where(and(eq(users.id, id), isLater));
}

/** Whoever writes down anything about a user holds this. */
export async function lockUser({ sql: tx }: Transaction, id: string): Promise<UserRow | null> {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('no key update');
  return user ?? null;
}
