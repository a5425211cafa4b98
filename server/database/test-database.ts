import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { migrateDatabase } from './migrate.ts';

/** `url` names the template database; hand it to `createTestDatabase`. */
export type TestCluster = { url: string; stop(): Promise<void> };
export type TestDatabase = { url: string; drop(): Promise<void> };

const folderPrefix = 'startup-spark-test-';
const leftoverAfterMs = 30 * 60_000;
/** Any constant: clones of one template take turns on it. */
const cloneLock = 5_320_114;

/**
 * One server for a whole test run, with a template database that has all migrations.
 * `serverUrl` names another PostgreSQL (15 or newer; a role that may create databases and connect to `postgres`) to
 * use in place of an embedded one in a temporary folder. `stop` removes everything that was made.
 */
export async function startTestCluster(serverUrl?: string): Promise<TestCluster> {
  const server = serverUrl ? { url: serverUrl, stop: async () => {} } : await startTemporaryServer();
  const name = randomName('template');
  const url = withDatabase(server.url, name);
  const stop = async () => {
    if (serverUrl) await runAsAdmin(serverUrl, [`drop database if exists ${name} with (force)`]);
    await server.stop();
  };
  try {
    await runAsAdmin(server.url, [`create database ${name} template template0 encoding 'UTF8'`]);
    await migrateDatabase(url);
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Clones the template that `templateUrl` names (about 30 ms). */
export async function createTestDatabase(templateUrl: string): Promise<TestDatabase> {
  const template = new URL(templateUrl).pathname.slice(1);
  const name = randomName('test');
  await runAsAdmin(templateUrl, [
    `select pg_advisory_lock(${cloneLock})`,
    `create database ${name} template ${template}`,
  ]);
  return {
    url: withDatabase(templateUrl, name),
    drop: () => runAsAdmin(templateUrl, [`drop database if exists ${name} with (force)`]),
  };
}

async function startTemporaryServer(): Promise<TestCluster> {
  await removeLeftovers();
  const dataDir = await mkdtemp(join(tmpdir(), folderPrefix));
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, durable: false });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A run that was killed leaves a server and a folder behind. */
async function removeLeftovers(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(folderPrefix));
  for (const dataDir of names.map((name) => join(tmpdir(), name))) {
    const made = await stat(dataDir).then(
      (found) => found.mtimeMs,
      () => Date.now(),
    );
    if (Date.now() - made < leftoverAfterMs) continue;
    try {
      await (await startEmbeddedPostgres({ dataDir, log: () => {}, durable: false })).stop();
      await rm(dataDir, { recursive: true, force: true });
    } catch {
      // A running test holds it, or it is another user's.
    }
  }
}

async function runAsAdmin(serverUrl: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(serverUrl, 'postgres') });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

function randomName(kind: string): string {
  return `startup_spark_${kind}_${randomBytes(6).toString('hex')}`;
}
