import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, inject, vi } from 'vitest';
import * as z from 'zod';
import type { FakeAccount, Post, SourceFake } from '#fakes/sources/source-fake.ts';
import { connectDatabase, type Database } from '#server/database/connect.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import type { SourceClientOptions } from '#server/integrations/sources/http/client.ts';
import { type RateLimits, rateLimits } from '#server/integrations/sources/http/rate-limits.ts';
import { type ResponseCache, responseCache } from '#server/integrations/sources/http/response-cache.ts';
import type {
  Asker,
  ConversationSource,
  Poster,
  PostingAccount,
  SendResult,
} from '#server/integrations/sources/port.ts';
import { selectSources } from '#server/integrations/sources/select.ts';
import { sourceAddresses, sourceVariables } from '#server/source-addresses.ts';

type Options = Partial<SourceClientOptions>;

const log = pino({ enabled: false });
/** Only Bluesky needs an owner's account. */
const anyone: Asker = { forums: [], blueskySession: null };

const noLimits: RateLimits = {
  take: async (_host, wanted) => ({ granted: wanted, msBeforeNext: 0, isBlocked: false }),
  block: async () => {},
  countRefusal: async () => 1,
  resetRefusals: async () => {},
};
const noCache: ResponseCache = { read: async () => new Map(), save: () => {} };

export const never = new AbortController().signal;
export const fortnight = () => new Date(Date.now() - 14 * 86_400_000);

/** Vendors as an installation with these variables has them. */
export function adaptersFor(env: Record<string, string>, options: Options = {}) {
  const addresses = sourceAddresses(z.object(sourceVariables).parse(env));
  const usual = { limits: noLimits, cache: noCache, fetchPublic: fetch, now: Date.now, log };
  return selectSources(addresses, { ...usual, ...options });
}

export type AccountFake = SourceFake & { account: FakeAccount };

/** The poster of a fake's vendor, without limits. */
export function posterFor({ source, env }: Pick<SourceFake, 'source' | 'env'>): Poster {
  const poster = adaptersFor(env).posterFor(source);
  if (!poster) throw new Error(`${source} has no poster`);
  return poster;
}

/** An account of a fake, signed in, with another person's post to answer. It saves renewed sessions, as posting does. */
export async function openPosting(fake: AccountFake) {
  const poster = posterFor(fake);
  const signal = () => AbortSignal.timeout(5_000);
  const { username, secret } = fake.account;
  const account: PostingAccount = { host: fake.host, username: '', externalId: '', session: null };
  const signIn = async (given: { host?: string; username?: string; secret?: string } = {}) => {
    const facts = await poster.signIn({ host: fake.host, username, secret, ...given, signal: signal() });
    account.username = facts.username;
    account.externalId = facts.externalId;
    account.session = facts.session;
    return facts;
  };
  await signIn();
  const post = fake.posts.add({ title: 'First users?', author: 'grace' });
  const targetOf = (post: Post) => ({
    host: fake.host,
    threadId: fake.idOf(fake.posts.get(post.threadId) ?? post),
    externalId: fake.idOf(post),
    url: fake.urlOf(post),
  });
  const text =
    'I had the same problem last year.\n\nDisclosure: I built Spark, https://spark.example/r/abc123 & more.';
  type Send = Partial<Parameters<Poster['send']>[0]>;
  type ReadBackGiven = Partial<Parameters<Poster['readBack']>[0]>;
  const since = () => new Date(Date.now() - 1_000);
  return {
    poster,
    account,
    post,
    text,
    targetOf,
    signIn,
    async send(given: Send = {}): Promise<SendResult> {
      const usual = {
        account: { ...account },
        target: targetOf(post),
        text,
        contentWarning: null,
        key: 'key-1',
        signal: signal(),
      };
      const result = await poster.send({ ...usual, ...given });
      account.session = result.session ?? account.session;
      return result;
    },
    readBack: (given: ReadBackGiven = {}) =>
      poster.readBack({
        account,
        target: targetOf(post),
        text,
        key: 'key-1',
        since: since(),
        sameWords: true,
        signal: signal(),
        ...given,
      }),
  };
}

export const badGateway = '<html><head><title>502</title></head><body><h1>Bad gateway</h1></body></html>';

/** Fixes the clock at a whole second for each test of a file, as blocks are counted in seconds. */
export function fixClock(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 1000) * 1000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

export type SourceWorld<Fake extends SourceFake> = {
  fake: Fake;
  database: Database;
  /** Deps of a client with limits and a cache of this database. */
  deps(options?: Options): SourceClientOptions;
  /** The first source of the fake's vendor. */
  source(asker?: Partial<Asker>, options?: Options, env?: Record<string, string>): ConversationSource;
};

/** For each test of a file an empty fake, fresh limits and an empty cache. */
export function openSourceWorld<Fake extends SourceFake>(
  start: () => Promise<Fake>,
  own: Options = {},
): SourceWorld<Fake> {
  let testDatabase: TestDatabase;
  let cache: ResponseCache;
  const world = {} as SourceWorld<Fake>;
  beforeAll(async () => {
    testDatabase = await createTestDatabase(inject('testDatabaseUrl'));
    world.database = connectDatabase(testDatabase.url, () => {});
    cache = responseCache(world.database, () => Date.now(), log);
    world.fake = await start();
  });
  world.deps = (options) => ({
    configured: [world.fake.url],
    limits: rateLimits(world.database.pool),
    cache,
    fetchPublic: fetch,
    now: Date.now,
    log,
    timeoutMs: 5_000,
    ...own,
    ...options,
  });
  world.source = (asker, options, env) => {
    const { source, env: usual } = world.fake;
    const named = { CONVERSATIONS: source, STACK_EXCHANGE_SITES: 'softwarerecs', ...usual, ...env };
    const [first] = adaptersFor(named, world.deps(options)).sourcesFor({ ...anyone, ...asker });
    if (!first) throw new Error(`${source} has no source`);
    return first;
  };
  beforeEach(async () => {
    // Waits for what an earlier test is still writing.
    await cache.read([]);
    await world.database.pool.query('truncate rate_limits, source_replies');
    world.fake.clear();
  });
  afterAll(async () => {
    await world.fake.stop();
    await world.database.close();
    await testDatabase.drop();
  });
  return world;
}
