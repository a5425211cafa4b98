import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { connectDatabase, type Database } from '#server/database/connect.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { hostBuckets } from './rate-limits.ts';
import { readPace } from './read-pace.ts';

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
  await database.pool.query('truncate source_hosts');
});

let at = Date.parse('2040-01-01T00:00:00Z');
const now = () => at;
const { signal } = new AbortController();
const host = 'forum.example';
const paceWith = (perSecond: number, burst: number) =>
  readPace({ buckets: hostBuckets(database, now), paces: { [host]: { perSecond, burst } }, now });

it('is shared by all who read, and comes back with time', async () => {
  const [one, other] = [paceWith(0.1, 2), paceWith(0.1, 2)];
  const turns = [];
  for (const pace of [one, other, one]) turns.push(await pace.waitForTurn(host, signal));
  at += 10_000;
  expect([...turns, await other.waitForTurn(host, signal)]).toEqual([true, true, false, true]);
});

it('leaves a host alone while searches are rate-limited there, and takes none of their turns', async () => {
  const searches = hostBuckets(database, now);
  const usual = { perSecond: 0.1, burst: 1 };
  expect(await paceWith(1, 60).waitForTurn(host, signal)).toBe(true);
  expect((await searches.take(host, host, usual, 1)).granted).toBe(1);
  await searches.saveQuietUntil(host, new Date(at + 60_000), 1);
  expect(await paceWith(1, 60).waitForTurn(host, signal)).toBe(false);
  at += 61_000;
  expect(await paceWith(1, 60).waitForTurn(host, signal)).toBe(true);
});

it('leaves a host alone that says so to a reader, as long as it says', async () => {
  const pace = paceWith(1, 60);
  await pace.waitForTurn(host, signal);
  await pace.noteRateLimit(host, { status: 429, headers: new Headers({ 'retry-after': '30' }) });
  expect(await pace.waitForTurn(host, signal)).toBe(false);
  at += 31_000;
  expect(await pace.waitForTurn(host, signal)).toBe(true);
});
