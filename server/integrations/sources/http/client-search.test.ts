import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import * as z from 'zod';
import { type SourceFake, startSourceFake } from '#fakes/sources/sources.ts';
import { connectDatabase, type Database } from '#server/database/connect.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import type { SourceError } from '#server/integrations/sources/port.ts';
import { type SearchApi, type SearchOutcome, type SourceClientOptions, sourceClient } from './client.ts';
import { rateLimits } from './rate-limits.ts';
import { deleteExpiredReplies, replyCache } from './reply-cache.ts';

let testDatabase: TestDatabase;
let database: Database;
let fake: SourceFake;
let now = Date.UTC(2050, 0, 1);
const pass = (ms: number) => {
  now += ms;
  vi.setSystemTime(now);
};
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('testDatabaseUrl'));
  database = connectDatabase(testDatabase.url, () => {});
});
beforeEach(async () => {
  now = Date.UTC(2050, 0, 1);
  vi.useFakeTimers({ toFake: ['Date'], now });
  await database.pool.query('truncate rate_limits, source_replies');
  fake = await startSourceFake();
});
afterEach(async () => {
  vi.useRealTimers();
  await fake.close();
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const hits = z.object({ hits: z.array(z.object({ title: z.string() })) });
const host = (changes: Partial<SearchApi<z.infer<typeof hits>>> = {}) => ({
  key: 'algolia.example',
  limit: { requests: 10, seconds: 10 },
  schema: hits,
  cached: false,
  ...changes,
});
const log = pino({ enabled: false });
const client = (settings: Partial<SourceClientOptions> = {}) =>
  sourceClient({
    limits: rateLimits(database.pool),
    cache: replyCache(database, Date.now, log),
    configured: Object.values(fake.env),
    fetchPublic: fetch,
    now: Date.now,
    log,
    random: () => 0,
    ...settings,
  });
const urls = (...words: string[]) =>
  words.map((word) => `${fake.addressOf('hacker-news')}/api/v1/search?query=${word}`);
const never = new AbortController().signal;

function failures(outcomes: SearchOutcome<unknown>[]) {
  return outcomes.map((outcome) => ('error' in outcome ? outcome.error.failure : 'answered'));
}

async function failureOf(settings: Partial<SourceClientOptions> = {}): Promise<SourceError> {
  const [outcome] = await client(settings).search(host(), urls('invoice'), never);
  if (!outcome || !('error' in outcome)) throw new Error('it answered');
  return outcome.error;
}

const secondsUntil = (error: SourceError) => Number(error.quietUntil?.getTime()) / 1000 - now / 1000;

describe('a question to a source', () => {
  it('is asked with a name of our own and answered in the order of the questions', async () => {
    fake.add('hacker-news', { title: 'Late invoices' });
    const contact = 'ops@startup.example';
    const [some, none] = await client({ contact }).search(host(), urls('invoices', 'submarine'), never);
    expect(some).toMatchObject({ reply: { hits: [{ title: 'Late invoices' }] }, cached: false });
    expect(none).toMatchObject({ reply: { hits: [] } });
    const agents = new Set(fake.requests.map(({ userAgent }) => userAgent));
    expect([...agents]).toEqual(['StartupSpark/1.0 (finds conversations for founders; ops@startup.example)']);
  });

  it('is not led elsewhere by the source', async () => {
    const location = `${fake.addressOf('github')}/search/issues?q=invoice`;
    fake.fault('hacker-news', { status: 302, headers: { location } });
    expect(await failureOf()).toMatchObject({ failure: 'unavailable' });
    expect(fake.requests.map(({ source }) => source)).toEqual(['hacker-news']);
  });

  it('is given up when the source hangs', async () => {
    fake.fault('hacker-news', 'hang');
    expect(await failureOf({ timeoutMs: 100 })).toMatchObject({ failure: 'timed-out', quietUntil: null });
  });

  it('is given up when the one who asks goes away', async () => {
    fake.fault('hacker-news', 'hang');
    const leaving = AbortSignal.timeout(50);
    expect(failures(await client().search(host(), urls('invoice'), leaving))).toEqual(['timed-out']);
  });

  it.each([
    ['html', 'refused'],
    ['error inside', 'unreadable'],
    ['wrong JSON', 'unreadable'],
    ['broken JSON', 'unreadable'],
    ['cut', 'unavailable'],
    [{ status: 500, body: '<html>Internal error</html>' }, 'unavailable'],
    [{ status: 401, body: { message: 'Sign in' } }, 'auth-required'],
    [{ status: 200, body: '<html>Please wait</html>' }, 'unreadable'],
    [{ status: 204 }, 'unreadable'],
  ] as const)('is told as what it is when the source gives %j', async (fault, failure) => {
    fake.fault('hacker-news', fault);
    expect(await failureOf()).toMatchObject({ failure, quietUntil: null });
    fake.fault('hacker-news', null);
    expect(failures(await client().search(host(), urls('invoice'), never))).toEqual(['answered']);
  });

  it('reads no more of an answer of 50 MB than the cap, and hangs up', async () => {
    fake.fault('hacker-news', 'huge');
    expect(await failureOf({ largest: 1_000_000 })).toMatchObject({ failure: 'too-large' });
    // The buffers of two sockets come on top.
    expect(fake.hugeBytesSent()).toBeLessThan(15_000_000);
    await expect.poll(fake.openConnections).toBe(0);
  });

  it('counts the bytes of a packed answer after unpacking', async () => {
    fake.add('hacker-news', { title: 'invoice', body: 'a'.repeat(300_000) });
    expect(await failureOf({ largest: 100_000 })).toMatchObject({ failure: 'too-large' });
  });

  it('holds no connection of the database while it waits', async () => {
    fake.fault('hacker-news', 'hang');
    const asked = client({ timeoutMs: 300 }).search(host(), urls('one', 'two', 'three'), never);
    await expect.poll(() => fake.requests.length).toBe(3);
    expect(database.pool.totalCount - database.pool.idleCount).toBe(0);
    await asked;
  });

  it('survives what PostgreSQL can not store', async () => {
    fake.add('hacker-news', { title: 'invoice \u0000 \ud800 end' });
    const cached = host({ cached: true });
    const asked = client();
    const [first] = await asked.search(cached, urls('invoice'), never);
    expect(first).toMatchObject({ reply: { hits: [{ title: 'invoice  \ufffd end' }] } });
    expect(await asked.search(cached, urls('invoice'), never)).toMatchObject([{ cached: true }]);
  });
});

describe('a busy source', () => {
  it.each([
    ['Retry-After in seconds', { 'retry-after': '30' }, 30],
    ['Retry-After as a date', { 'retry-after': new Date(Date.UTC(2050, 0, 1, 0, 1)).toUTCString() }, 60],
    [
      'a reset in seconds since 1970',
      { 'x-ratelimit-reset': String(Date.UTC(2050, 0, 1, 0, 2) / 1000) },
      120,
    ],
    ['a reset as a date', { 'X-RateLimit-Reset': new Date(Date.UTC(2050, 0, 1, 0, 3)).toISOString() }, 180],
    ['a reset in seconds from now', { 'ratelimit-reset': '40' }, 40],
    ['an absurd time', { 'retry-after': '99999999' }, 86_400],
  ])('names its time by %s, and nobody asks before', async (_, headers, seconds) => {
    fake.fault('hacker-news', { status: 429, headers });
    const error = await failureOf();
    expect(error.failure).toBe('busy');
    expect(secondsUntil(error)).toBe(seconds);
    fake.fault('hacker-news', null);
    const asked = fake.requests.length;
    pass((seconds - 1) * 1000);
    const early = await failureOf();
    expect(early.failure).toBe('busy');
    expect(secondsUntil(early)).toBe(1);
    expect(fake.requests).toHaveLength(asked);
    pass(1000);
    expect(failures(await client().search(host(), urls('invoice'), never))).toEqual(['answered']);
  });

  it.each([
    [403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '2524608090' }],
    [503, {}],
  ])('may say so with %i', async (status, headers) => {
    fake.fault('hacker-news', { status, headers });
    expect(await failureOf()).toMatchObject({ failure: 'busy' });
  });

  it('without a time is left alone 2, 4, 8 … 300 seconds, until it answers again', async () => {
    fake.fault('hacker-news', { status: 429 });
    const waits: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      await failureOf();
      const seconds = secondsUntil(await failureOf());
      waits.push(seconds);
      pass(seconds * 1000);
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
    fake.fault('hacker-news', null);
    expect(failures(await client().search(host(), urls('invoice'), never))).toEqual(['answered']);
    fake.fault('hacker-news', { status: 429 });
    await failureOf();
    expect(secondsUntil(await failureOf())).toBe(2);
  });

  it('that refuses many questions at once has refused once', async () => {
    fake.fault('hacker-news', { status: 429 });
    await client().search(host(), urls('one', 'two', 'three', 'four'), never);
    expect(secondsUntil(await failureOf())).toBe(2);
  });
});

describe('the pace of a host', () => {
  it('is one for all processes', async () => {
    const other = connectDatabase(testDatabase.url, () => {});
    const words = Array.from({ length: 10 }, (_, index) => `word${index}`);
    const limit = { requests: 12, seconds: 12_000 };
    const both = await Promise.all([
      client().search(host({ limit }), urls(...words), never),
      client({ limits: rateLimits(other.pool) }).search(host({ limit }), urls(...words), never),
    ]);
    await other.close();
    const all = failures(both.flat());
    expect(all.filter((outcome) => outcome === 'answered')).toHaveLength(12);
    expect(all.filter((outcome) => outcome === 'busy')).toHaveLength(8);
    expect(fake.requests).toHaveLength(12);
  });

  it('gives the first questions their turn and names the time of the next', async () => {
    const limit = { requests: 2, seconds: 10 };
    const outcomes = await client().search(host({ limit }), urls('one', 'two', 'three'), never);
    expect(failures(outcomes)).toEqual(['answered', 'answered', 'busy']);
    const [, , last] = outcomes;
    const at = last && 'error' in last ? secondsUntil(last.error) : 0;
    // A call waits a second for its token itself.
    expect(at).toBe(9);
    pass(10_000);
    expect(failures(await client().search(host({ limit }), urls('three'), never))).toEqual(['answered']);
  });

  it('lets a question wait a short moment for its turn', async () => {
    vi.useRealTimers();
    const limit = { requests: 1, seconds: 0.05 };
    const began = performance.now();
    const outcomes = await client().search(host({ limit }), urls('one', 'two', 'three'), never);
    expect(failures(outcomes)).toEqual(['answered', 'answered', 'answered']);
    expect(performance.now() - began).toBeGreaterThan(80);
  });
});

describe('identical questions', () => {
  it('are answered from the cache for ten minutes, by every process', async () => {
    fake.add('hacker-news', { title: 'Late invoices' });
    const cached = host({ cached: true });
    const asked = client();
    const [first] = await asked.search(cached, urls('invoices'), never);
    pass(9 * 60_000);
    expect(await asked.search(cached, urls('invoices'), never)).toMatchObject([{ cached: true }]);
    const [second] = await client().search(cached, urls('invoices'), never);
    expect(first).toMatchObject({ cached: false });
    expect(second).toEqual({ ...first, cached: true });
    expect(fake.requests).toHaveLength(1);
    pass(2 * 60_000);
    expect(await client().search(cached, urls('invoices'), never)).toMatchObject([{ cached: false }]);
    expect(fake.requests).toHaveLength(2);
  });

  it('take nothing from the pace, and failures are not kept', async () => {
    const cached = host({ cached: true, limit: { requests: 2, seconds: 2_000 } });
    fake.fault('hacker-news', 'html');
    expect(failures(await client().search(cached, urls('one'), never))).toEqual(['refused']);
    fake.fault('hacker-news', null);
    const asked = client();
    expect(failures(await asked.search(cached, urls('one', 'one'), never))).toEqual(['answered', 'answered']);
    expect(failures(await asked.search(cached, urls('one', 'two'), never))).toEqual(['answered', 'busy']);
  });

  it('leave nothing behind when their time is over', async () => {
    const asked = client();
    await asked.search(host({ cached: true }), urls('one', 'two'), never);
    // Gives what was kept once it is.
    await asked.search(host({ cached: true }), urls('one', 'two'), never);
    expect(await deleteExpiredReplies(database, new Date(now))).toBe(0);
    expect(await deleteExpiredReplies(database, new Date(now + 11 * 60_000))).toBe(2);
  });
});
