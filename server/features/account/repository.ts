import { eq, sql } from 'drizzle-orm';
import type { Database } from '#server/database/connect.ts';
import { users } from '#server/database/tables.ts';

export type UserRow = typeof users.$inferSelect;

export type AccountRepository = ReturnType<typeof accountRepository>;

export function accountRepository({ sql: database }: Database) {
  return {
    /** Adds the user or refreshes e-mail and name; a known name is not replaced by an empty one. */
    async saveUser(user: { id: string; email: string; name: string }): Promise<UserRow> {
      const name = sql`coalesce(nullif(excluded.name, ''), ${users.name})`;
      const [row] = await database
        .insert(users)
        .values(user)
        .onConflictDoUpdate({ target: users.id, set: { email: sql`excluded.email`, name } })
        .returning();
      if (!row) throw new Error('the upsert of a user returned no row');
      return row;
    },

    async findUser(id: string): Promise<UserRow | null> {
      const [row] = await database.select().from(users).where(eq(users.id, id));
      return row ?? null;
    },
  };
}
