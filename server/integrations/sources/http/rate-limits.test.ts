import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest';
import { connectDatabase, type Database } from '#server/database/connect.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { rateLimits } from './rate-limits.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('testDatabaseUrl'));
  database = connectDatabase(testDatabase.url, () => {});
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});
beforeEach(async () => {
  await database.pool.query('truncate rate_limits');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2040, 0, 1) });
});
afterEach(() => {
  vi.useRealTimers();
});

const host = 'forum.example';
const readings = { key: `${host} replies`, part: host, limit: { requests: 2, seconds: 10 } };
const searches = { key: host, part: host, limit: { requests: 1, seconds: 10 } };
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

it('are shared by all processes, and come back with time', async () => {
  const [one, other] = [rateLimits(database.pool), rateLimits(database.pool)];
  const turns = [];
  for (const limits of [one, other, one]) turns.push((await limits.take(readings, 1)).granted);
  pass(10);
  expect([...turns, (await other.take(readings, 1)).granted]).toEqual([1, 1, 0, 1]);
});

it('grant the first of several requests, and name the time of the rest', async () => {
  const turn = await rateLimits(database.pool).take(readings, 5);
  expect(turn).toEqual({ granted: 2, msBeforeNext: 10_000, isBlocked: false });
});

it('leave a host alone while searches are blocked there, and take none of their turns', async () => {
  const limits = rateLimits(database.pool);
  expect((await limits.take(readings, 1)).granted).toBe(1);
  expect((await limits.take(searches, 1)).granted).toBe(1);
  await limits.block(host, 60);
  expect(await limits.take(readings, 1)).toEqual({ granted: 0, msBeforeNext: 60_000, isBlocked: true });
  pass(61);
  expect((await limits.take(readings, 1)).granted).toBe(1);
});

it('keep the longer of two blocks', async () => {
  const limits = rateLimits(database.pool);
  await limits.block(host, 60);
  await limits.block(host, 5);
  expect((await limits.take(searches, 1)).msBeforeNext).toBe(60_000);
});
