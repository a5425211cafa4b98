import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './process-state.ts';

export type DataDirLock = { release(): Promise<void> };

/** SQLITE_BUSY: another process holds the file. */
const busy = 5;
/** Two who ask in the same instant both step back and try again within this time. */
const patienceMs = 300;
/** A connection without a reference is garbage-collected, and its lock is lost. */
const held = new Set<DatabaseSync>();

/**
 * Makes this process the only one that uses `dataDir` (which must exist) until `release`, or until it ends in
 * any way: the lock is an exclusive transaction on an empty SQLite file, so the operating system lets go of it
 * even after `kill -9`, and no stale file can ever block a start.
 * @throws one plain sentence when another process, or this one, holds it already.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const pidFile = join(dataDir, 'in-use.pid');
  const lock = openLock(join(dataDir, 'in-use.lock'), dataDir);
  if (!lock) throw new Error(inUse(dataDir, await readHolder(pidFile)));
  held.add(lock);
  await writeFile(pidFile, `${process.pid}\n`);
  return {
    async release() {
      if (!held.delete(lock)) return;
      await rm(pidFile, { force: true });
      lock.close();
    },
  };
}

function openLock(file: string, dataDir: string): DatabaseSync | undefined {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(file, { timeout: patienceMs });
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock?.close();
    if ((error as { errcode?: number }).errcode === busy) return undefined;
    throw new Error(`The data folder ${dataDir} can't be written to: ${(error as Error).message}.`);
  }
}

/** The winner writes its number after winning, so the loser may have to read twice. */
async function readHolder(pidFile: string): Promise<number | undefined> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const pid = Number(await readFile(pidFile, 'utf8').catch(() => ''));
    if (pid > 0 && (await isAlive(pid))) return pid;
    await sleep(25);
  }
  return undefined;
}

function inUse(dataDir: string, pid: number | undefined): string {
  const who = pid ? `Another Startup Spark process (pid ${pid})` : 'Another Startup Spark process';
  return `${who} is already using this data folder: ${dataDir}. Stop it, or set DATA_DIR to another folder.`;
}
