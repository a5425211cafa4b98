import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { type SourceStandIn, startSourceStandIn } from '#e2e/stand-ins/sources/sources.ts';
import { connectDatabase, type Database } from '#server/database/connect.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import {
  type SourceClient,
  type SourceClientOptions,
  sourceClient,
} from '#server/integrations/sources/source-client.ts';

export type SourceWorld = {
  database: Database;
  standIn: SourceStandIn;
  client: SourceClient;
  makeClient(settings?: Partial<SourceClientOptions>): SourceClient;
};

/** For each test of a file stand-ins of all sources, empty buckets and an empty cache, and a client with `settings`. */
export function openSourceWorld(settings: Partial<SourceClientOptions> = {}): SourceWorld {
  let testDatabase: TestDatabase;
  const world = {} as SourceWorld;
  beforeAll(async () => {
    testDatabase = await createTestDatabase(inject('testDatabaseUrl'));
    world.database = connectDatabase(testDatabase.url, () => {});
    world.makeClient = (changes = {}) =>
      sourceClient({
        database: world.database,
        now: Date.now,
        log: pino({ enabled: false }),
        ...settings,
        ...changes,
      });
  });
  beforeEach(async () => {
    await world.database.pool.query('truncate source_hosts, source_replies');
    world.standIn = await startSourceStandIn();
    world.client = world.makeClient();
  });
  afterEach(() => world.standIn.close());
  afterAll(async () => {
    await world.database.close();
    await testDatabase.drop();
  });
  return world;
}
