import pino from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type SourceFake, startSourceFake } from '#fakes/sources/sources.ts';
import { readConfig } from '#server/config.ts';
import { connectDatabase, type Database } from '#server/database/connect.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { publicAddressFetch } from './http/public-address.ts';
import { rateLimits } from './http/rate-limits.ts';
import { replyCache } from './http/reply-cache.ts';
import type { Asker } from './port.ts';
import { selectSources } from './select.ts';

let testDatabase: TestDatabase;
let database: Database;
let fake: SourceFake;
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('testDatabaseUrl'));
  database = connectDatabase(testDatabase.url, () => {});
  fake = await startSourceFake();
});
afterAll(async () => {
  await fake.close();
  await database.close();
  await testDatabase.drop();
});

const nobody: Asker = { forums: [], blueskySession: null };

function sourcesOf(env: Record<string, string> = {}, asker = nobody) {
  const { sources } = readConfig(env);
  const log = pino({ enabled: false });
  const deps = {
    limits: rateLimits(database.pool),
    cache: replyCache(database, Date.now, log),
    fetchPublic: publicAddressFetch(),
    now: Date.now,
    log,
  };
  return selectSources(sources, deps).sourcesFor(asker);
}

const told = (env?: Record<string, string>, asker?: Asker) =>
  sourcesOf(env, asker).map(({ source, host, notConfigured }) => [source, host, notConfigured]);

describe('the sources of an installation', () => {
  it('are one for each host of what the configuration names', () => {
    expect(told()).toEqual([
      ['hacker-news', 'news.ycombinator.com', null],
      ['stack-exchange', 'stackoverflow.com', null],
      ['stack-exchange', 'softwarerecs.stackexchange.com', null],
      ['stack-exchange', 'superuser.com', null],
      ['lemmy', 'lemmy.world', null],
      ['discourse', 'Discourse', 'needs the address of a forum'],
    ]);
    expect(told({ CONVERSATIONS: 'lemmy', LEMMY_URLS: 'https://one.example,https://two.example' })).toEqual([
      ['lemmy', 'one.example', null],
      ['lemmy', 'two.example', null],
    ]);
  });

  it('are further ones where it names them', () => {
    const env = {
      CONVERSATIONS: 'dev,github,mastodon,bluesky',
      MASTODON_URLS: 'https://one.example,https://two.example',
    };
    expect(told(env)).toEqual([
      ['dev', 'dev.to', null],
      ['github', 'api.github.com', null],
      ['mastodon', 'one.example', null],
      ['mastodon', 'two.example', null],
      ['bluesky', 'bsky.social', 'needs your Bluesky account: link it in Settings'],
    ]);
    expect(told(env, { ...nobody, blueskySession: 'a token' }).at(-1)).toEqual([
      'bluesky',
      'bsky.social',
      null,
    ]);
  });

  it('say what Reddit needs, and give nothing of it', async () => {
    const [reddit] = sourcesOf({ CONVERSATIONS: 'reddit' });
    expect(reddit?.notConfigured).toBe('needs an approved Reddit app');
    const { signal } = new AbortController();
    expect(await reddit?.find(['one'], new Date(0), signal)).toMatchObject({ posts: [] });
    expect(await reddit?.checkOpen({ externalId: '1', threadId: '1', url: '' }, signal)).toBe('unknown');
  });

  it('have the forums of the one who asks beside those of the installation, each once', () => {
    const env = { CONVERSATIONS: 'discourse', DISCOURSE_URLS: 'https://own.example' };
    const forums = ['forum.example.com', 'https://forum.example.com/', 'own.example', 'not an address'];
    expect(told(env, { ...nobody, forums }).map(([, host]) => host)).toEqual([
      'own.example',
      'forum.example.com',
    ]);
    expect(told(env)).toHaveLength(1);
    expect(told({ CONVERSATIONS: 'lemmy' }, { ...nobody, forums })).toHaveLength(1);
  });

  it('never ask a forum of an owner that is not public, though the installation may name one', async () => {
    const { signal } = new AbortController();
    const env = { CONVERSATIONS: 'discourse', DISCOURSE_URLS: fake.addressOf('discourse') };
    const forums = [fake.addressOf('discourse').replace('127.0.0.1', 'localhost')];
    const [own, added] = sourcesOf(env, { ...nobody, forums });
    expect(await own?.find(['one'], new Date(0), signal)).toMatchObject({ missing: null });
    const asked = fake.requests.length;
    await expect(added?.find(['one'], new Date(0), signal)).rejects.toMatchObject({
      failure: 'forbidden-address',
    });
    expect(fake.requests).toHaveLength(asked);
  });
});
