import { and, asc, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import { paymentEvents } from '#server/database/tables.ts';
import type { PaymentOrigin } from '#shared/contracts/billing.ts';

type EventRow = typeof paymentEvents.$inferSelect;
type Enqueue = (transaction: Transaction, id: string) => Promise<void>;

export type EventRepository = ReturnType<typeof eventRepository>;

/** Handling takes a moment; what took longer may have been lost. */
const lostAfterMs = 5 * 60_000;
const atOnce = 500;
const keptMs = 30 * 86_400_000;

/** The events of one provider; those of others wait for that provider. */
export function eventRepository(database: Database, origin: PaymentOrigin) {
  const isOurs = or(isNull(paymentEvents.origin), eq(paymentEvents.origin, origin));
  return {
    /** Stores an event and the task to handle it, or neither; nothing happens when it is there. */
    async store(row: Omit<typeof paymentEvents.$inferInsert, 'origin'>, enqueue: Enqueue): Promise<void> {
      await inTransaction(database, async (transaction) => {
        const insert = transaction.sql
          .insert(paymentEvents)
          .values({ ...row, origin })
          .onConflictDoNothing();
        const [stored] = await insert.returning({ id: paymentEvents.id });
        if (stored && !row.handledAt) await enqueue(transaction, stored.id);
      });
    },

    async findUnhandled(id: string): Promise<EventRow | null> {
      const open = and(eq(paymentEvents.id, id), isNull(paymentEvents.handledAt), isOurs);
      const [row] = await database.sql.select().from(paymentEvents).where(open);
      return row ?? null;
    },

    async eachUnhandled(now: Date, enqueue: Enqueue): Promise<void> {
      const lost = lt(paymentEvents.receivedAt, new Date(now.getTime() - lostAfterMs));
      await inTransaction(database, async (transaction) => {
        const rows = await transaction.sql
          .select({ id: paymentEvents.id })
          .from(paymentEvents)
          .where(and(isNull(paymentEvents.handledAt), lost, isOurs))
          .orderBy(asc(paymentEvents.receivedAt))
          .limit(atOnce);
        for (const { id } of rows) await enqueue(transaction, id);
      });
    },

    /** Drop payloads a month after handling; keep the ids, because an event may repeat. */
    async emptyOld(now: Date): Promise<void> {
      const old = lt(paymentEvents.handledAt, new Date(now.getTime() - keptMs));
      const some = database.sql
        .select({ id: paymentEvents.id })
        .from(paymentEvents)
        .where(and(old, isNotNull(paymentEvents.payload)))
        .limit(atOnce);
      await database.sql
        .update(paymentEvents)
        .set({ payload: sql`null` })
        .where(inArray(paymentEvents.id, some));
    },
  };
}
