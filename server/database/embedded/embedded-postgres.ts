import { copyFile, mkdir, realpath, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { lockDataDir } from './data-dir-lock.ts';
import { choosePostgresAccount, type PostgresAccount } from './postgres-account.ts';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { ensureCluster, ownName, readPassword, replacePassword } from './postgres-cluster.ts';
import {
  findPostmaster,
  hasStarted,
  type Postmaster,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import { isServerOf } from './process-state.ts';

/** A running server: where to connect, and how to stop it cleanly (a second `stop` waits for the first). */
export type EmbeddedPostgres = { url: string; stop(): Promise<void> };

export type EmbeddedPostgresSettings = {
  /** Holds the cluster (`postgres`), its password, its log and the lock; made when absent. */
  dataDir: string;
  log: (line: string) => void;
  /** False lets a power cut lose or ruin data, for tests only; true by default. */
  durable?: boolean;
};

type ServerPaths = Required<EmbeddedPostgresSettings> & {
  clusterDir: string;
  logFile: string;
  binaries: PostgresBinaries;
};
type Running = { postmaster: Postmaster; url: string };

/** How long open connections and the last checkpoint may take when the product stops. */
const stopPatienceMs = 60_000;
/** The same for a server that was found and doesn't answer. */
const silentPatienceMs = 2000;
const checkEveryMs = 250;
const longestPauseMs = 30_000;

/**
 * Starts PostgreSQL 18 on 127.0.0.1 with its data in `dataDir`, or takes over the one that a killed process left
 * running there. Works as an ordinary user and as root (Design 6).
 * @throws one plain sentence when another process uses the folder, or when nothing can run PostgreSQL in it.
 */
export async function startEmbeddedPostgres(settings: EmbeddedPostgresSettings): Promise<EmbeddedPostgres> {
  const binaries = findPostgresBinaries();
  await mkdir(settings.dataDir, { recursive: true, mode: 0o700 });
  const dataDir = await realpath(settings.dataDir);
  const lock = await lockDataDir(dataDir);
  try {
    const [clusterDir, logFile] = [join(dataDir, 'postgres'), join(dataDir, 'postgres.log')];
    const durable = settings.durable ?? true;
    const paths: ServerPaths = { dataDir, clusterDir, logFile, binaries, durable, log: settings.log };
    const { postmaster, url } = (await takeOver(paths)) ?? (await startServer(paths));
    const dropLog = await truncateLog(logFile);
    const supervisor = superviseServer(paths, postmaster);
    let stopping: Promise<void> | undefined;
    const stop = async () => {
      dropLog();
      const last = await supervisor.stop();
      await stopPostmaster(last.pid, clusterDir, stopPatienceMs);
      await lock.release();
    };
    return {
      url,
      stop() {
        stopping ??= stop();
        return stopping;
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Starts the server again on its port when it ended by itself. Failures are tried again with growing pauses. */
function superviseServer(paths: ServerPaths, first: Postmaster): { stop(): Promise<Postmaster> } {
  const { clusterDir, log } = paths;
  const stopped = new AbortController();
  let server = first;
  const supervise = async () => {
    for (let failures = 0; !stopped.signal.aborted; ) {
      const pauseMs = failures === 0 ? checkEveryMs : Math.min(checkEveryMs * 2 ** failures, longestPauseMs);
      await sleep(pauseMs, undefined, { ref: false, signal: stopped.signal }).catch(() => undefined);
      if (stopped.signal.aborted || (await isServerOf(server.pid, clusterDir))) continue;
      if (failures === 0) log(`PostgreSQL (pid ${server.pid}) ended by itself; starting it again`);
      try {
        server = await restart(paths, server.port);
        failures = 0;
      } catch (error) {
        failures += 1;
        log(`PostgreSQL could not be started again (try ${failures}): ${(error as Error).message}`);
      }
    }
  };
  const ended = supervise();
  return {
    async stop() {
      stopped.abort();
      await ended;
      return server;
    },
  };
}

async function restart(paths: ServerPaths, port: number): Promise<Postmaster> {
  const begun = performance.now();
  const { dataDir, clusterDir, binaries, log } = paths;
  const account = await choosePostgresAccount({ dataDir, clusterDir, postgres: binaries.postgres, log });
  const server = await startPostmaster({ ...paths, account, postgres: binaries.postgres, port });
  log(`PostgreSQL runs again (pid ${server.pid}) after ${Math.round(performance.now() - begun)} ms`);
  return server;
}

/** A server that is of no use is stopped here, so that afterwards none runs. */
async function takeOver(paths: ServerPaths): Promise<Running | undefined> {
  const { dataDir, clusterDir, log } = paths;
  const found = await findPostmaster(clusterDir);
  if (!found) return undefined;
  const password = await readPassword(dataDir);
  const ready =
    found.state === 'ready' || (found.state === 'starting' && (await hasStarted(found.pid, clusterDir, log)));
  const url = urlOf(found.port, password ?? '');
  const refusal = ready && password ? await connectionError(url) : 'no answer';
  if (!refusal) {
    log(`Found the PostgreSQL (pid ${found.pid}) that an earlier process left running`);
    return { postmaster: found, url };
  }
  log(`Stopping the PostgreSQL (pid ${found.pid}) that an earlier process left behind: ${refusal}`);
  await stopPostmaster(found.pid, clusterDir, found.state === 'stopping' ? stopPatienceMs : silentPatienceMs);
  return undefined;
}

async function startServer(paths: ServerPaths): Promise<Running> {
  const begun = performance.now();
  const { dataDir, clusterDir, binaries, log } = paths;
  const account = await choosePostgresAccount({ dataDir, clusterDir, postgres: binaries.postgres, log });
  const origin = await ensureCluster(clusterDir, account, binaries);
  const password =
    (await readPassword(dataDir)) ?? (await replacePassword(dataDir, clusterDir, account, binaries));
  const running = await startWith(paths, account, password);
  const what = origin === 'made' ? 'Made the database and started PostgreSQL' : 'Started PostgreSQL';
  log(`${what} (pid ${running.postmaster.pid}) in ${Math.round(performance.now() - begun)} ms`);
  return running;
}

async function startWith(
  paths: ServerPaths,
  account: PostgresAccount,
  password: string,
  replaced = false,
): Promise<Running> {
  const { dataDir, clusterDir, binaries } = paths;
  const postmaster = await startPostmaster({ ...paths, account, postgres: binaries.postgres });
  const url = urlOf(postmaster.port, password);
  const refusal = await connectionError(url);
  if (!refusal) return { postmaster, url };
  await stopPostmaster(postmaster.pid, clusterDir, silentPatienceMs);
  if (refusal !== wrongPassword || replaced)
    throw new Error(`PostgreSQL started but refuses to be used: ${refusal}`);
  return await startWith(paths, account, await replacePassword(dataDir, clusterDir, account, binaries), true);
}

const wrongPassword = 'the password in the data folder is not its own';

/** Why this server can't be used, or undefined when it can. */
async function connectionError(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000, query_timeout: 3000 });
  // A connection that breaks later than its error was reported must not end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code === '28P01' ? wrongPassword : (error as Error).message;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The address of a server in a data folder. */
export function urlOf(port: number, password: string): string {
  return `postgres://${ownName}:${password}@127.0.0.1:${port}/${ownName}?sslmode=disable`;
}

const logLimitBytes = 5_000_000;
const checkLogEveryMs = 60 * 60_000;

/**
 * Limits the server's log: past 5 MB, now or at an hourly check, its text moves to `<file>.1` in place of what was
 * there. Returns a function that stops the checks.
 */
async function truncateLog(file: string): Promise<() => void> {
  await shortenLog(file);
  // A failed check is repeated in an hour; it must not end the process.
  const timer = setInterval(() => void shortenLog(file).catch(() => undefined), checkLogEveryMs).unref();
  return () => clearInterval(timer);
}

async function shortenLog(file: string): Promise<void> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size <= logLimitBytes) return;
  await copyFile(file, `${file}.1`);
  // The server appends, so it goes on at the new end.
  await truncate(file);
}
