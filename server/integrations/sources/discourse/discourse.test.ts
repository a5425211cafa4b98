import { describe, expect, it } from 'vitest';
import { startDiscourse } from '#fakes/discourse/discourse.ts';
import {
  fixClock,
  fortnight,
  never,
  openPosting,
  openSourceWorld,
} from '#server/testing/worlds/source-world.ts';

fixClock();
const world = openSourceWorld(startDiscourse);
const find = (phrase = 'invoices') => world.source().find([phrase], fortnight(), never);

describe('a search in a forum', () => {
  it('is refused for visitors apart from one that refuses us', async () => {
    const body = { errors: ['You need to be logged in to do that.'], error_type: 'not_logged_in' };
    world.fake.fault({ status: 403, body });
    await expect(find()).rejects.toMatchObject({ failure: 'auth-required' });
    world.fake.fault('html');
    await expect(find()).rejects.toMatchObject({ failure: 'refused' });
  });

  it('waits as long as the body names', async () => {
    const extras = { wait_seconds: 21 };
    world.fake.fault({ status: 429, body: { errors: ['Slow down'], error_type: 'rate_limit', extras } });
    const quietUntil = new Date(Date.now() + 21_000);
    await expect(find()).rejects.toMatchObject({ failure: 'busy', quietUntil });
  });

  it('without a hit gives nothing, and asks for words alone', async () => {
    expect(await find('user:admin #staff')).toMatchObject({ posts: [] });
    const asked = world.fake.requests[0]?.params.get('q') ?? '';
    expect(asked.replace(/ after:\S+/, '')).toBe('user admin  staff order:latest status:open');
  });
});

it('shows signs in place of their codes', async () => {
  world.fake.posts.add({ title: 'Invoices :tada:', body: 'This :heart: but :thumbsdown: on price' });
  expect((await find()).posts).toMatchObject([{ title: 'Invoices 🎉', body: 'This ❤️ but 👎 on price' }]);
});

it('reads no more of a hostile forum than people write', async () => {
  const long = `a${'😀'.repeat(10_000)}`;
  const odd = { post_number: 1, topic_id: 1, username: long, blurb: long };
  const posts = [{ id: 1, created_at: new Date().toISOString(), ...odd }];
  const topics = [{ id: 1, category_id: 1, title: long, slug: long, posts_count: 0.5 }];
  const body = JSON.stringify({ posts, topics, categories: [{ id: 1, name: long }] });
  const deep = `${'{"a":['.repeat(50_000)}${']}'.repeat(50_000)}`;
  world.fake.fault({ body: body.replace('{', `{"x":${deep},`) });
  const found = await find();
  expect(found.posts).toMatchObject([{ replies: null }]);
  expect(found.posts[0]?.url.length).toBeLessThan(2_000);
  expect(JSON.stringify(found.posts).length).toBeLessThan(10_000);
  expect(JSON.stringify(found.posts)).not.toContain('\\ud83d');
  // Gives what was stored once it is.
  expect(await find()).toEqual({ ...found, cached: true });
  const { rows } = await world.database.pool.query('select length(reply::text) as size from source_replies');
  expect(rows[0].size).toBeLessThan(10_000);
  world.fake.fault({ body: `{"posts":["${'x'.repeat(1_010_000)}"]}` });
  await expect(find('other')).rejects.toMatchObject({ failure: 'too-large' });
  world.fake.fault({ body: `{"posts":[],"errors":[${'{},'.repeat(300_000)}{}]}` });
  await expect(find('other')).rejects.toMatchObject({ failure: 'refused' });
});

describe('a reply in a forum', () => {
  it('is refused in the words of the forum', async () => {
    const { send } = await openPosting(world.fake);
    const text = 'Body is too short (minimum is 20 characters)';
    expect(await send({ text: 'Too short' })).toMatchObject({ outcome: 'refused', text });
  });

  it('waits for a moderator, and is found once one agrees', async () => {
    const { send, readBack } = await openPosting(world.fake);
    world.fake.moderate(true);
    expect(await send()).toEqual({ outcome: 'moderation', text: '' });
    expect(await readBack()).toEqual({ found: 'nothing' });
    world.fake.agree();
    expect(await readBack()).toMatchObject({ found: 'posted' });
    world.fake.moderate(false);
    world.fake.failWrites({ body: { success: true, action: 'enqueued' } });
    expect(await send()).toMatchObject({ outcome: 'moderation' });
  });

  it('has a page in its own topic whatever the server calls the topic', async () => {
    const { send } = await openPosting(world.fake);
    const named = { topic_id: 3, topic_slug: '../../x?y#', post_number: 2, user_id: 7 };
    world.fake.failWrites({ body: { id: 9, created_at: '2026-01-01T00:00:00Z', ...named } });
    const url = `${world.fake.url}/t/..%2F..%2Fx%3Fy%23/3/2`;
    expect(await send()).toMatchObject({ outcome: 'posted', url });
  });

  it('is found beside a post of another form', async () => {
    const { send, readBack, account } = await openPosting(world.fake);
    await send();
    const [sent] = world.fake.posts.sent();
    const place = { topic_id: sent?.threadId, post_number: 2, user_id: Number(account.externalId) };
    const own = { ...place, id: sent?.id, created_at: new Date().toISOString() };
    world.fake.failReads({ latencyMs: 1 }, { body: { post_stream: { posts: [{ id: 'seven' }, own] } } });
    expect(await readBack()).toMatchObject({ found: 'posted', externalId: String(sent?.id) });
  });

  it('has the id that the page of its address names', async () => {
    const { send, poster, post, account } = await openPosting(world.fake);
    const sent = await send();
    if (sent.outcome !== 'posted' || !sent.url) throw new Error('nothing was posted');
    const { host } = world.fake;
    const findId = async (url: string) =>
      (await poster.findPost?.({ host, url, id: null, account }, never))?.id ?? null;
    expect(await findId(sent.url)).toBe(sent.externalId);
    expect(await findId(world.fake.urlOf(post).replace(/\d+$/, '9'))).toBeNull();
    expect(await findId('https://elsewhere.example/')).toBeNull();
    world.fake.failReads('cut');
    expect(await findId(sent.url)).toBeNull();
  });
});
