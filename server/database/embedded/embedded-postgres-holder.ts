import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { findPostmaster, stopPostmaster } from './postmaster.ts';

/** A process of its own that runs an embedded PostgreSQL, for tests of what happens when it dies. */
export type Holder = { pid: number; url: string; kill(): Promise<void>; stop(): Promise<void> };

const script = `
  const { startEmbeddedPostgres } = await import(process.argv[1]);
  try {
    const server = await startEmbeddedPostgres({ dataDir: process.argv[2], log: () => {} });
    process.once('SIGTERM', () => server.stop().then(() => process.exit(0)));
    setInterval(() => {}, 100_000);
    console.log(JSON.stringify({ url: server.url }));
  } catch (error) {
    console.log(JSON.stringify({ error: error.message }));
  }
`;

/** Rejects with the message that the process failed with. */
export async function startHolder(dataDir: string, account: { uid?: number } = {}): Promise<Holder> {
  const child = spawnHolder(dataDir, account);
  const ended = once(child, 'exit');
  const [line] = (await once(createInterface(child.stdout as Readable), 'line')) as [string];
  const { url, error } = JSON.parse(line) as { url?: string; error?: string };
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  if (!url) {
    await ended;
    throw new Error(error);
  }
  return { pid: child.pid ?? 0, url, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}

/** The same, without waiting until the server runs. */
export function spawnHolder(dataDir: string, account: { uid?: number } = {}): ChildProcess {
  const module = fileURLToPath(new URL('./embedded-postgres.ts', import.meta.url));
  return spawn(process.execPath, ['--input-type=module', '-e', script, module, dataDir], {
    ...account,
    gid: account.uid,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** A folder that only its owner can read; `remove` also stops a server that a test left in it. */
export async function makeDataDir(...below: string[]): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'startup-spark-embedded-'));
  await chmod(root, 0o700);
  const dataDir = join(root, ...below, 'data');
  return {
    dataDir,
    async remove() {
      const clusterDir = join(dataDir, 'postgres');
      const found = await findPostmaster(clusterDir);
      if (found) await stopPostmaster(found.pid, clusterDir, 2000);
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Runs one statement on a connection of its own. */
export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
