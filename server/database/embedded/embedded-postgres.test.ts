import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { makeDataDir, query, startHolder } from './embedded-postgres-holder.ts';

const nobody = 65534;
const isRoot = process.getuid?.() === 0;
const here = fileURLToPath(import.meta.url);
const canNobodyReachUs =
  isRoot &&
  spawnSync(process.execPath, ['-e', `fs.accessSync(${JSON.stringify(here)})`], { uid: nobody }).status === 0;

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function freshDataDir(...below: string[]): Promise<string> {
  const { dataDir, remove } = await makeDataDir(...below);
  cleanUps.push(remove);
  return dataDir;
}

async function start(dataDir: string) {
  const lines: string[] = [];
  const server = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line) });
  cleanUps.push(server.stop);
  return { ...server, lines };
}

it('makes a durable UTF-8 database that only this machine can reach, with the password', async () => {
  const server = await start(await freshDataDir());
  const [settings] = await query(
    server.url,
    `select current_setting('server_version_num')::int / 10000 as version, current_database() as database,
       current_setting('fsync') as fsync, current_setting('listen_addresses') as addresses,
       (select pg_encoding_to_char(encoding) || ' ' || datlocale from pg_database where datname = current_database())
         as locale, lower('ÉTÉ') as lowered`,
  );
  expect(settings).toEqual({
    version: 18,
    database: 'startup_spark',
    fsync: 'on',
    addresses: '127.0.0.1',
    locale: 'UTF8 C.UTF-8',
    lowered: 'été',
  });
  const intruder = new URL(server.url);
  intruder.password = 'guess';
  await expect(query(intruder.href, 'select 1')).rejects.toThrow(/password authentication failed/);
});

it('keeps rows over a stop and a start', async () => {
  const dataDir = await freshDataDir();
  const first = await start(dataDir);
  await query(first.url, `create table note as select 'kept' as text`);
  await first.stop();
  await expect(query(first.url, 'select 1')).rejects.toThrow();
  const second = await start(dataDir);
  expect(await query(second.url, 'select text from note')).toEqual([{ text: 'kept' }]);
});

it('stops once however often it is asked, and does not wait for open connections', async () => {
  const server = await start(await freshDataDir());
  const sleeping = query(server.url, 'select pg_sleep(60)').catch((error: Error) => error);
  await expect
    .poll(() => query(server.url, `select 1 from pg_stat_activity where query like '%sleep(60)'`))
    .toHaveLength(1);
  await Promise.all([server.stop(), server.stop()]);
  await server.stop();
  expect(await sleeping).toBeInstanceOf(Error);
});

it.each([
  ['spaces and quotes', ["a folder of 'somebody'", 'and "more"']],
  ['more than 107 bytes', ['x'.repeat(90), 'y'.repeat(90)]],
  ['letters beyond ASCII', ['données-ß-データ']],
])('works in a path with %s', async (_, below) => {
  const dataDir = await freshDataDir(...below);
  await (await start(dataDir)).stop();
  const again = await start(dataDir);
  expect(await query(again.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

it('works through a symbolic link', async () => {
  const dataDir = await freshDataDir();
  await mkdir(dataDir);
  const link = join(dirname(dataDir), 'link');
  await symlink(dataDir, link);
  await (await start(link)).stop();
  const direct = await start(dataDir);
  expect(await query(direct.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

it('keeps the password, the log and the cluster from other users', async () => {
  const dataDir = await freshDataDir();
  await start(dataDir);
  const modes = ['.', 'postgres', 'postgres-password', 'postgres.log'].map(async (name) =>
    ((await stat(join(dataDir, name))).mode & 0o777).toString(8),
  );
  expect(await Promise.all(modes)).toEqual(['700', '700', '600', '600']);
});

it('moves a log that has grown past 5 MB aside', async () => {
  const dataDir = await freshDataDir();
  await mkdir(dataDir);
  await writeFile(join(dataDir, 'postgres.log'), 'x'.repeat(6_000_000));
  await start(dataDir);
  expect((await stat(join(dataDir, 'postgres.log'))).size).toBeLessThan(10_000);
  expect((await stat(join(dataDir, 'postgres.log.1'))).size).toBeGreaterThan(5_999_999);
});

it('refuses the cluster of another PostgreSQL version and leaves it alone', async () => {
  const dataDir = await freshDataDir();
  await mkdir(join(dataDir, 'postgres'), { recursive: true });
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '15\n');
  await expect(start(dataDir)).rejects.toThrow(/was made by PostgreSQL 15, and this is PostgreSQL 18/);
  expect(await readFile(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')).toBe('15\n');
});

it('refuses a folder that holds something else', async () => {
  const dataDir = await freshDataDir();
  await mkdir(join(dataDir, 'postgres'), { recursive: true });
  await writeFile(join(dataDir, 'postgres', 'thesis.txt'), 'years of work');
  await expect(start(dataDir)).rejects.toThrow(/holds something that is not a database/);
});

it.runIf(canNobodyReachUs)(
  'runs as the owner when root starts it in the folder of an ordinary user',
  async () => {
    const dataDir = await freshDataDir();
    await chmod(dirname(dataDir), 0o755);
    await mkdir(dataDir, { mode: 0o700 });
    await chown(dataDir, nobody, nobody);
    const server = await start(dataDir);
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await stat(join(dataDir, 'postgres', 'PG_VERSION'))).uid).toBe(nobody);
  },
);

it.runIf(canNobodyReachUs)('runs for an ordinary user', async () => {
  const dataDir = await freshDataDir();
  await chown(dirname(dataDir), nobody, nobody);
  const holder = await startHolder(dataDir, { uid: nobody });
  cleanUps.push(holder.stop);
  expect(await query(holder.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});
