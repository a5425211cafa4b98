import { randomUUID } from 'node:crypto';
import type { Jwk } from 'better-auth/plugins/jwt';
import { desc, sql } from 'drizzle-orm';
import { type Database, inTransaction } from '#server/database/connect.ts';
import { identityKeys } from '#server/database/tables.ts';

/**
 * Stores the key that signs tokens. Processes may start at once: all use the first stored key, because verifiers may
 * have read it.
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
