import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import { users, waitlist } from '#server/database/tables.ts';

export type WaitlistRow = typeof waitlist.$inferSelect;

/** A person who asks for the list; an address without a token takes `token`. */
export type Asking = { email: string; token: string; userId: string | null; requestedAt: Date };

export type WaitlistRepository = ReturnType<typeof waitlistRepository>;

export function waitlistRepository(database: Database) {
  const byEmail = (email: string) => eq(waitlist.email, email);
  return {
    /** Adds or refreshes an address and, in the same transaction, does what follows from it. */
    async saveAsking(asking: Asking, alongside: (transaction: Transaction) => Promise<void>): Promise<void> {
      await inTransaction(database, async (transaction) => {
        await upsert(transaction, asking);
        await alongside(transaction);
      });
    },

    async findAddress(email: string): Promise<WaitlistRow | null> {
      const [row] = await database.sql.select().from(waitlist).where(byEmail(email));
      return row ?? null;
    },

    /** `linksAt` are the deliveries that still count, this one included. */
    async markDelivered(email: string, deliveredAt: Date, linksAt: Date[]): Promise<void> {
      await database.sql.update(waitlist).set({ deliveredAt, linksAt, failure: null }).where(byEmail(email));
    },

    async recordFailure(email: string, failure: string): Promise<void> {
      await database.sql.update(waitlist).set({ failure }).where(byEmail(email));
    },

    /** @returns the address, or null when this token does not ask (again) for the list. */
    async confirm(token: string, now: Date): Promise<string | null> {
      const asks = or(isNull(waitlist.unsubscribedAt), lt(waitlist.unsubscribedAt, waitlist.requestedAt));
      const confirmedAt = sql`coalesce(${waitlist.confirmedAt}, ${now.toISOString()}::timestamptz)`;
      const [row] = await database.sql
        .update(waitlist)
        .set({ confirmedAt, unsubscribedAt: null })
        .where(and(eq(waitlist.token, token), asks))
        .returning();
      return row?.email ?? null;
    },

    /** @returns the address, or null for an unknown token. */
    async leave(token: string, now: Date): Promise<string | null> {
      const [row] = await database.sql
        .update(waitlist)
        .set({ confirmedAt: null, unsubscribedAt: now })
        .where(eq(waitlist.token, token))
        .returning();
      return row?.email ?? null;
    },
  };
}

async function upsert({ sql: database }: Transaction, asking: Asking): Promise<void> {
  await database
    .insert(waitlist)
    .values({ ...asking, userId: knownUser(asking.userId) })
    .onConflictDoUpdate({
      target: waitlist.email,
      set: {
        requestedAt: asking.requestedAt,
        failure: null,
        userId: sql`coalesce(${waitlist.userId}, excluded.user_id)`,
      },
    });
}

/** Null for a signed-in person without an account here. */
function knownUser(id: string | null) {
  return sql`(select ${users.id} from ${users} where ${users.id} = ${id})`;
}
