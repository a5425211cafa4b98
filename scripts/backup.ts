import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import pg from 'pg';
import { type Config, readConfig } from '#server/config.ts';
import { lockDataDir } from '#server/database/embedded/data-dir-lock.ts';
import { urlOf } from '#server/database/embedded/embedded-postgres.ts';
import { readPassword } from '#server/database/embedded/postgres-cluster.ts';
import { findPostmaster } from '#server/database/embedded/postmaster.ts';
import { readSecretKey } from '#server/secret-box.ts';
import { dumpDatabase } from './backup/dump.ts';
import { type Backup, copyTree, namedFolder, refuseUnlessEmpty, runScript } from './backup/folder.ts';

type Copied = Pick<Backup, 'database'>;

/**
 * Copies the cluster of the embedded PostgreSQL into `folder`: by the backup API while it runs, else as it is.
 * https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
 */
async function backUpCluster(dataDir: string, folder: string): Promise<Copied> {
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

// npm run backup -- <folder>: the database, the attachments and the secret key, while the product runs or not.

await runScript(async () => {
  const config = readConfig(process.env);
  const folder = namedFolder('npm run backup -- <folder>');
  await refuseUnlessEmpty(folder, 'A backup needs an empty folder');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const attachments = () => backUpAttachments(config, folder);
  // Once more behind the database: a row never names an attachment that is missing.
  await attachments();
  const database = config.databaseUrl
    ? await dumpDatabase(config.databaseUrl, join(folder, 'database.dump'))
    : await backUpCluster(config.dataDir, folder);
  await attachments();
  const key = await readSecretKey(config.secretKey, config.dataDir);
  await writeFile(join(folder, 'secret-key'), key, { mode: 0o600 });
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const backup: Backup = { madeAt: new Date().toISOString(), product: version, ...database };
  // Written last: without it the folder is no finished backup.
  await writeFile(join(folder, 'backup.json'), `${JSON.stringify(backup, null, 2)}\n`, { mode: 0o600 });
  console.log(`Backed up to ${folder}. It holds everybody's data and the secret key: keep it private.`);
  if (config.files.kind === 's3')
    console.log(`The attachments stay in the bucket ${config.files.bucket}: back it up with its own tools.`);
});

async function backUpAttachments({ files, dataDir }: Config, folder: string): Promise<void> {
  if (files.kind === 'disk') await copyTree(join(dataDir, 'files'), join(folder, 'files'));
}
