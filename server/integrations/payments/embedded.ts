import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/database/connect.ts';
import { testCheckoutSessions } from '#server/database/tables.ts';
import type { PaidPlan } from '#shared/contracts/billing.ts';
import type { Payments } from './port.ts';

export type TestCheckoutSession = typeof testCheckoutSessions.$inferSelect;

/** What the test checkout page needs beside the port. */
export type EmbeddedPayments = Payments & {
  readSession(id: string): Promise<TestCheckoutSession | null>;
  /** Ends an open session; a session that has ended keeps its outcome, which is returned. */
  endSession(id: string, outcome: 'paid' | 'canceled'): Promise<TestCheckoutSession | null>;
};

/** A checkout without a provider: no card, no money, and a page that says so. */
export function embeddedPayments(database: Database, randomId: () => string): EmbeddedPayments {
  const table = testCheckoutSessions;
  const readSession = async (id: string) =>
    (await database.sql.select().from(table).where(eq(table.id, id)))[0] ?? null;
  return {
    prices: { pro: 'price_embedded_pro', developer: 'price_embedded_developer' },
    async createCheckoutSession({ successUrl, cancelUrl, ...request }) {
      const id = `test_${randomId()}`;
      await database.sql
        .insert(table)
        .values({ id, ...request, successUrl: successUrl.replace('{SESSION_ID}', id), cancelUrl });
      return { id, url: new URL(`/test-checkout/${id}`, successUrl).href };
    },
    async retrieveSession(id) {
      const session = await readSession(id);
      // The table's plan type knows 'free' too; a session is only ever made for a paid plan.
      return session && { ...session, plan: session.plan as PaidPlan };
    },
    readSession,
    async endSession(id, outcome) {
      const open = and(eq(table.id, id), eq(table.status, 'open'));
      const [ended] = await database.sql.update(table).set({ status: outcome }).where(open).returning();
      return ended ?? readSession(id);
    },
  };
}
