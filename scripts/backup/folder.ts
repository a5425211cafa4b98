import { copyFile, mkdir, open, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** The contents of `backup.json`. */
export type Backup = {
  madeAt: string;
  product: string;
  /** The cluster folder of the embedded PostgreSQL, or a dump by pg_dump. */
  database: 'cluster' | 'dump';
};

/** Runs a script to its end; a failure is one sentence and the exit code 1. */
export async function runScript(work: () => Promise<void>): Promise<void> {
  // Everybody's data and secrets: for this account alone.
  process.umask(0o077);
  await work().catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}

export function namedFolder(usage: string): string {
  const [folder, ...more] = process.argv.slice(2);
  if (!folder || more.length > 0) throw new Error(`Name one folder: ${usage}`);
  return resolve(folder);
}

/** The lock of a process that is gone. */
const lockName = 'in-use.lock';

/** @throws a sentence that begins with `why` for a folder that holds something. */
export async function refuseUnlessEmpty(folder: string, why: string): Promise<void> {
  const found = await readdir(folder).catch(whenMissing([] as string[]));
  const names = found.filter((name) => name !== lockName);
  if (names.length > 0) throw new Error(`${why}: ${folder} holds ${names.length} entries.`);
}

/**
 * Copies a folder that may change meanwhile: what is gone by then is left out. Without `from` there is nothing to copy.
 * `leavesOut` gets paths relative to `from`.
 */
export async function copyTree(
  from: string,
  to: string,
  leavesOut: (path: string) => boolean = () => false,
  below = '',
): Promise<void> {
  const entries = await readdir(join(from, below), { withFileTypes: true }).catch(whenMissing(null));
  if (entries === null) return;
  await mkdir(join(to, below), { recursive: true, mode: 0o700 });
  for (const entry of entries) {
    const path = join(below, entry.name);
    if (leavesOut(path)) continue;
    if (entry.isDirectory()) await copyTree(from, to, leavesOut, path);
    else if (entry.isFile()) await copyDurably(join(from, path), join(to, path));
  }
}

async function copyDurably(from: string, to: string): Promise<void> {
  const isThere = await copyFile(from, to).then(() => true, whenMissing(false));
  if (!isThere) return;
  await using file = await open(to, 'r+');
  await file.sync();
}

function whenMissing<T>(otherwise: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return otherwise;
    throw error;
  };
}
