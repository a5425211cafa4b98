import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

/** A pool and drizzle on it. */
export type Database = {
  pool: pg.Pool;
  /** For the statement that stores answers: its one connection keeps a plan that reads by indexes alone. */
  answers: pg.Pool;
  sql: NodePgDatabase;
  close(): Promise<void>;
};

/** One open transaction: drizzle and the raw client on the same connection. */
export type Transaction = { sql: NodePgDatabase; client: pg.ClientBase };

/** Connections of one process, beside the one for answers; PostgreSQL's own default is 100 for all of them. */
export const poolSize = 10;

export function connectDatabase(url: string, onError: (error: Error) => void): Database {
  const open = (options: pg.PoolConfig) => {
    const pool = new pg.Pool({
      connectionString: url,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      // Frees the locks of a process whose machine vanished.
      idle_in_transaction_session_timeout: 60_000,
      ...options,
    });
    // A lost connection without a listener ends the process. The pool listens to idle ones only.
    pool.on('connect', (client) => client.on('error', onError));
    pool.on('error', () => {});
    return pool;
  };
  const pool = open({ max: poolSize });
  const answers = open({
    max: 1,
    // Planning the statement takes longer than running it, and statistics are behind while a table grows fast.
    options: '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off',
  });
  return {
    pool,
    answers,
    sql: drizzle(pool),
    close: async () => void (await Promise.all([pool.end(), answers.end()])),
  };
}

/**
 * False on a standby, which a proxy may still lead to right after a switchover.
 * @throws when the connection for answers can't be opened, such as behind a pooler that refuses their settings.
 */
export async function acceptsWrites({ pool, answers }: Database): Promise<boolean> {
  const question = 'select pg_is_in_recovery() as standby';
  const replies = await Promise.all([pool, answers].map((one) => one.query<{ standby: boolean }>(question)));
  return replies.every(({ rows }) => rows[0]?.standby === false);
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

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const unavailableStates = [
  '53300', // too many connections
  '57P01', // shut down by an administrator
  '57P02', // a crash elsewhere
  '57P03', // still starting
  '25006', // a standby after a switchover
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
];
// The driver gives these errors no code.
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (was closed|has encountered))/;

/** The failures of `fetch` carry codes of sockets too; these of pg and drizzle are no TypeErrors. */
const mayBeOfDatabase = (error: unknown): error is Error =>
  error instanceof Error && !(error instanceof TypeError);

/** True when the database can't be reached or dropped the connection. The change may have been made or not. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const state = sqlState(error);
  if (state) return state.startsWith('08') || unavailableStates.includes(state);
  return mayBeOfDatabase(error) && (lostConnection.test(error.message) || isDatabaseUnavailable(error.cause));
}

/** The SQLSTATE behind an error of pg or of drizzle, which wraps it. */
export function sqlState(error: unknown): string | undefined {
  if (!mayBeOfDatabase(error)) return undefined;
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' ? code : sqlState(error.cause);
}
