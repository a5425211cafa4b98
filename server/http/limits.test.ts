import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connectDatabase, type Database } from '#server/database/connect.ts';
import { migrateDatabase } from '#server/database/migrate.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { type Limits, memoryLimits, sharedLimits } from './limits.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('testDatabaseUrl'));
  await migrateDatabase(testDatabase.url);
  database = connectDatabase(testDatabase.url, () => {});
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const kinds: [string, () => Limits][] = [
  ['one process', () => memoryLimits],
  ['all processes', () => sharedLimits(database.pool)],
];
let limitsMade = 0;

describe.each(kinds)('a limit that %s counts', (_kind, make) => {
  const makeLimit = (points: number) => {
    limitsMade += 1;
    return make()(`limit-${limitsMade}`, points, 600);
  };
  const refusal = { status: 429, retryAfter: expect.any(Number) };

  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff'],
    ['2001:db8:1:2::1', '2001:0DB8:0001:0002:0:0:0:2'],
    ['2001:db8::1', '2001:db8:0:0:1::'],
    ['::1', '::2'],
    ['fe80::1%eth0', 'fe80::2'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['user-1', 'user-1'],
  ])('takes %s and %s for one', async (first, second) => {
    const limit = makeLimit(2);
    await limit.take(first);
    await limit.take(second);
    await limit.giveBack(second);
    await limit.take(first);
    await expect(limit.take(second)).rejects.toMatchObject(refusal);
  });

  it('checks without counting', async () => {
    const limit = makeLimit(2);
    await limit.check('ada');
    await limit.take('ada');
    for (const _ of [1, 2, 3]) await limit.check('ada');
    await expect(limit.check('ada', 1)).rejects.toMatchObject(refusal);
    await limit.take('ada');
    await expect(limit.check('ada')).rejects.toMatchObject(refusal);
    await limit.giveBack('ada');
    await limit.check('ada');
  });

  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['2001:db8::1', '2001:db8:0:1::1'],
    ['::ffff:192.0.2.7', '::ffff:192.0.2.8'],
    ['192.0.2.7', '192.0.2.8'],
    ['ada%1@example.com', 'ada%2@example.com'],
    ['user-1', 'user-2'],
  ])('takes %s and %s for two', async (first, second) => {
    const limit = makeLimit(1);
    await limit.take(first);
    await limit.take(second);
    await expect(limit.take(first)).rejects.toMatchObject(refusal);
  });

  it('counts while a key’s own points are found out, and only what it lets pass', async () => {
    const limit = makeLimit(3);
    const from = (points: number) => limit.takeFrom(Promise.resolve(points), 'ada');
    await from(1);
    await expect(from(1)).rejects.toMatchObject(refusal);
    await expect(limit.takeFrom(Promise.reject(new Error('gone')), 'ada')).rejects.toThrow('gone');
    await from(3);
    await from(4);
    await expect(from(4).then(() => from(3))).rejects.toMatchObject(refusal);
  });
});
