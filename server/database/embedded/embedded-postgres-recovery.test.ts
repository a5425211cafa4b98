import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { makeDataDir, query, spawnHolder, startHolder } from './embedded-postgres-holder.ts';
import { findPostmaster } from './postmaster.ts';
import { hasEnded, isAlive, isServerOf } from './process-state.ts';

let dataDir: string;
let clusterDir: string;
const cleanUps: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  const place = await makeDataDir();
  cleanUps.push(place.remove);
  dataDir = place.dataDir;
  clusterDir = join(dataDir, 'postgres');
});

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function hold(): ReturnType<typeof startHolder> {
  const holder = await startHolder(dataDir);
  cleanUps.push(holder.kill);
  return holder;
}

async function start() {
  const lines: string[] = [];
  const server = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line) });
  cleanUps.push(server.stop);
  return { ...server, lines };
}

async function leaveServerBehind(): Promise<number> {
  const holder = await hold();
  await query(holder.url, `create table note as select 'kept' as text`);
  await holder.kill();
  return (await findPostmaster(clusterDir))?.pid ?? 0;
}

function startStranger(): ChildProcess & { pid: number } {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  cleanUps.push(async () => child.kill('SIGKILL'));
  return child as ChildProcess & { pid: number };
}

async function namesInDataDir(): Promise<string[]> {
  return await readdir(dataDir).catch(() => []);
}

/** The children of a server change their command line, so this counts servers only. */
async function countServers(): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return commands.filter((command) => command.split('\0').includes(clusterDir)).length;
}

it('finds the server that a killed process left running, with its rows, and stops it in the end', async () => {
  const pid = await leaveServerBehind();
  expect(await isServerOf(pid, clusterDir)).toBe(true);
  const server = await start();
  expect(await query(server.url, 'select text from note')).toEqual([{ text: 'kept' }]);
  expect(server.lines).toEqual([`Found the PostgreSQL (pid ${pid}) that an earlier process left running`]);
  if (process.platform === 'linux') expect(await countServers()).toBe(1);
  await server.stop();
  expect(await isAlive(pid)).toBe(false);
});

it('recovers when the server was killed too, and starts only one', async () => {
  const pid = await leaveServerBehind();
  process.kill(pid, 'SIGKILL');
  const server = await start();
  expect(await query(server.url, 'select text from note')).toEqual([{ text: 'kept' }]);
  expect((await findPostmaster(clusterDir))?.pid).not.toBe(pid);
});

it('replaces a server that no longer answers', { timeout: 40_000 }, async () => {
  const pid = await leaveServerBehind();
  process.kill(pid, 'SIGSTOP');
  const server = await start();
  expect(await query(server.url, 'select text from note')).toEqual([{ text: 'kept' }]);
  expect(await isAlive(pid)).toBe(false);
});

it('leaves a stranger alone who got the number of the old server', async () => {
  const pid = await leaveServerBehind();
  const stale = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8');
  process.kill(pid, 'SIGKILL');
  await hasEnded(pid, 5000);
  const stranger = startStranger();
  await writeFile(join(clusterDir, 'postmaster.pid'), stale.replace(`${pid}`, `${stranger.pid}`));
  const server = await start();
  expect(await query(server.url, 'select text from note')).toEqual([{ text: 'kept' }]);
  await server.stop();
  expect(await isAlive(stranger.pid)).toBe(true);
});

it('makes a new password when the file is lost, whether the server still runs or not', async () => {
  await leaveServerBehind();
  for (const spoil of [rm, (file: string) => writeFile(file, 'wrong\n')]) {
    await spoil(join(dataDir, 'postgres-password'));
    const server = await start();
    expect(await query(server.url, 'select text from note')).toEqual([{ text: 'kept' }]);
    await server.stop();
  }
});

it('begins again when it was killed while it made the database', async () => {
  const maker = spawnHolder(dataDir);
  await expect.poll(namesInDataDir, { interval: 5 }).toContainEqual(expect.stringMatching(/unfinished/));
  maker.kill('SIGKILL');
  const server = await start();
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(await namesInDataDir()).not.toContainEqual(expect.stringMatching(/unfinished/));
});

it('names the process that uses the folder to a second one, and the first goes on', async () => {
  const holder = await hold();
  await expect(start()).rejects.toThrow(
    `Another Startup Spark process (pid ${holder.pid}) is already using this data folder: ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
  );
  expect(await query(holder.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

it('lets exactly one of several win that start in the same instant', { timeout: 30_000 }, async () => {
  const attempts = await Promise.allSettled([hold(), hold(), hold()]);
  const won = attempts.filter(({ status }) => status === 'fulfilled');
  const messages = attempts.flatMap((attempt) =>
    attempt.status === 'rejected' ? [attempt.reason.message] : [],
  );
  expect(won).toHaveLength(1);
  expect(messages).toHaveLength(2);
  for (const message of messages)
    expect(message).toMatch(/^Another Startup Spark process \(pid \d+\) is already/);
});

it('starts the server again at the same address when it is killed, every time', {
  timeout: 60_000,
}, async () => {
  const server = await start();
  await query(server.url, `create table note as select 'kept' as text`);
  for (let kill = 0; kill < 2; kill += 1) {
    const pid = (await findPostmaster(clusterDir))?.pid ?? 0;
    process.kill(pid, 'SIGKILL');
    await hasEnded(pid, 5000);
    await expect
      .poll(() => query(server.url, 'select text from note').catch((error: Error) => error.message), {
        timeout: 20_000,
      })
      .toEqual([{ text: 'kept' }]);
    expect(server.lines).toContain(`PostgreSQL (pid ${pid}) ended by itself; starting it again`);
  }
  await server.stop();
  expect(await findPostmaster(clusterDir)).toBeUndefined();
});
