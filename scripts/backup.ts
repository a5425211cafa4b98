import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, readConfig } from '#server/config.ts';
import { secretKey } from '#server/secret-key.ts';
import { backUpCluster } from './backup-cluster.ts';
import { dumpDatabase } from './backup-dump.ts';
import { type Backup, copyTree, namedFolder, refuseUnlessEmpty, runScript } from './backup-folder.ts';

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
  const key = await secretKey(config.secretKey, config.dataDir);
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
