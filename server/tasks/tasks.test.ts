import pino from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connectDatabase, type Database, inTransaction } from '#server/database/connect.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { requestIds } from '#server/request-ids.ts';
import { type Queue, queueErrors, startTasks, type Tasks } from './tasks.ts';

const plain: Queue<{ n: number }> = { name: 'plain', onePerKey: false };
const keyed: Queue<{ n: number }> = { name: 'keyed', onePerKey: true };
const wide: Queue<{ n: number }> = { name: 'wide', onePerKey: false };
const failing: Queue<{ n: number }> = { name: 'failing', onePerKey: false };
const refused: Queue<{ n: number }> = { name: 'refused', onePerKey: false, patient: true };
const lone: Queue<{ n: number }> = { name: 'lone', onePerKey: false, oneUnfinishedPerKey: true };
const batched: Queue<{ n: number }> = { name: 'batched', onePerKey: false };
const ordered: Queue<{ n: number }> = { name: 'ordered', onePerKey: false, inOrder: true };
const last: Queue<{ n: number }> = { name: 'last', onePerKey: false };
const traced: Queue<{ n: number }> = { name: 'traced', onePerKey: false };
const followUp: Queue<{ n: number }> = { name: 'follow-up', onePerKey: false };

let testDatabase: TestDatabase;
let database: Database;
let tasks: Tasks;
const logs: string[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('testDatabaseUrl'));
  database = connectDatabase(testDatabase.url, () => {});
  const log = pino({ level: 'error' }, { write: (line) => void logs.push(line) });
  const queues = [plain, keyed, wide, failing, refused, lone, batched, ordered, last, traced, followUp];
  tasks = await startTasks(testDatabase.url, queues, { worksTasks: true, log });
});
afterAll(async () => {
  await tasks.stop(5_000);
  await database.close();
  await testDatabase.drop();
});

const enqueue = (queue: Queue<{ n: number }>, n: number, key?: string) =>
  inTransaction(database, (transaction) => tasks.enqueue(transaction, queue, { n }, key));

describe('a task', () => {
  it('belongs to the transaction that enqueues it', async () => {
    const done: number[] = [];
    await enqueue(plain, 1);
    const undone = inTransaction(database, async (transaction) => {
      await tasks.enqueue(transaction, plain, { n: 2 });
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    await enqueue(plain, 3);
    await tasks.work(plain, async ({ n }) => void done.push(n));
    await expect.poll(() => done.length, { timeout: 10_000 }).toBe(2);
    expect(done.toSorted()).toEqual([1, 3]);
  });

  it('with a key waits once, however often it is enqueued', async () => {
    const done: number[] = [];
    for (let n = 0; n < 10; n += 1) await enqueue(keyed, n, 'the-same');
    await enqueue(keyed, 99, 'another');
    await tasks.work(keyed, async ({ n }) => void done.push(n));
    await expect.poll(() => done.length, { timeout: 10_000 }).toBe(2);
    expect(done.toSorted()).toEqual([0, 99]);
  });

  it('that fails in a batch is tried again alone', async () => {
    const runs: number[] = [];
    const numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    for (const n of numbers) await enqueue(batched, n);
    await tasks.work(
      batched,
      async ({ n }) => {
        runs.push(n);
        if (n === 2 && runs.filter((run) => run === 2).length === 1) throw new Error('the first try fails');
      },
      { batch: 4 },
    );
    await expect.poll(() => runs.toSorted(), { timeout: 15_000 }).toEqual([...numbers, 2].toSorted());
  });

  it('of an ordered kind waits, untried, until those before it with its key are done or given up', async () => {
    const tried: number[] = [];
    for (const n of [1, 2, 4]) await enqueue(ordered, n, 'the-same');
    await enqueue(ordered, 3, 'another');
    const work = async ({ n }: { n: number }) => {
      tried.push(n);
      if (n === 1 && tried.filter((one) => one === 1).length < 2) throw new Error('not yet');
      if (n === 2) throw new RangeError('never');
    };
    await tasks.work(ordered, work, { atOnce: 2, isFinal: (error) => error instanceof RangeError });
    await expect.poll(() => tried.length, { timeout: 30_000 }).toBe(5);
    expect(tried.filter((n) => n !== 3)).toEqual([1, 1, 2, 4]);
    await expect.poll(() => logs.join(), { timeout: 15_000 }).toContain('a task failed for good');
    logs.length = 0;
  }, 60_000);

  it('of a lone kind is enqueued for a key only when the one before is done or given up', async () => {
    const done: number[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const work = async ({ n }: { n: number }) => {
      done.push(n);
      if (n === 1) await held;
      if (n === 3) throw new Error('given up');
    };
    await tasks.work(lone, work, { atOnce: 2, isFinal: () => true });
    await enqueue(lone, 1, 'the-same');
    await expect.poll(() => done, { timeout: 10_000 }).toEqual([1]);
    await enqueue(lone, 2, 'the-same');
    await enqueue(lone, 10, 'another');
    await expect.poll(() => done, { timeout: 10_000 }).toEqual([1, 10]);
    release();
    const unfinished = async () =>
      (await database.pool.query("select 1 from pgboss.job where name = 'lone' and state <= 'active'")).rows;
    await expect.poll(unfinished, { timeout: 10_000 }).toEqual([]);
    for (const n of [3, 4]) {
      await enqueue(lone, n, 'the-same');
      await expect.poll(() => done.at(-1), { timeout: 10_000 }).toBe(n);
      await expect.poll(unfinished, { timeout: 10_000 }).toEqual([]);
    }
    expect(done).toEqual([1, 10, 3, 4]);
    await expect.poll(() => logs.join(), { timeout: 15_000 }).toContain('a task failed for good');
    logs.length = 0;
  });

  it('keeps the id of the request that enqueued it, and hands it on', async () => {
    const ids: unknown[] = [];
    await tasks.work(traced, async ({ n }) => {
      ids.push(requestIds.getStore());
      await enqueue(followUp, n);
    });
    await tasks.work(followUp, async () => void ids.push(requestIds.getStore()));
    await requestIds.run('request-1', () => enqueue(traced, 1));
    await expect.poll(() => ids, { timeout: 10_000 }).toEqual(['request-1', 'request-1']);
    await enqueue(traced, 2);
    await expect.poll(() => ids.slice(2), { timeout: 10_000 }).toEqual([undefined, undefined]);
  });

  it('knows its last try', async () => {
    const tries: boolean[] = [];
    await tasks.work(last, async (_data, _signal, isLastTry) => {
      tries.push(isLastTry);
      if (!isLastTry) throw new Error('not yet');
    });
    await enqueue(last, 1);
    await expect.poll(() => tries, { timeout: 10_000 }).toEqual([false]);
    // Its second try is made the last one, and due now.
    const shorten =
      "update pgboss.job set retry_limit = 1, start_after = now() where name = 'last' and state = 'retry'";
    await expect.poll(async () => (await database.pool.query(shorten)).rowCount, { timeout: 5_000 }).toBe(1);
    await expect.poll(() => tries, { timeout: 10_000 }).toEqual([false, true]);
  });

  it('that fails with a final error is not tried again', async () => {
    class Never extends Error {}
    let attempts = 0;
    const work = async () => {
      attempts += 1;
      throw new Never('never ever');
    };
    await tasks.work(refused, work, { isFinal: (error) => error instanceof Never });
    await enqueue(refused, 7);
    await expect.poll(() => logs.join('\n'), { timeout: 15_000 }).toContain('a task failed for good');
    const { rows } = await database.pool.query("select state from pgboss.job where name = 'refused'");
    expect([attempts, rows]).toEqual([1, [{ state: 'failed' }]]);
    expect(logs.map((line) => JSON.parse(line))).toMatchObject([
      { queue: 'refused', cause: { failure: 'Never' }, holds: ['n'] },
    ]);
    logs.length = 0;
  });

  it('waits for no more than the others that are worked at once', async () => {
    let running = 0;
    let most = 0;
    let done = 0;
    for (let n = 0; n < 6; n += 1) await enqueue(wide, n);
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await expect.poll(() => done + running, { timeout: 5_000 }).toBeGreaterThanOrEqual(3);
      running -= 1;
      done += 1;
    };
    await tasks.work(wide, work, { atOnce: 3 });
    await expect.poll(() => done, { timeout: 15_000 }).toBe(6);
    expect(most).toBe(3);
  });

  it('that fails is tried again, and one that fails for good is logged', async () => {
    let attempts = 0;
    await tasks.work(failing, async () => {
      attempts += 1;
      throw new Error('still broken');
    });
    await enqueue(failing, 7);
    await expect.poll(() => attempts, { timeout: 15_000 }).toBeGreaterThan(1);
    // Its remaining tries are used up here, because their growing pauses would take minutes.
    const lastTry =
      "update pgboss.job set retry_limit = 1, start_after = now() where name = 'failing' and state = 'retry'";
    await expect.poll(async () => (await database.pool.query(lastTry)).rowCount, { timeout: 15_000 }).toBe(1);
    await expect
      .poll(() => logs.join('\n'), { timeout: 60_000, interval: 500 })
      .toContain('a task failed for good');
  }, 90_000);
});

describe('a patient queue', () => {
  const retries = async (name: string) => {
    const settings = 'retry_limit, retry_delay, retry_delay_max, retry_backoff';
    return (await database.pool.query(`select ${settings} from pgboss.queue where name = $1`, [name]))
      .rows[0];
  };

  it('tries for two days, at least every hour, also where an older release made it', async () => {
    const patient = { retry_limit: 56, retry_delay: 5, retry_delay_max: 3600, retry_backoff: true };
    expect(await retries('refused')).toEqual(patient);
    // Pauses are between this and its double: see `retryBackoff` of pg-boss.
    const pauses = Array.from({ length: 56 }, (_, retry) => Math.min(3600, 5 * 2 ** retry));
    const days = pauses.reduce((sum, pause) => sum + pause) / 86_400;
    expect(days).toBeGreaterThan(1.9);
    expect(days).toBeLessThan(2.1);
    expect(await retries('plain')).toMatchObject({ retry_limit: 5 });
    const log = pino({ level: 'silent' });
    const newer = await startTasks(testDatabase.url, [{ ...plain, patient: true }], {
      worksTasks: false,
      log,
    });
    await newer.stop(1_000);
    expect(await retries('plain')).toEqual(patient);
  });
});

it('gives queues of an older release the heartbeat by which the task of a killed worker is found', async () => {
  const heartbeat = async () =>
    (await database.pool.query("select heartbeat_seconds from pgboss.queue where name = 'plain'")).rows[0];
  await database.pool.query("update pgboss.queue set heartbeat_seconds = null where name = 'plain'");
  const log = pino({ level: 'silent' });
  const newer = await startTasks(testDatabase.url, [plain], { worksTasks: false, log });
  await newer.stop(1_000);
  expect(await heartbeat()).toEqual({ heartbeat_seconds: 20 });
});

describe('a process that only serves the web', () => {
  it('enqueues without working', async () => {
    const log = pino({ level: 'silent' });
    const other = await startTasks(testDatabase.url, [plain], { worksTasks: false, log });
    let worked = false;
    await other.work(plain, async () => {
      worked = true;
    });
    expect(await other.isReady()).toBe(true);
    await other.stop(1_000);
    expect([worked, await other.isReady()]).toEqual([false, false]);
  });
});

describe('a process whose tasks are worked by hand', () => {
  it('works what is due and scheduled, with what follows from it, and leaves retries for later', async () => {
    const byHandDatabase = await createTestDatabase(inject('testDatabaseUrl'));
    const own = connectDatabase(byHandDatabase.url, () => {});
    const log = pino({ level: 'error' }, { write: (line) => void logs.push(line) });
    const daily: Queue<Record<string, never>> = { name: 'daily', onePerKey: true };
    const queues = [daily, plain, followUp, failing, refused];
    const byHand = await startTasks(byHandDatabase.url, queues, { worksTasks: 'by-hand', log });
    const add = (queue: Queue<{ n: number }>, n: number) =>
      inTransaction(own, (transaction) => byHand.enqueue(transaction, queue, { n }));
    const done: string[] = [];
    await byHand.work(followUp, async ({ n }) => void done.push(`follow-up ${n}`));
    await byHand.work(plain, async ({ n }) => {
      done.push(`plain ${n}`);
      await add(followUp, n);
    });
    await byHand.work(daily, async () => void done.push('daily'));
    const fail = async () => {
      done.push('failing');
      throw new Error('broken');
    };
    await byHand.work(failing, fail);
    await byHand.work(refused, fail, { isFinal: () => true });
    await add(plain, 1);
    expect(done).toEqual([]);
    await byHand.runDue(daily);
    expect(done.toSorted()).toEqual(['daily', 'follow-up 1', 'plain 1']);
    done.length = 0;
    await add(failing, 2);
    await add(refused, 3);
    await byHand.runDue();
    const { rows } = await own.pool.query(
      'select name, state from pgboss.job where name = any($1) order by 1',
      [['failing', 'refused']],
    );
    expect([done, rows]).toEqual([
      ['failing', 'failing'],
      [
        { name: 'failing', state: 'retry' },
        { name: 'refused', state: 'failed' },
      ],
    ]);
    expect(logs.join()).toContain('a task failed for good');
    logs.length = 0;
    await byHand.stop(1_000);
    await own.close();
    await byHandDatabase.drop();
  });
});

it('logs a lost database once in a while and every other error at once', () => {
  const lines: { level: number; err: { message: string } }[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) });
  let now = 1_000_000;
  const report = queueErrors(log, () => now);
  // As pg-boss words it, once for each queue.
  const message = 'Connection terminated unexpectedly (Queue: post-reply, Worker: 1)';
  const lost = () => ({ name: 'Error', message });
  for (let poll = 0; poll < 40; poll += 1) report(lost());
  report(new Error('Queue post-reply does not exist'));
  expect(lines.map(({ level }) => level)).toEqual([40, 50]);
  now += 30_000;
  report(lost());
  expect(lines).toHaveLength(3);
  report({ name: 'error', message: 'shutting down', code: '57P03' } as Error);
  expect(lines).toHaveLength(3);
});
