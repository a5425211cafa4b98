import { expect, it } from 'vitest';
import { addCampaign, addConversation, type ConversationChanges } from '#server/testing/outreach-rows.ts';
import { failureOf, openOutreachWorld } from '#server/testing/worlds/outreach-world.ts';

const world = openOutreachWorld();

/** A campaign of the founder with these conversations. */
async function newCampaign(...conversations: ConversationChanges[]) {
  const { sql } = world.database;
  const id = await addCampaign(sql, world.founder.id, { description: 'Nobody knows this idea yet.' });
  for (const conversation of conversations) await addConversation(sql, world.founder.id, id, conversation);
  return { id, path: await pathOf(id) };
}

async function pathOf(id: string): Promise<string> {
  const feedUrl = (await world.listCampaigns()).find((one) => one.id === id)?.feedUrl ?? '';
  return new URL(feedUrl).pathname;
}

const read = (path: string, headers: Record<string, string> = {}) => world.server.fetch(path, { headers });
const renew = (id: string, user = world.founder) =>
  world.call('POST', `/api/campaign/${id}/feed`, undefined, user);
const minute = (number: number) => new Date(Date.UTC(2026, 10, 24, 10, number));

it('holds what was found, newest first, without a login', async () => {
  const { path } = await newCampaign(
    { title: 'The older question', createdAt: minute(1), url: 'https://lemmy.world/post/1?a=1&b=2' },
    {
      title: '',
      originalPost: 'No title here.',
      createdAt: minute(2),
      source: 'mastodon',
      host: 'm.example',
    },
    { title: 'Only to be read', createdAt: minute(3), replyWay: 'none' },
  );
  const response = await read(path);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/atom+xml; charset=UTF-8',
  ]);
  const feed = await response.text();
  expect(feed).toContain(
    '<title>New conversations: Invoice Chaser</title>\n<updated>2026-11-24T10:02:00.000Z',
  );
  expect(
    [...feed.matchAll(/<entry>\n<id>urn:uuid:[\da-f-]{36}<\/id>\n<title>(.*)<\/title>/g)].map(
      ([, title]) => title,
    ),
  ).toEqual(['No title here.', 'The older question']);
  expect(feed).toContain('href="https://lemmy.world/post/1?a=1&amp;b=2"');
});

it('is well formed whatever strangers write', async () => {
  const hostile = ']]><script>"\'&\u0008\u001b\ufffe👍</entry>';
  const { path } = await newCampaign({ title: hostile, originalPost: hostile, url: 'javascript:alert(1)' });
  const feed = await (await read(path)).text();
  expect(feed).toContain('<title>]]&gt;&lt;script&gt;&quot;&#39;&amp;👍&lt;/entry&gt;</title>');
  for (const unsafe of ['\u0008', '\u001b', '\ufffe', 'javascript']) expect(feed).not.toContain(unsafe);
});

it('tells no draft, reply, tracked link or idea of its founder', async () => {
  const { path } = await newCampaign({
    status: 'POSTED',
    suggestedReply: 'A secret draft.',
    reply: 'A secret reply.',
    replyUrl: 'https://lemmy.world/comment/secret',
  });
  const feed = await (await read(path)).text();
  expect(feed).toContain('<entry>');
  expect(feed).not.toMatch(/secret|Nobody knows|\/go\/|@|POSTED/);
});

it('is asked for again by its ETag alone, until there is something new', async () => {
  const { id, path } = await newCampaign({});
  const first = await read(path);
  const etag = first.headers.get('etag') ?? '';
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  const again = await read(path, { 'If-None-Match': etag });
  expect([again.status, await again.text()]).toEqual([304, '']);
  await addConversation(world.database.sql, world.founder.id, id);
  expect((await read(path, { 'If-None-Match': etag })).status).toBe(200);
});

it('ends with fifty entries', async () => {
  const { path } = await newCampaign(...Array.from({ length: 52 }, () => ({})));
  expect((await (await read(path)).text()).match(/<entry>/g)).toHaveLength(50);
});

it('has an address of its own, which its owner alone renews', async () => {
  const { id, path } = await newCampaign({});
  expect(failureOf(await renew(id, world.stranger))).toBe('404 campaign_not_found');
  expect((await read(path)).status).toBe(200);
  const renewed = await renew(id);
  expect(renewed.status).toBe(200);
  const next = await pathOf(id);
  expect(next).not.toBe(path);
  expect([(await read(path)).status, (await read(next)).status]).toEqual([404, 200]);
  await world.setPlan(world.founder, 'free');
  expect((await renew(id)).status).toBe(200);
  await world.setPlan(world.founder, 'developer');
});

it('is gone with its campaign, and never was at any other address', async () => {
  const { id, path } = await newCampaign({});
  await world.call('DELETE', `/api/products/campaign/${id}`);
  const others = [path, `/feeds/${id}`, '/feeds/none', `/feeds/${'a'.repeat(36)}`, '/feeds/%00'];
  for (const address of others) expect((await read(address)).status).toBe(404);
});
