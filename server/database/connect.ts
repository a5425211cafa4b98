import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

/** A pool and drizzle on it. */
export type Database = {
  pool: pg.Pool;
  sql: NodePgDatabase;
  close(): Promise<void>;
};

/** One open transaction: drizzle and the raw client on the same connection. */
export type Transaction = { sql: NodePgDatabase; client: pg.ClientBase };

/** Connections of one process; PostgreSQL's own default is 100 for all of them. */
export const poolSize = 10;

export function connectDatabase(url: string, onError: (error: Error) => void): Database {
  const pool = new pg.Pool({ connectionString: url, max: poolSize, connectionTimeoutMillis: 10_000 });
  // An idle connection that breaks must not end the process; the pool replaces it.
  pool.on('error', onError);
  return { pool, sql: drizzle(pool), close: () => pool.end() };
}

/** Runs `work` in one transaction on one connection; rolls back when it throws. */
export async function inTransaction<T>(
  database: Database,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    const result = await work({ sql: drizzle(client), client });
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    const broken = await client.query('rollback').then(
      () => undefined,
      (failure: Error) => failure,
    );
    client.release(broken);
    throw error;
  }
}

/** The SQLSTATE behind an error of pg or of drizzle, which wraps it. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' ? code : sqlState(error.cause);
}
