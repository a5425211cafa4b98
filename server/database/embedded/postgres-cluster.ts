import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type PostgresAccount, runAs } from './postgres-account.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';

/** The one role and the one database of the embedded server. */
export const ownName = 'startup_spark';

const majorVersion = '18';
const unfinishedMark = '.unfinished-';
const initdbWords = [
  // A new segment is filled with zeros while commits wait for it: smaller ones make that wait short.
  '--wal-segsize=4',
  `--username=${ownName}`,
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  // pg_hba.conf is written by us, before the server ever listens.
  '--auth=trust',
  '--no-instructions',
  '--no-sync',
];
const hba = '# The only way in: this machine, with the password.\nhost all all 127.0.0.1/32 scram-sha-256\n';

/** Reads the password of the embedded server; undefined when there is none yet. */
export async function readPassword(dataDir: string): Promise<string | undefined> {
  const text = await readFile(passwordFile(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.trim() || undefined;
}

/** Gives a cluster whose server is stopped a new password, and keeps that in `dataDir`, readable by its owner only. */
export async function replacePassword(
  dataDir: string,
  clusterDir: string,
  account: PostgresAccount,
  binaries: PostgresBinaries,
): Promise<string> {
  const password = randomBytes(24).toString('base64url');
  await runSql(clusterDir, account, binaries, [`alter role ${ownName} password '${password}'`]);
  await writeSafely(passwordFile(dataDir), `${password}\n`);
  return password;
}

/**
 * Makes a cluster with its role and database where there is none; it takes its name only when it is whole and on disk.
 * @throws when the folder holds something else, or the cluster of another PostgreSQL version.
 */
export async function ensureCluster(
  clusterDir: string,
  account: PostgresAccount,
  binaries: PostgresBinaries,
): Promise<'made' | 'found'> {
  const version = (await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (version === majorVersion) return 'found';
  if (version) throw new Error(otherVersion(clusterDir, version));
  const names = await readdir(clusterDir).catch(() => []);
  if (names.length > 0)
    throw new Error(`${clusterDir} holds something that is not a database. Move it away.`);
  await makeCluster(clusterDir, account, binaries);
  return 'made';
}

async function makeCluster(
  clusterDir: string,
  account: PostgresAccount,
  binaries: PostgresBinaries,
): Promise<void> {
  await removeUnfinished(clusterDir);
  // A name of its own: the programs of a killed process may still write into the one before.
  const unfinished = await mkdtemp(`${clusterDir}${unfinishedMark}`);
  if (account.uid !== undefined && account.gid !== undefined)
    await chown(unfinished, account.uid, account.gid);
  await runAs(account, binaries.initdb, [`--pgdata=${unfinished}`, ...initdbWords]);
  await writeFile(join(unfinished, 'pg_hba.conf'), hba);
  await runSql(unfinished, account, binaries, [`create database ${ownName}`]);
  await runAs(account, binaries.initdb, ['--sync-only', `--pgdata=${unfinished}`]);
  await rename(unfinished, clusterDir);
  await syncFolder(dirname(clusterDir));
}

async function removeUnfinished(clusterDir: string): Promise<void> {
  const folder = dirname(clusterDir);
  const prefix = `${basename(clusterDir)}${unfinishedMark}`;
  const names = (await readdir(folder)).filter((name) => name.startsWith(prefix));
  for (const name of names) await rm(join(folder, name), { recursive: true, maxRetries: 10 });
}

/** Single-user mode: the only way to speak to a cluster that has no password yet, or has lost it. */
async function runSql(
  clusterDir: string,
  account: PostgresAccount,
  binaries: PostgresBinaries,
  statements: string[],
): Promise<void> {
  const words = [
    '--single',
    '-D',
    clusterDir,
    '-c',
    'exit_on_error=on',
    '-c',
    'log_checkpoints=off',
    'postgres',
  ];
  await runAs(account, binaries.postgres, words, `${statements.join('\n')}\n`);
}

async function writeSafely(file: string, text: string): Promise<void> {
  const unfinished = `${file}.unfinished`;
  await rm(unfinished, { force: true });
  await writeFile(unfinished, text, { mode: 0o600, flush: true });
  await rename(unfinished, file);
  await syncFolder(dirname(file));
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder);
  await handle.sync();
}

function passwordFile(dataDir: string): string {
  return join(dataDir, 'postgres-password');
}

function otherVersion(clusterDir: string, version: string): string {
  return `${clusterDir} was made by PostgreSQL ${version}, and this is PostgreSQL ${majorVersion}. Move its data over with pg_dump and psql, or set DATA_DIR to another folder.`;
}
