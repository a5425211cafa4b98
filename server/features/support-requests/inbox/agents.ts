import { and, asc, eq, exists, inArray, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/database/connect.ts';
import { userIdentities, users } from '#server/database/tables.ts';
import type { RequestRow } from '#server/features/support-requests/requests-as-jobs.ts';

export type AgentDirectory = ReturnType<typeof agentDirectory>;
type AgentRow = { id: string; name: string; email: string };

/** The agents behind the configured addresses: those with an account whose address is verified. */
export function agentDirectory(database: Database, addresses: readonly string[]) {
  const listed = addresses.map((address) => address.toLowerCase());
  const isVerified = exists(
    database.sql
      .select({ userId: userIdentities.userId })
      .from(userIdentities)
      .where(and(eq(userIdentities.userId, users.id), eq(userIdentities.emailVerified, true))),
  );
  const isAgent = and(inArray(sql`lower(${users.email})`, listed), isVerified);
  const select = ({ sql: tx }: Pick<Transaction, 'sql'>) =>
    tx.select({ id: users.id, name: users.name, email: users.email }).from(users);

  return {
    list: async (): Promise<AgentRow[]> =>
      listed.length === 0 ? [] : select(database).where(isAgent).orderBy(asc(users.name), asc(users.id)),

    async find(transaction: Transaction, id: string): Promise<AgentRow | null> {
      if (listed.length === 0) return null;
      const [found] = await select(transaction).where(and(eq(users.id, id), isAgent));
      return found ?? null;
    },

    /** The agent who has the request; else all of them. */
    async addressesFor(transaction: Transaction, { claimedBy }: RequestRow): Promise<string[]> {
      if (claimedBy === null) return [...addresses];
      const [found] = await select(transaction).where(eq(users.id, claimedBy));
      return found ? [found.email] : [...addresses];
    },
  };
}
