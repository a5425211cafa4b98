import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import pg from 'pg';
import { lockDataDir } from '#server/database/data-dir-lock.ts';
import { urlOf } from '#server/database/embedded-postgres.ts';
import { readPassword } from '#server/database/postgres-cluster.ts';
import { findPostmaster } from '#server/database/postmaster.ts';
import { type Backup, copyTree } from './backup-folder.ts';

type Copied = Pick<Backup, 'database'>;

/**
 * Copies the cluster of the embedded PostgreSQL into `folder`: by the backup API while it runs, else as it is.
 * https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
 */
export async function backUpCluster(dataDir: string, folder: string): Promise<Copied> {
  const from = join(dataDir, 'postgres');
  const to = join(folder, 'postgres');
  const server = await findPostmaster(from);
  const password = await readPassword(dataDir);
  if (!password) throw new Error(`There is no database in ${dataDir}.`);
  await copyFile(join(dataDir, 'postgres-password'), join(folder, 'postgres-password'));
  if (server) {
    await copyRunning(urlOf(server.port, password), from, to);
    return { database: 'cluster' };
  }
  const lock = await lockDataDir(dataDir);
  try {
    await copyTree(from, to, (path) => ownFiles.has(path));
  } finally {
    await lock.release();
  }
  return { database: 'cluster' };
}

/** Of the running server alone. */
const ownFiles = new Set(['postmaster.pid', 'postmaster.opts']);
/** PostgreSQL makes the contents of these folders again; the log is copied afterwards. */
const ownFolders = [
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots'],
  ...['pg_stat_tmp', 'pg_subtrans'],
];

async function copyRunning(url: string, from: string, to: string): Promise<void> {
  const server = new pg.Client({ connectionString: url });
  await server.connect();
  try {
    // Keeps the log of the time between start and stop; it ends with this connection.
    await server.query(`select pg_create_physical_replication_slot('backup', true, true)`);
    const started = await server.query<{ file: string }>(
      `select pg_walfile_name(pg_backup_start('backup', fast => true)) as file`,
    );
    await copyTree(from, to, (path) => ownFiles.has(path) || isOwn(path));
    for (const name of ownFolders) await mkdir(join(to, name), { recursive: true, mode: 0o700 });
    const stopped = await server.query<{ file: string; label: string }>(
      'select pg_walfile_name(lsn) as file, labelfile as label from pg_backup_stop(wait_for_archive => false)',
    );
    const [{ file: first } = { file: '' }] = started.rows;
    const [{ file: last, label } = { file: '', label: '' }] = stopped.rows;
    await copyLog(join(from, 'pg_wal'), join(to, 'pg_wal'), { first, last });
    await writeFile(join(to, 'backup_label'), label, { mode: 0o600, flush: true });
  } finally {
    await server.end();
  }
}

function isOwn(path: string): boolean {
  return ownFolders.some((name) => path.startsWith(`${name}${sep}`)) || /(^|[/\\])pgsql_tmp/.test(path);
}

async function copyLog(
  from: string,
  to: string,
  { first, last }: { first: string; last: string },
): Promise<void> {
  const names = await readdir(from);
  const isNeeded = (name: string) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last;
  await copyTree(from, to, (name) => !isNeeded(name));
  if (![first, last].every((name) => names.includes(name)))
    throw new Error('The log of the database is incomplete.');
}
