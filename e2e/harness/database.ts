import { randomBytes } from 'node:crypto';
import pg from 'pg';

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

async function runAsAdmin(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
