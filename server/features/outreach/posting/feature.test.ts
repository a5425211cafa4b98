import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { inTransaction } from '#server/database/connect.ts';
import { campaigns } from '#server/database/tables.ts';
import { startTasks, type Tasks } from '#server/tasks/tasks.ts';
import { type PostingWorld, startPostingWorld } from '#server/testing/worlds/posting-world.ts';
import { type PostingFeature, postingFeature } from './feature.ts';
import { postingQueues, postReply } from './tasks.ts';

let world: PostingWorld;
const workers: { tasks: Tasks; posting: PostingFeature }[] = [];

beforeAll(async () => {
  world = await startPostingWorld();
  for (const _ of ['one', 'other']) {
    const log = pino({ level: 'silent' });
    const tasks = await startTasks(world.databaseUrl, postingQueues, { worksTasks: true, log });
    workers.push({ tasks, posting: await postingFeature({ ...world.deps, tasks }) });
  }
});
afterAll(async () => {
  await Promise.all(workers.map(({ tasks }) => tasks.stop(5_000)));
  await world.close();
});
beforeEach(() => world.clear());

const statuses = async () =>
  (await world.database.pool.query<{ status: string }>('select distinct status from conversations')).rows.map(
    ({ status }) => status,
  );

const unfinishedTasks = async () =>
  (
    await world.database.pool.query(
      `select id from pgboss.job where name = $1 and state not in ('completed', 'failed', 'cancelled')`,
      [postReply.name],
    )
  ).rows;

it('replies are sent by whichever process is free, each once, after the change is committed', async () => {
  for (let n = 0; n < 30; n += 1) await world.approve();
  await expect.poll(statuses, { timeout: 15_000 }).toEqual(['POSTED']);
  expect(world.forum.posts).toHaveLength(30);
  expect(world.forum.sends).toBe(30);
});

it('approved replies of a campaign that goes on again are sent', async () => {
  await world.database.sql.update(campaigns).set({ active: false });
  const campaignId = await world.startCampaign();
  await world.database.sql.update(campaigns).set({ active: false });
  await world.approve({ campaignId });
  // The first task has seen the pause and let go: one that comes while it looks would leave the reply to the sweep.
  await expect.poll(unfinishedTasks, { timeout: 15_000 }).toEqual([]);
  const [worker] = workers;
  await inTransaction(world.database, async (transaction) => {
    await transaction.sql.update(campaigns).set({ active: true });
    await worker?.posting.enqueueWaiting(transaction, campaignId);
  });
  await expect.poll(statuses, { timeout: 15_000 }).toEqual(['POSTED']);
});
