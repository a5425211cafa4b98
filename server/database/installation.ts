import type { Database } from './connect.ts';
import { installation } from './tables.ts';

/** Names this installation, which is its database: the same for all its processes and for ever. A UUID. */
export async function installationId({ sql }: Database, randomId: () => string): Promise<string> {
  await sql.insert(installation).values({ id: randomId() }).onConflictDoNothing();
  const [row] = await sql.select().from(installation);
  if (!row) throw new Error('the database does not keep the id of its installation');
  return row.id;
}
