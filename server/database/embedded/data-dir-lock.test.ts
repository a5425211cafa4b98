import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockDataDir } from './data-dir-lock.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'startup-spark-lock-'));
});

afterEach(async () => {
  await rm(dataDir, { recursive: true });
});

it('is refused while it is held, also within one process, and free afterwards', async () => {
  const first = await lockDataDir(dataDir);
  await expect(lockDataDir(dataDir)).rejects.toThrow(
    `Another Startup Spark process (pid ${process.pid}) is already using this data folder: ${dataDir}.`,
  );
  await first.release();
  await first.release();
  await (await lockDataDir(dataDir)).release();
});

it('does not believe a note of a process that is gone, or whose number a stranger has', async () => {
  for (const pid of [1, 4_194_303]) {
    await writeFile(join(dataDir, 'in-use.pid'), `${pid}\n`);
    await (await lockDataDir(dataDir)).release();
  }
});

it('goes to exactly one of many who ask at once', async () => {
  const asked = await Promise.allSettled(Array.from({ length: 5 }, () => lockDataDir(dataDir)));
  const won = asked.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
  expect(won).toHaveLength(1);
  await won[0]?.release();
});

it('says so when the folder can not be used', async () => {
  await expect(lockDataDir(join(dataDir, 'missing'))).rejects.toThrow(
    `The data folder ${join(dataDir, 'missing')} can't be written to`,
  );
});
