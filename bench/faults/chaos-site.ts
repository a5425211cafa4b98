import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { end, environment, root } from '#bench/stack.ts';
import { freePort } from '#e2e/harness/process.ts';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';
import { findPostmaster } from '#server/database/embedded/postmaster.ts';
import { type DatabaseRelay, relayDatabase } from '#server/testing/database-relay.ts';

/** One web and one worker process on an embedded PostgreSQL, each started again when it ends. */
export type Site = {
  url: string;
  /** The database, past the relay that is cut. */
  databaseUrl: string;
  web: Supervised;
  worker: Supervised;
  relay: DatabaseRelay;
  killDatabase(): Promise<void>;
  /** Leaves no room for attachments, or gives it back. Does nothing where no file system can be mounted. */
  fillDisk(isFull: boolean): Promise<void>;
  canFillDisk: boolean;
  /** Processes that ended although nothing ended them, with the code or signal. */
  ended: string[];
  isReady(): Promise<boolean>;
  stop(): Promise<void>;
};

/** A process that is started again at once when it ends, as a service manager does. */
export type Supervised = {
  kill(): void;
  /** Stops it where it is, until it is woken. */
  freeze(): void;
  wake(): void;
  jumpClock(): void;
  stop(): Promise<void>;
};

const diskSize = '64m';

export async function startSite(folder: string, env: Record<string, string>): Promise<Site> {
  const dataDir = join(folder, 'data');
  const attachments = join(folder, 'web', 'files');
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const relay = await relayDatabase(postgres.url);
  const canFillDisk = await mountDisk(attachments);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    DATABASE_URL: relay.url,
    PUBLIC_URL: url,
  };
  const ended: string[] = [];
  const supervised = (name: 'web' | 'worker') =>
    supervise(folder, name, ended, {
      ...settings,
      ...env,
      PROCESS_ROLE: name,
      PORT: String(port),
      DATA_DIR: join(folder, 'web'),
    });
  const [web, worker] = [supervised('web'), supervised('worker')];
  return {
    url,
    databaseUrl: postgres.url,
    web,
    worker,
    relay,
    canFillDisk,
    ended,
    async killDatabase() {
      const server = await findPostmaster(join(dataDir, 'postgres'));
      if (server) process.kill(server.pid, 'SIGKILL');
    },
    async fillDisk(isFull) {
      if (!canFillDisk) return;
      const filler = join(attachments, '.filler');
      if (isFull) await writeFile(filler, new Uint8Array(1 << 26)).catch(() => {});
      else await rm(filler, { force: true });
    },
    isReady: async () => (await fetch(`${url}/readyz`).catch(() => null))?.status === 200,
    async stop() {
      await Promise.all([web.stop(), worker.stop()]);
      await relay.close();
      await postgres.stop();
      if (canFillDisk) execFileSync('umount', [attachments]);
    },
  };
}

/** A small file system of its own, which only root may mount. */
async function mountDisk(place: string): Promise<boolean> {
  await mkdir(place, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize},mode=700`, 'tmpfs', place], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}

function supervise(folder: string, name: string, ended: string[], env: Record<string, string>): Supervised {
  const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' });
  let child: ChildProcess;
  let isStopping = false;
  const run = async () => {
    while (!isStopping) {
      let isReady = false;
      child = spawn(process.execPath, ['--import', './bench/faults/clock-jump.ts', 'server/main.ts'], {
        cwd: root,
        env: { ...environment, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (data: Buffer) => {
          isReady ||= /is ready/.test(data.toString());
          log.write(data);
        });
      const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
      const isOurs = isStopping || signal === 'SIGKILL' || signal === 'SIGUSR2';
      // A start without a database ends with 1, and is tried again.
      const isFailedStart = code === 1 && !isReady;
      if (!isOurs && !isFailedStart) ended.push(`${name}: ${code ?? signal}`);
      if (isFailedStart) await sleep(500);
    }
  };
  const running = run();
  return {
    kill: () => void child.kill('SIGKILL'),
    freeze: () => void child.kill('SIGSTOP'),
    wake: () => void child.kill('SIGCONT'),
    jumpClock: () => void child.kill('SIGUSR2'),
    async stop() {
      isStopping = true;
      await end(child, 'SIGTERM', 60_000);
      await running;
      log.end();
    },
  };
}
