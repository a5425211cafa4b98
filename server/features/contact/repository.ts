import { eq } from 'drizzle-orm';
import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import { contactMessages } from '#server/database/tables.ts';

export type ContactRow = typeof contactMessages.$inferSelect;
export type NewContactRow = typeof contactMessages.$inferInsert;

export type ContactRepository = ReturnType<typeof contactRepository>;

export function contactRepository(database: Database) {
  const byId = (id: number) => eq(contactMessages.id, id);
  return {
    /** Stores a message and, in the same transaction, what has to happen with it. */
    async saveMessage(
      row: NewContactRow,
      alongside: (transaction: Transaction, id: number) => Promise<void>,
    ): Promise<number> {
      return inTransaction(database, async (transaction) => {
        const [saved] = await transaction.sql.insert(contactMessages).values(row).returning();
        if (!saved) throw new Error('the insert of a message returned no row');
        await alongside(transaction, saved.id);
        return saved.id;
      });
    },

    async findMessage(id: number): Promise<ContactRow | null> {
      const [row] = await database.sql.select().from(contactMessages).where(byId(id));
      return row ?? null;
    },

    async markDelivered(id: number, deliveredAt: Date): Promise<void> {
      await database.sql
        .update(contactMessages)
        .set({ deliveredAt, failure: null, givenUpAt: null })
        .where(byId(id));
    },

    /** `givenUpAt` is null while another try will come. */
    async recordFailure(id: number, failure: string, givenUpAt: Date | null): Promise<void> {
      await database.sql.update(contactMessages).set({ failure, givenUpAt }).where(byId(id));
    },
  };
}
