import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, inject, vi } from 'vitest';
import { type SourceFake, startSourceFake } from '#fakes/sources/sources.ts';
import { connectDatabase, type Database } from '#server/database/connect.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import {
  type SourceClient,
  type SourceClientOptions,
  sourceClient,
} from '#server/integrations/sources/http/client.ts';
import { rateLimits } from '#server/integrations/sources/http/rate-limits.ts';
import { replyCache } from '#server/integrations/sources/http/reply-cache.ts';
import type { Asker, ConversationSource, SourceAdapter } from '#server/integrations/sources/port.ts';

export type SourceWorld = {
  database: Database;
  fake: SourceFake;
  client: SourceClient;
  makeClient(settings?: Partial<SourceClientOptions>): SourceClient;
};

const log = pino({ enabled: false });

/** Fixes the clock at a whole second for each test of a file, as blocks are counted in seconds. */
export function fixClock(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 1000) * 1000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

/** For each test of a file fakes of all sources, fresh limits and an empty cache, and a client with `settings`. */
export function openSourceWorld(settings: Partial<SourceClientOptions> = {}): SourceWorld {
  let testDatabase: TestDatabase;
  const world = {} as SourceWorld;
  beforeAll(async () => {
    testDatabase = await createTestDatabase(inject('testDatabaseUrl'));
    world.database = connectDatabase(testDatabase.url, () => {});
    world.makeClient = (changes = {}) =>
      sourceClient({
        limits: rateLimits(world.database.pool),
        cache: replyCache(world.database, Date.now, log),
        configured: Object.values(world.fake.env),
        fetchPublic: fetch,
        now: Date.now,
        log,
        ...settings,
        ...changes,
      });
  });
  beforeEach(async () => {
    await world.database.pool.query('truncate rate_limits, source_replies');
    world.fake = await startSourceFake();
    world.client = world.makeClient();
  });
  afterEach(() => world.fake.close());
  afterAll(async () => {
    await world.database.close();
    await testDatabase.drop();
  });
  return world;
}

/** The first source of an adapter; for nobody in particular unless an asker is named. */
export function firstSource(
  { sourcesFor }: SourceAdapter,
  asker: Asker = { forums: [], blueskySession: null },
): ConversationSource {
  const [source] = sourcesFor(asker);
  if (!source) throw new Error('the adapter has no source');
  return source;
}
