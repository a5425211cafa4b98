import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, type Database } from '#server/database/connect.ts';
import { somePost } from '#server/testing/scripted-sources.ts';
import { type OutreachWorld, startOutreachWorld } from '#server/testing/worlds/outreach-world.ts';
import { listFound } from './found-repository.ts';

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

it('reads of what was found only what is named, by id or by link, and is the owner’s', async () => {
  world.sources.posts = [somePost(), somePost(), somePost()];
  const [one, other, unnamed] = await world.findOpportunities();
  const named = [{ id: one?.id ?? '', link: 'https://elsewhere.example/' }, { link: other?.link ?? '' }];
  const list = async (ownerId: string, since = new Date(0)) =>
    (await listFound(database, ownerId, named, since)).map(({ id }) => id).toSorted();
  expect(unnamed).toBeDefined();
  expect(await list(world.founder.id)).toEqual([one?.id, other?.id].toSorted());
  expect(await list('somebody else')).toEqual([]);
  expect(await list(world.founder.id, new Date('2999-01-01'))).toEqual([]);
});
