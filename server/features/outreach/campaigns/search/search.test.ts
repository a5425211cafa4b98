import { beforeEach, describe, expect, it } from 'vitest';
import { memoryLimits } from '#server/http/limits.ts';
import { somePost } from '#server/testing/fake-sources.ts';
import {
  failureOf,
  openOutreachWorld,
  someProduct,
  startOutreachWorld,
} from '#server/testing/worlds/outreach-world.ts';
import type { FoundOpportunities } from '#shared/contracts/outreach/opportunities.ts';

const world = openOutreachWorld();
beforeEach(() => {
  world.sources.posts = [somePost()];
});

const path = '/api/campaign/find-opportunities';
const events = (signal?: AbortSignal) =>
  world.server.fetch(path, {
    method: 'POST',
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${world.founder.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ userId: world.founder.id, ...someProduct }),
    signal,
  });

describe('a search', () => {
  it('reports the result of every source, also of one that fails', async () => {
    world.sources.failing.set('lemmy.world', 'unavailable');
    const forums = ['https://Forum.example.com/latest'];
    // The address of the product is never called.
    const response = await world.find({ forums, url: 'http://127.0.0.1:1/private' });
    const { opportunities, sources } = response.body as unknown as FoundOpportunities;
    expect(response.status).toBe(200);
    expect(opportunities).toHaveLength(1);
    expect(opportunities[0]).toMatchObject({ status: 'AWAITING_REVIEW', source: 'hacker-news' });
    const outcomes = new Map(sources.map(({ host, outcome }) => [host, outcome]));
    expect(outcomes.get('news.ycombinator.com')).toBe('answered');
    expect(outcomes.get('lemmy.world')).toBe('failed');
    expect(outcomes.get('forum.example.com')).toBe('answered');
    expect(world.sources.askers.at(-1)).toEqual({ forums: ['forum.example.com'], blueskySession: null });
  });

  it('names a post that is found again by the same id', async () => {
    const [one] = await world.findOpportunities();
    const [again] = await world.findOpportunities();
    expect(again?.id).toBe(one?.id);
    const [left, right] = await Promise.all([world.findOpportunities(), world.findOpportunities()]);
    expect(left).toEqual(right);
  });

  it('says that a reply is sent only where an account of the founder can send it', async () => {
    world.sources.posts = [somePost({ source: 'lemmy', host: 'lemmy.world' })];
    expect(await world.findOpportunities()).toMatchObject([{ reply_way: 'hand' }]);
    await world.linkAccount('lemmy', 'lemmy.world');
    expect(await world.findOpportunities()).toMatchObject([{ reply_way: 'account' }]);
  });

  it('leaves out what is in a campaign of the founder already', async () => {
    const { conversations } = await world.startCampaign();
    const known = { id: conversations[0]?.id, repliedAt: null };
    const response = await world.find();
    expect(response.body.opportunities).toEqual([]);
    expect(response.body.leftOut).toContainEqual({ reason: 'known', count: 1 });
    expect(response.body.leftOutPosts).toMatchObject([{ reason: 'known', known }]);
  });

  it('streams what each source does, then the ranking and what was found', async () => {
    const response = await events();
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const lines = (await response.text()).split('\n');
    const names = lines.flatMap((line) => line.match(/^event: (.*)/)?.[1] ?? []);
    expect(names.filter((name) => name === 'source')).toHaveLength(6);
    expect(names.slice(-2)).toEqual(['ranking', 'done']);
    const data = lines.findLast((line) => line.startsWith('data: '))?.slice(6) ?? '';
    expect((JSON.parse(data) as FoundOpportunities).opportunities).toHaveLength(1);
  });

  it('ends when the browser goes away', async () => {
    const gone = new AbortController();
    const ended = Promise.withResolvers<void>();
    world.sources.before = (_, signal) => {
      signal.addEventListener('abort', () => ended.resolve());
      gone.abort();
      return ended.promise;
    };
    await events(gone.signal)
      .then((response) => response.text())
      .catch(() => {});
    await ended.promise;
  });

  it.each([
    ['too few words', { description: 'the and of it' }, 400, 'description_without_words'],
    ['no name', { name: '  ' }, 400, 'product_fields_missing'],
    ['no address', { url: '' }, 400, 'product_fields_missing'],
    ['no description', { description: '\n' }, 400, 'product_fields_missing'],
    ['an address without http', { url: 'levainkeeper.example' }, 400, 'product_url_invalid'],
    ['an address that runs script', { url: 'javascript:alert(1)' }, 400, 'product_url_invalid'],
    ['a forum on this machine', { forums: ['localhost:3000'] }, 400, 'forum_not_allowed'],
    ['too many forums', { forums: Array(6).fill('forum.example.com') }, 400, 'body_invalid'],
  ])('is refused with %s', async (_, changes, status, code) => {
    const response = await world.find(changes);
    expect(failureOf(response)).toBe(`${status} ${code}`);
  });

  it('needs a login', async () => {
    const visitor = await world.server.call('POST', path, { body: {} });
    const { code, message } = visitor.body;
    expect([visitor.status, code, message]).toEqual([
      401,
      'sign_in_required',
      'You must be logged in to start a campaign.',
    ]);
  });
});

it('is refused for a while after many searches, as looking for replies is', async () => {
  const limited = await startOutreachWorld({ limits: memoryLimits });
  limited.sources.posts = [];
  for (let searches = 0; searches < 30; searches += 1) expect((await limited.find()).status).toBe(200);
  const response = await limited.find();
  expect(failureOf(response)).toBe('429 too_many_searches');
  expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
  const look = async () => (await limited.call('POST', '/api/conversations/unknown/posted', {})).status;
  for (let looks = 0; looks < 30; looks += 1) expect(await look()).toBe(404);
  expect(await look()).toBe(429);
  await limited.close();
});
