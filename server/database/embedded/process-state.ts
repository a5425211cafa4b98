import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** True while this process runs; false for a dead one that its parent has not collected. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, as another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  if (process.platform !== 'linux') return true;
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The name is in parentheses and may hold anything; the state is the letter after them.
  return line === undefined || !/^[ZX]/.test(line.slice(line.lastIndexOf(')') + 2));
}

/** Waits up to `ms` for a process to end; true when it has. */
export async function hasEnded(pid: number, ms: number): Promise<boolean> {
  const deadline = performance.now() + ms;
  while (await isAlive(pid)) {
    if (performance.now() > deadline) return false;
    await sleep(10);
  }
  return true;
}

/** True when process `pid` is a PostgreSQL server on this cluster folder, not a reused pid. */
export async function isServerOf(pid: number, clusterDir: string): Promise<boolean> {
  if (!(await isAlive(pid))) return false;
  if (process.platform === 'linux') return await isLinuxServerOf(pid, clusterDir);
  const { stdout } = await run('ps', ['-ww', '-o', 'command=', '-p', `${pid}`]).catch(() => ({ stdout: '' }));
  return /\bpostgres\b/.test(stdout) && stdout.includes(clusterDir);
}

async function isLinuxServerOf(pid: number, clusterDir: string): Promise<boolean> {
  const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
  if (basename(words[0] ?? '') !== 'postgres') return false;
  // The folder may have been renamed under a running server; its working folder moves along with it.
  return words.includes(clusterDir) || (await isSameFolder(`/proc/${pid}/cwd`, clusterDir));
}

async function isSameFolder(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((path) => stat(path).catch(() => undefined)));
  return !!first && !!second && first.dev === second.dev && first.ino === second.ino;
}
