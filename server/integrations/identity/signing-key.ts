import { randomUUID } from 'node:crypto';
import type { Jwk } from 'better-auth/plugins/jwt';
import { desc, sql } from 'drizzle-orm';
import { type Database, inTransaction } from '#server/database/connect.ts';
import { identityKeys } from '#server/database/tables.ts';

/**
 * Keeps the key that tokens are signed with. The first tokens of an installation may be asked for at once, in several
 * processes: all are signed with the key that was kept first, as whoever checks them may have read the keys by then.
 */
export async function keepSigningKey(database: Database, made: Omit<Jwk, 'id'>): Promise<Jwk> {
  const kept = await inTransaction(database, async ({ sql: tx }) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('identity key', 0))`);
    const first = await tx.select().from(identityKeys).orderBy(desc(identityKeys.createdAt)).limit(1);
    return first.length > 0
      ? first
      : tx
          .insert(identityKeys)
          .values({ id: randomUUID(), ...made })
          .returning();
  });
  return kept[0] as Jwk;
}
