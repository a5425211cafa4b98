import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Database } from './connect.ts';
import { installation } from './tables.ts';

const migrationsFolder = join(import.meta.dirname, 'migrations');
const oldestSupported = 15;
/** Any constant: processes that start together take turns on it. */
const lock = 7_205_759;

/**
 * Brings the database to the newest version of the tables, one process at a time.
 * @throws when the server can't be reached or is older than PostgreSQL 15.
 */
export async function migrateDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  // A lost connection fails the statement under way; without a listener it would also end the process.
  client.on('error', () => {});
  await client.connect().catch((cause: Error) => {
    const { host, pathname } = new URL(url);
    throw new Error(
      `The database could not be reached at ${host}${pathname}: ${cause.message || 'no answer'}`,
      { cause },
    );
  });
  try {
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int / 10000 as version",
    );
    const version = rows[0]?.version ?? 0;
    if (version < oldestSupported) {
      throw new Error(`The database is PostgreSQL ${version}; ${oldestSupported} or newer is needed.`);
    }
    await client.query('select pg_advisory_lock($1)', [lock]);
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    // Closing the session releases the lock.
    await client.end();
  }
}

/** Names this installation, which is its database: the same for all its processes and for ever. A UUID. */
export async function installationId({ sql }: Database, randomId: () => string): Promise<string> {
  await sql.insert(installation).values({ id: randomId() }).onConflictDoNothing();
  const [row] = await sql.select().from(installation);
  if (!row) throw new Error('the database does not keep the id of its installation');
  return row.id;
}
