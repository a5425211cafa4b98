import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { figure, goal, median, type Section, type Settings, spread, takeTurns } from '#bench/lib/report.ts';
import { environment, root, type Stack } from '#bench/stack.ts';
import { freePort } from '#e2e/harness/process.ts';

const starts = 5;
const idleMs = 5_000;
const patienceMs = 60_000;

type Started = { readyMs: number; memoryAtStart: number; memoryIdle: number };

/** From the command to the first "ready" when nothing changed since, and the memory of the server. */
export async function measureStart({ stack }: Settings): Promise<Section> {
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: root, stdio: 'ignore' });
  const dataDir = join(stack.folder, 'started');
  const first = await startOnce(dataDir, 0);
  const idle = await startOnce(dataDir, idleMs);
  const taken = await takeTurns<'node' | 'bare' | 'product', Started>(starts, {
    node: async () => onlyTime(timeNode()),
    bare: async () => onlyTime(await timeBareHandler(stack)),
    product: () => startOnce(dataDir, 0),
  });
  const ready = taken.product.map(({ readyMs }) => readyMs);
  const atStart = taken.product.map(({ memoryAtStart }) => memoryAtStart);
  return {
    title: 'Starting',
    how: `\`npm start\` with a built site and an existing database: milliseconds until \`/readyz\` answers 200, ${starts} starts.
The very first start, which makes the database, took ${figure(first.readyMs)} ms. Memory is the resident set of the server process,
without PostgreSQL.`,
    columns: ['what', 'measured'],
    rows: [
      ['`node -e 0`, ms', spread(taken.node.map(({ readyMs }) => readyMs))],
      ['bare handler, ms to its port', spread(taken.bare.map(({ readyMs }) => readyMs))],
      ['`npm start`, ms to ready', spread(ready)],
      ['memory when ready, MB', spread(atStart)],
      [`memory ${idleMs / 1000} s later, MB`, figure(idle.memoryIdle)],
    ],
    goals: [
      goal('start: until ready', median(ready), { below: 3_000 }, ' ms'),
      goal('memory after the start', Math.max(median(atStart), idle.memoryIdle), { below: 200 }, ' MB'),
    ],
  };
}

function onlyTime(readyMs: number): Started {
  return { readyMs, memoryAtStart: 0, memoryIdle: 0 };
}

function timeNode(): number {
  const began = performance.now();
  spawnSync(process.execPath, ['-e', '0'], { env: environment });
  return performance.now() - began;
}

async function timeBareHandler(stack: Stack): Promise<number> {
  const began = performance.now();
  const server = await stack.serve('servers.ts', { name: 'bare' });
  const took = performance.now() - began;
  await server.stop();
  return took;
}

async function startOnce(dataDir: string, idle: number): Promise<Started> {
  const port = await freePort();
  const began = performance.now();
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { ...environment, PORT: String(port), DATA_DIR: dataDir, npm_config_update_notifier: 'false' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const output of [npm.stdout, npm.stderr]) output.on('data', (data) => (printed += data));
  const gone = once(npm, 'exit');
  const server = () => serverBelow(npm.pid ?? 0);
  try {
    while (!(await isReady(port))) {
      if (npm.exitCode !== null || performance.now() - began > patienceMs)
        throw new Error(`npm start did not get ready:\n${printed}`);
      await sleep(5);
    }
    const readyMs = performance.now() - began;
    if (printed.includes('Built dist/web'))
      throw new Error('The site was built during a start: something changed.');
    const memoryAtStart = residentMegabytes(server());
    await sleep(idle);
    return { readyMs, memoryAtStart, memoryIdle: residentMegabytes(server()) };
  } finally {
    const pid = server();
    process.kill(pid || (npm.pid ?? 0), 'SIGTERM');
    await gone;
  }
}

async function isReady(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
  await response?.body?.cancel();
  return response?.ok ?? false;
}

/** npm starts a shell that starts Node: the server is the descendant that runs its main file, or 0. */
function serverBelow(pid: number): number {
  for (const child of childrenOf(pid)) {
    const words = readFileSync(`/proc/${child}/cmdline`, 'utf8').split('\0');
    if (words.includes('server/main.ts')) return child;
    const below = serverBelow(child);
    if (below) return below;
  }
  return 0;
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}

function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
