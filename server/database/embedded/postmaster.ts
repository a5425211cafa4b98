import { spawn } from 'node:child_process';
import { open, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type PostgresAccount, postgresEnvironment } from './postgres-account.ts';
import { hasEnded, isAlive, isServerOf } from './process-state.ts';

/** A server process, as the file that it keeps in its cluster describes it. */
export type Postmaster = { pid: number; port: number; state: string };

const recoveryLimitMs = 10 * 60_000;
const settingsOf = (durable: boolean): Record<string, string> => ({
  listen_addresses: '127.0.0.1',
  // Socket paths may have 107 bytes at most, and no caller needs them.
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  // PostgreSQL's usual sizes; it would derive smaller ones from our small segments.
  min_wal_size: '80MB',
  max_wal_size: '1GB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Failed statements are logged by the application, without the values that people wrote.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
});

/** The server that runs on this cluster, if one does. */
export async function findPostmaster(clusterDir: string): Promise<Postmaster | undefined> {
  const found = await readPostmaster(clusterDir);
  return found && (await isServerOf(found.pid, clusterDir)) ? found : undefined;
}

/**
 * Starts a server on `port` of 127.0.0.1, or a free one, and resolves when it accepts connections. It outlives this
 * process.
 * @throws with PostgreSQL's own words when it ends before that.
 */
export async function startPostmaster(settings: {
  clusterDir: string;
  account: PostgresAccount;
  postgres: string;
  durable: boolean;
  logFile: string;
  log: (line: string) => void;
  port?: number;
}): Promise<Postmaster> {
  await disownOldServer(settings.clusterDir);
  for (let attempt = 1; ; attempt++) {
    const outcome = await launch(settings);
    if (typeof outcome !== 'string') return outcome;
    // Both pass: a port taken in this instant, and children of a killed server that have yet to notice.
    const passes = /could not bind|in use/.test(outcome);
    if (!passes || attempt === 40) throw new Error(`PostgreSQL did not start: ${outcome}`);
    await sleep(250);
  }
}

/** Waits until a server that is starting or recovering accepts connections; false when it ended instead. */
export async function hasStarted(
  pid: number,
  clusterDir: string,
  log: (line: string) => void,
): Promise<boolean> {
  const begun = performance.now();
  for (let nextNotice = 10_000; ; ) {
    const found = await readPostmaster(clusterDir);
    if (found?.pid === pid && found.state === 'ready') return true;
    if (!(await isAlive(pid))) return false;
    const waited = performance.now() - begun;
    if (waited > recoveryLimitMs) return false;
    if (waited > nextNotice) {
      log(
        `PostgreSQL is still starting after ${Math.round(waited / 1000)} s, it may be recovering from a crash`,
      );
      nextNotice += 10_000;
    }
    await sleep(8);
  }
}

/**
 * Stops a server and waits until it is gone: open transactions are rolled back, everything committed is on disk.
 * One that does not listen is stopped the hard way; the next start then recovers from its log.
 */
export async function stopPostmaster(pid: number, clusterDir: string, patienceMs: number): Promise<void> {
  // A fast shutdown, an immediate one, and the end of everything.
  for (const [signal, ms] of [
    ['SIGINT', patienceMs],
    ['SIGQUIT', 3000],
    ['SIGKILL', 3000],
  ] as const) {
    if (!(await isServerOf(pid, clusterDir))) return;
    send(pid, signal);
    if (await hasEnded(pid, ms)) return;
  }
  throw new Error(`PostgreSQL (pid ${pid}) can't be stopped.`);
}

/**
 * PostgreSQL refuses to start when its pid file names a foreign process or an uncollected dead one. Containers whose
 * first process collects none have these. It takes its own pid and its parent's for stale. The line about shared memory
 * still guards against orphans of the old server.
 */
async function disownOldServer(clusterDir: string): Promise<void> {
  const found = await readPostmaster(clusterDir);
  if (!found || (await isServerOf(found.pid, clusterDir))) return;
  const lines = (await readFile(pidFile(clusterDir), 'utf8')).split('\n');
  await writeFile(pidFile(clusterDir), [process.pid, ...lines.slice(1)].join('\n'));
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function readPostmaster(clusterDir: string): Promise<Postmaster | undefined> {
  const lines = (await readFile(pidFile(clusterDir), 'utf8').catch(() => '')).split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 ? { pid, port: port || 0, state: lines[7]?.trim() ?? '' } : undefined;
}

async function launch(settings: Parameters<typeof startPostmaster>[0]): Promise<Postmaster | string> {
  const { clusterDir, account, postgres, durable, logFile, log } = settings;
  const port = settings.port ?? (await findFreePort());
  await using output = await open(logFile, 'a', 0o600);
  const before = (await output.stat()).size;
  const options = Object.entries(settingsOf(durable)).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const words = [...account.prefix, postgres, '-D', clusterDir, '-p', `${port}`, ...options];
  const child = spawn(words[0] ?? postgres, words.slice(1), {
    uid: account.uid,
    gid: account.gid,
    cwd: '/',
    env: postgresEnvironment,
    // Its own session, or Ctrl-C in a terminal would stop it under requests that are still being answered.
    detached: true,
    stdio: ['ignore', output.fd, output.fd],
  });
  const failure = new Promise<string>((resolve) => child.once('error', (error) => resolve(error.message)));
  child.unref();
  const pid = child.pid;
  if (pid === undefined) return await failure;
  if (await hasStarted(pid, clusterDir, log)) return { pid, port, state: 'ready' };
  const written = (await readFile(logFile)).subarray(before).toString().trim();
  return written || 'it ended without a word';
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return address && typeof address === 'object' ? address.port : 0;
}

function pidFile(clusterDir: string): string {
  return join(clusterDir, 'postmaster.pid');
}
