import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import {
  acceptsWrites,
  connectDatabase,
  type Database,
  inTransaction,
  isDatabaseUnavailable,
} from './connect.ts';
import { query } from './embedded/embedded-postgres-holder.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let test: TestDatabase;
let database: Database;
const lost: Error[] = [];

beforeAll(async () => {
  test = await createTestDatabase(inject('testDatabaseUrl'));
  database = connectDatabase(test.url, (error) => lost.push(error));
});

afterAll(async () => {
  await database.close();
  await test.drop();
});

async function terminateConnections(): Promise<void> {
  const client = new pg.Client({ connectionString: test.url });
  await client.connect();
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await client.end();
}

it('outlives a connection that is lost inside a transaction, between two statements and during one', async () => {
  const between = inTransaction(database, async ({ client }) => {
    await terminateConnections();
    // The connection has no statement under way that could receive the error.
    await expect.poll(() => lost.length).toBeGreaterThan(0);
    await client.query('select 1');
  });
  const error = await between.catch((thrown: unknown) => thrown);
  expect(isDatabaseUnavailable(error)).toBe(true);

  const during = inTransaction(database, async ({ client }) => {
    await Promise.all([client.query('select pg_sleep(30)'), terminateConnections()]);
  });
  expect(isDatabaseUnavailable(await during.catch((thrown: unknown) => thrown))).toBe(true);
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

it('outlives the loss of idle connections', async () => {
  await database.pool.query('select 1');
  const before = lost.length;
  await terminateConnections();
  await expect.poll(() => lost.length).toBeGreaterThan(before);
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

it('accepts no writes while the settings of the connection for answers are refused', async () => {
  const answers = new pg.Pool({ connectionString: test.url, options: '-c unknown_setting=on' });
  await expect(acceptsWrites({ ...database, answers })).rejects.toThrow('unknown_setting');
  expect(await acceptsWrites(database)).toBe(true);
  await answers.end();
});

const upstreamRefused = new TypeError('fetch failed', {
  cause: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
});

it.each([
  ['a refused connection', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), true],
  ['a shutdown', Object.assign(new Error('terminating connection'), { code: '57P01' }), true],
  ['a broken connection', Object.assign(new Error('broken'), { code: '08006' }), true],
  ['a closed socket', new Error('Connection terminated unexpectedly'), true],
  ['a full pool', new Error('timeout exceeded when trying to connect'), true],
  ['one that drizzle wraps', new Error('Failed query', { cause: new Error('Connection terminated') }), true],
  ['an upstream that refuses', upstreamRefused, false],
  ['one that we wrap', new Error('no completion', { cause: upstreamRefused }), false],
  ['a duplicate key', Object.assign(new Error('duplicate key'), { code: '23505' }), false],
  ['a fault of ours', new TypeError('x is not a function'), false],
  ['no error', 'Connection terminated', false],
])('tells %s apart', (_name, error, unavailable) => {
  expect(isDatabaseUnavailable(error)).toBe(unavailable);
});

it('gives each caller an own migrated database, also many at once', async () => {
  const databases = await Promise.all(
    Array.from({ length: 4 }, () => createTestDatabase(inject('testDatabaseUrl'))),
  );
  try {
    for (const { url } of databases) {
      const tables = await query(url, `select 1 from pg_tables where schemaname = 'public'`);
      expect(tables.length).toBeGreaterThan(0);
      await query(url, 'create table only_here (id int)');
    }
  } finally {
    await Promise.all(databases.map(({ drop }) => drop()));
  }
  await expect(query(databases[0]?.url ?? '', 'select 1')).rejects.toThrow(/does not exist/);
});
