import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, inject, it } from 'vitest';
import { openAccount } from '#e2e/harness/api.ts';
import { createDatabase, embeddedDatabaseUrl, runSql } from '#e2e/harness/database.ts';
import { freePort, run as startProduct } from '#e2e/harness/process.ts';
import { seedAttachments } from '#e2e/harness/world/seed.ts';
import { secretBox } from '#server/secret-box.ts';
import { dumpProblem, refuseUsedDatabase } from './backup/dump.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'startup-spark-backup-'));
  folders.push(folder);
  return folder;
}

/** Runs one of the two scripts; tells its exit code and all that it wrote. */
async function runScript(name: 'backup' | 'restore', words: string[], env: Record<string, string>) {
  const { PATH = '' } = process.env;
  const script = join(import.meta.dirname, `${name}.ts`);
  return promisify(execFile)(process.execPath, [script, ...words], { env: { PATH, ...env } }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
  );
}

async function startOn(dataDir: string) {
  const port = String(await freePort());
  const run = await startProduct({ PORT: port, DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
  return { ...run, url: `http://localhost:${port}` };
}

const sealedRow = 'an-account';
const keyIn = (dataDir: string) => readFile(join(dataDir, 'secret-key'), 'utf8');

it('a backup of a running or a stopped product restores data, attachments and sealed secrets', async () => {
  const [dataDir, backups] = [await newFolder(), await newFolder()];
  const product = await startOn(dataDir);
  const ada = await openAccount(product.url, 'pro');
  const [picture] = await seedAttachments(product.url, ada);
  const sealed = secretBox(await keyIn(dataDir)).seal('a session', sealedRow);
  await runSql(
    await embeddedDatabaseUrl(dataDir),
    `insert into linked_accounts (id, owner_id, source, host, username, way, sealed_session)
     values ($1, $2, 'lemmy', 'lemmy.example', 'ada', 'session', $3)`,
    [sealedRow, ada.id, sealed],
  );
  for (const state of ['running', 'stopped']) {
    if (state === 'stopped') await product.end('SIGTERM');
    const folder = join(backups, state);
    const backup = await runScript('backup', [folder], { DATA_DIR: dataDir });
    expect(backup).toMatchObject({ code: 0, output: expect.stringContaining('Backed up to') });

    const DATA_DIR = join(await newFolder(), 'data');
    const restored = await runScript('restore', [folder], { DATA_DIR });
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('Restored the backup of') });
    const again = await startOn(DATA_DIR);
    const signedIn = await fetch(`${again.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: again.url },
      body: JSON.stringify({ email: ada.email, password: ada.password }),
    });
    expect(signedIn.status).toBe(200);
    const headers = { authorization: `Bearer ${ada.token}` };
    const file = await fetch(`${again.url}/api/attachments/${picture?.id}`, { headers });
    expect(file.status).toBe(200);
    expect((await file.arrayBuffer()).byteLength).toBe(picture?.size);
    const [row] = await runSql<{ sealed: string }>(
      await embeddedDatabaseUrl(DATA_DIR),
      'select sealed_session as sealed from linked_accounts',
    );
    expect(secretBox(await keyIn(DATA_DIR)).open(row?.sealed ?? '', sealedRow)).toBe('a session');
    await again.end('SIGTERM');

    const second = await runScript('restore', [folder], { DATA_DIR });
    expect(second.code).toBe(1);
    expect(second.output).toMatch(/^A restore needs an empty DATA_DIR: .* holds \d+ entries\.$/m);
  }
}, 180_000);

it('both scripts refuse a folder that is no finished backup, a full one, and none', async () => {
  const DATA_DIR = join(await newFolder(), 'data');
  const full = await newFolder();
  await writeFile(join(full, 'a-file'), '');
  expect(await runScript('restore', [full], { DATA_DIR })).toMatchObject({
    code: 1,
    output: `${full} holds no finished backup.\n`,
  });
  expect((await runScript('backup', [full], { DATA_DIR })).output).toContain(
    'A backup needs an empty folder',
  );
  expect((await runScript('backup', [], { DATA_DIR })).output).toContain('Name one folder');
  const empty = join(full, 'backup');
  expect((await runScript('backup', [empty], { DATA_DIR })).output).toContain('There is no database in');
});

it('a restore refuses a database that holds tables', async () => {
  const database = await createDatabase(inject('testDatabaseUrl'));
  await runSql(database.url, 'create schema other');
  await refuseUsedDatabase(database.url);
  await runSql(database.url, 'create table other.things (id text)');
  await expect(refuseUsedDatabase(database.url)).rejects.toThrow(
    'A restore needs an empty database: this one holds 1 tables.',
  );
  await database.drop();
});

it('pg_dump must not be older than the server', () => {
  expect(dumpProblem('pg_dump', 18, [15, 18])).toBeNull();
  expect(dumpProblem('pg_dump', 15, [18])).toBeNull();
  expect(dumpProblem('pg_dump', 18, [14, 15])).toContain(
    'The server is PostgreSQL 18 and needs pg_dump of that version, but the newest one here is of PostgreSQL 15.',
  );
  expect(dumpProblem('pg_dump', 18, [])).toContain('but there is none here');
});
