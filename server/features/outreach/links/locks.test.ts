import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, type Database } from '#server/database/connect.ts';
import { somePost } from '#server/testing/scripted-sources.ts';
import { type OutreachWorld, startOutreachWorld } from '#server/testing/worlds/outreach-world.ts';
import { trackedLinkRepository } from './repository.ts';

let world: OutreachWorld;
let database: Database;
beforeAll(async () => {
  world = await startOutreachWorld();
  database = connectDatabase(world.server.databaseUrl, () => {});
});
afterAll(async () => {
  await database.close();
  await world.close();
});

it('visits are counted although another process is in the way for good', async () => {
  world.sources.posts = [somePost(), somePost()];
  const { conversations } = await world.startCampaign();
  const codes = conversations.map(({ trackedLink }) => trackedLink.split('/').at(-1) ?? '').toSorted();
  const client = await database.pool.connect();
  const lock = (code = '') => client.query('select from tracked_links where code = $1 for update', [code]);
  await client.query('begin');
  await lock(codes[1]);
  const visits = codes.map((code) => ({ day: '2040-01-01', visitor: 'somebody', code }));
  const counting = trackedLinkRepository(database).countVisits(visits);
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(() => world.query(waiting)).toHaveLength(1);
  // Now each waits for the other, and the database ends whichever has waited longer.
  await lock(codes[0]);
  await client.query('rollback');
  client.release();
  await counting;
  const counted = await world.query('select visits from tracked_links');
  expect(counted).toEqual([{ visits: 1 }, { visits: 1 }]);
});
