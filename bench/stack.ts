import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type Account, openAccount } from '#e2e/harness/api.ts';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';

/** A PostgreSQL of the run's own (fsync on), a scratch folder, and everything started on them. */
export type Stack = {
  database: pg.Client;
  databaseUrl: string;
  folder: string;
  /** Starts a script of this folder that prints its port. */
  serve(script: Script, options?: ServeOptions): Promise<Server>;
  /** Ends what still runs and removes the data. */
  stop(): Promise<void>;
};

type Script = 'server.ts' | 'servers.ts' | 'search-sources.ts';

export type ServeOptions = {
  /** Which of `servers.ts`. */
  name?: string;
  /** Another folder of browser files. */
  files?: string;
  /** Leaves the limits on, as people meet them. */
  limits?: boolean;
  /** More environment variables. */
  settings?: Record<string, string>;
};

export type Server = {
  url: string;
  pid: number;
  stop(): Promise<void>;
};

/** A signed-in founder with the pro plan, which is set by SQL. The token lasts for a quarter of an hour. */
export async function signUp({ database }: Pick<Stack, 'database'>, url: string): Promise<Account> {
  const account = await openAccount(url);
  await database.query(`update users set plan = 'pro' where id = $1`, [account.id]);
  return account;
}

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Children get nothing of the caller's settings: the defaults are measured. */
export const environment = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? tmpdir() };

export async function startStack(): Promise<Stack> {
  const folder = await mkdtemp(join(tmpdir(), 'startup-spark-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: () => {} });
  const database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  const running = new Set<Server>();
  return {
    database,
    databaseUrl: postgres.url,
    folder,
    async serve(script, options = {}) {
      const server = await startServer(script, options, postgres.url);
      running.add(server);
      return server;
    },
    async stop() {
      await Promise.all([...running].map((server) => server.stop()));
      await database.end();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startServer(script: Script, options: ServeOptions, databaseUrl: string): Promise<Server> {
  const settings = { DATABASE_URL: databaseUrl, SECRET_KEY: 'only-for-measuring-'.repeat(2), PORT: '0' };
  const flags = script === 'server.ts' ? await startFlags() : [];
  const words = [
    ...(options.name ? [options.name] : []),
    ...(options.files ? ['--files', options.files] : []),
    ...(options.limits ? ['--limits'] : []),
  ];
  const child = spawn(process.execPath, [...flags, join(import.meta.dirname, script), ...words], {
    env: { ...environment, ...settings, ...options.settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await printedPort(script, child);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    stop: () => end(child),
  };
}

/** Options of Node that `npm start` sets. */
async function startFlags(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as PackageFile;
  return scripts.start.split(' ').filter((word) => word.startsWith('--'));
}

type PackageFile = { scripts: { start: string } };

/** The first line that is a number; other lines are logs. */
async function printedPort(script: string, child: ChildProcess): Promise<number> {
  if (!child.stdout) throw new Error(`${script} has no output`);
  const lines = createInterface(child.stdout);
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => /^\d+$/.test(line) && resolve(Number(line)));
    child.once('exit', () => reject(new Error(`${script} ended before it listened.`)));
  });
}

/** Asks a child to end and waits; one that doesn't in time is killed. */
export async function end(
  child: ChildProcess,
  signal: NodeJS.Signals = 'SIGTERM',
  withinMs = 10_000,
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  const patience = setTimeout(() => child.kill('SIGKILL'), withinMs);
  await gone;
  clearTimeout(patience);
}
