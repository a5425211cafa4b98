import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, readConfig } from '#server/config.ts';
import { lockDataDir } from '#server/database/embedded/data-dir-lock.ts';
import { refuseUsedDatabase, restoreDump } from './backup/dump.ts';
import { type Backup, copyTree, namedFolder, refuseUnlessEmpty, runScript } from './backup/folder.ts';

// npm run restore -- <folder>: into an empty DATA_DIR, or an empty database at DATABASE_URL.

await runScript(async () => {
  const config = readConfig(process.env);
  const folder = namedFolder('npm run restore -- <folder>');
  const backup = await readBackup(folder);
  const key = await readFile(join(folder, 'secret-key'), 'utf8');
  refuseOtherKind(config, backup);
  if (config.secretKey !== null && config.secretKey !== key)
    throw new Error(
      `SECRET_KEY is not the one of the backup, so linked accounts could not be opened. Set it to what ${join(folder, 'secret-key')} holds.`,
    );
  await refuseUnlessEmpty(config.dataDir, 'A restore needs an empty DATA_DIR');
  if (config.databaseUrl) await refuseUsedDatabase(config.databaseUrl);
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const lock = await lockDataDir(config.dataDir);
  try {
    await copyTree(join(folder, 'files'), join(config.dataDir, 'files'));
    if (config.databaseUrl) await restoreDump(config.databaseUrl, join(folder, 'database.dump'));
    else await restoreCluster(config.dataDir, folder, key);
  } finally {
    await lock.release();
  }
  console.log(
    `Restored the backup of ${backup.madeAt} into ${config.databaseUrl ? 'the database' : config.dataDir}.`,
  );
});

async function readBackup(folder: string): Promise<Backup> {
  const text = await readFile(join(folder, 'backup.json'), 'utf8').catch(() => {
    throw new Error(`${folder} holds no finished backup.`);
  });
  return JSON.parse(text) as Backup;
}

function refuseOtherKind({ databaseUrl }: Config, { database }: Backup): void {
  if (database === 'dump' && !databaseUrl)
    throw new Error(
      'This backup is of a database at DATABASE_URL. Set DATABASE_URL and SECRET_KEY to restore it.',
    );
  if (database === 'cluster' && databaseUrl)
    throw new Error('This backup is of the embedded PostgreSQL. Remove DATABASE_URL to restore it.');
}

/** The cluster takes its name last: before that no process could start on half of it. */
async function restoreCluster(dataDir: string, folder: string, key: string): Promise<void> {
  const unfinished = join(dataDir, 'postgres.unfinished-restore');
  await copyTree(join(folder, 'postgres'), unfinished);
  await writeFile(join(dataDir, 'secret-key'), key, { mode: 0o600 });
  const password = await readFile(join(folder, 'postgres-password'));
  await writeFile(join(dataDir, 'postgres-password'), password, { mode: 0o600 });
  await rename(unfinished, join(dataDir, 'postgres'));
}
