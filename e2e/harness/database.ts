import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { ownName, readPassword } from '#server/database/embedded/postgres-cluster.ts';
import { findPostmaster } from '#server/database/embedded/postmaster.ts';

/** A database of its own on the PostgreSQL that `serverUrl` names, and how to get rid of it. */
export async function createDatabase(serverUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `startup_spark_journey_${randomBytes(6).toString('hex')}`;
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await runAsAdmin(serverUrl, `create database ${name} template template0 encoding 'UTF8'`);
  return {
    url: url.href,
    drop: () => runAsAdmin(serverUrl, `drop database if exists ${name} with (force)`),
  };
}

/** The address of the embedded PostgreSQL that runs in `dataDir`. */
export async function embeddedDatabaseUrl(dataDir: string): Promise<string> {
  const [server, password] = await Promise.all([
    findPostmaster(join(dataDir, 'postgres')),
    readPassword(dataDir),
  ]);
  if (!server || !password) throw new Error(`No PostgreSQL runs in ${dataDir}.`);
  return `postgres://${ownName}:${password}@127.0.0.1:${server.port}/${ownName}`;
}

/** Does what no call of the product does, like letting time pass. */
export async function runSql<Row>(url: string, statement: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement, values)).rows as Row[];
  } finally {
    await client.end();
  }
}

async function runAsAdmin(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
