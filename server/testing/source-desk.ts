import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { type SourceStandIn, startSourceStandIn } from '#e2e/stand-ins/sources/sources.ts';
import { connectDatabase, type Database } from '#server/database/connect.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import {
  type SourceClient,
  type SourceClientSettings,
  sourceClient,
} from '#server/integrations/conversations/source-client.ts';

export type SourceDesk = {
  database: Database;
  standIn: SourceStandIn;
  client: SourceClient;
  makeClient(settings?: Partial<SourceClientSettings>): SourceClient;
};

/** For each test of a file stand-ins of all sources, empty buckets and an empty cache, and a client with `settings`. */
export function openSourceDesk(settings: Partial<SourceClientSettings> = {}): SourceDesk {
  let testDatabase: TestDatabase;
  const desk = {} as SourceDesk;
  beforeAll(async () => {
    testDatabase = await createTestDatabase(inject('testDatabaseUrl'));
    desk.database = connectDatabase(testDatabase.url, () => {});
    desk.makeClient = (changes = {}) =>
      sourceClient({
        ...{ database: desk.database, now: Date.now, log: pino({ enabled: false }) },
        ...settings,
        ...changes,
      });
  });
  beforeEach(async () => {
    await desk.database.pool.query('truncate source_hosts, source_replies');
    desk.standIn = await startSourceStandIn();
    desk.client = desk.makeClient();
  });
  afterEach(() => desk.standIn.close());
  afterAll(async () => {
    await desk.database.close();
    await testDatabase.drop();
  });
  return desk;
}
