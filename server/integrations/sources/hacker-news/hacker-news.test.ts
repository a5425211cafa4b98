import { describe, expect, it } from 'vitest';
import { startHackerNews } from '#fakes/hacker-news/hacker-news.ts';
import type { Post } from '#fakes/sources/source-fake.ts';
import { rateLimits } from '#server/integrations/sources/http/rate-limits.ts';
import type { PostingAccount } from '#server/integrations/sources/port.ts';
import {
  adaptersFor,
  fortnight,
  never,
  openSourceWorld,
  posterFor,
} from '#server/testing/worlds/source-world.ts';

const world = openSourceWorld(startHackerNews);
const text = 'Freeze half of it.';

/** A question, and what is written under it by people. */
function ask() {
  world.fake.addUser('ada');
  const poster = posterFor(world.fake);
  const post = world.fake.posts.add({ title: 'First users?', author: 'grace' });
  const targetOf = (one: Post) => ({
    host: world.fake.host,
    threadId: String(one.threadId),
    externalId: String(one.id),
    url: world.fake.urlOf(one),
  });
  const account: PostingAccount = {
    host: world.fake.host,
    username: 'ada',
    externalId: 'ada',
    session: null,
  };
  const since = new Date(Date.now() - 1_000);
  return {
    poster,
    post,
    account,
    targetOf,
    readBack: (asked: Partial<Parameters<typeof poster.readBack>[0]> = {}) =>
      poster.readBack({
        account,
        target: targetOf(post),
        text,
        key: 'k',
        since,
        sameWords: true,
        signal: never,
        ...asked,
      }),
  };
}
const addReply = (post: Post, given: { author?: string; body?: string; createdAt?: Date; dead?: boolean }) =>
  world.fake.posts.add({
    threadId: post.threadId,
    parentId: post.id,
    author: 'ada',
    createdAt: new Date(),
    ...given,
  });

const find = (phrase: string) => world.source().find([phrase], fortnight(), never);

it('asks for exact words, and for more pages where these were taken for others', async () => {
  for (let n = 0; n < 60; n++) world.fake.posts.add({ title: `Which ETH tracker is right, no. ${n}?` });
  const wanted = world.fake.posts.add({ title: 'Which ETF tracker do you use?' });
  await find('ETF tracker');
  expect(world.fake.requests.every(({ params }) => params.get('typoTolerance') === 'false')).toBe(true);
  expect(world.fake.requests).toHaveLength(2);
  world.fake.mistake('etf', 'eth');
  world.fake.mistake('ETF', 'ETH');
  const { posts } = await find('etf tracker');
  expect(posts.map(({ externalId }) => externalId)).toContain(String(wanted.id));
});

it('turns three pages at most', async () => {
  for (let n = 0; n < 300; n++) world.fake.posts.add({ title: `Which ETH tracker is right, no. ${n}?` });
  world.fake.mistake('etf', 'eth');
  await find('etf tracker');
  const pages = world.fake.requests.map(({ path, params }) => [path.split('/').at(-1), params.get('page')]);
  expect(pages.filter(([kind]) => kind === 'search')).toEqual(
    [null, '1', '2'].map((page) => ['search', page]),
  );
});

it('reads a title once, whose entities and signs are text', async () => {
  world.fake.posts.add({ title: 'AT&amp;T &lt;3 &#x27;us&#x27; in a <div>' });
  expect((await find('AT')).posts).toMatchObject([{ title: "AT&T <3 'us' in a <div>" }]);
  expect((await find('AT')).posts).toMatchObject([{ title: "AT&T <3 'us' in a <div>" }]);
});

it('answers a search as far as its limit goes', async () => {
  const question = world.fake.posts.add({ title: 'Ask HN: Late invoices?' });
  world.fake.posts.add({ title: 'Show HN: Invoices' });
  const { host } = world.fake;
  const limit = { requests: 80, seconds: 30 };
  await rateLimits(world.database.pool).take({ key: host, part: host, limit }, 78);
  const answer = await world.source().find(['invoices', 'payments', 'money'], fortnight(), never);
  expect(answer.missing).toBe('busy');
  const found = answer.posts.toSorted((one, other) => Number(one.externalId) - Number(other.externalId));
  expect(found).toMatchObject([
    { url: `${world.fake.url}/item?id=${question.id}` },
    { title: 'Show HN: Invoices' },
  ]);
});

describe('a reply that its owner posts by hand', () => {
  it('is written on the page of the thread, or on that of a comment', () => {
    const { poster, post, targetOf } = ask();
    const comment = addReply(post, { author: 'grace' });
    const path = `/reply?id=${comment.id}&goto=item%3Fid%3D${post.id}%23${comment.id}`;
    expect(poster.replyUrl(targetOf(comment))).toBe(world.fake.url + path);
    expect(poster.replyUrl(targetOf(post))).toBe(`${world.fake.url}/item?id=${post.id}`);
  });

  it('is found through the public interface, as typed and in other words', async () => {
    const { readBack, post } = ask();
    expect(await readBack()).toEqual({ found: 'nothing' });
    const { id } = addReply(post, { body: 'Freeze half<p>of it.' });
    const url = `${world.fake.url}/item?id=${id}`;
    const found = { found: 'posted', externalId: `${id}`, url, changedText: null };
    expect(await readBack()).toEqual(found);
    const otherWords = { text: 'Other words.', sameWords: false };
    expect(await readBack(otherWords)).toEqual({ ...found, changedText: 'Freeze half\n\nof it.' });
    world.fake.setApiAway(true);
    expect(await readBack()).toEqual({ found: 'unreadable' });
  });

  it('is not one of other people, other places, other times, or removed', async () => {
    const { readBack, post } = ask();
    const comment = addReply(post, { author: 'grace', body: text });
    addReply(comment, { body: text });
    addReply(post, { body: text, dead: true });
    addReply(post, { body: text, createdAt: new Date(1_500_000_000_000) });
    expect(await readBack({ sameWords: false })).toEqual({ found: 'nothing' });
  });

  it('is known by its author from the address that its owner names', async () => {
    const { poster, post, account } = ask();
    const find = (author: string, deleted = false) => {
      const reply = world.fake.posts.add({ threadId: post.id, author, deleted });
      const at = { host: world.fake.host, url: world.fake.urlOf(reply), id: String(reply.id), account };
      return poster.findPost?.(at, never);
    };
    expect(await find('ada')).toMatchObject({ isOwn: true });
    expect(await find('grace')).toMatchObject({ isOwn: false });
    expect(await find('ada', true)).toBeNull();
  });

  it('that is dead counts as removed, and one that can not be asked for as unknown', async () => {
    const { poster, post, targetOf } = ask();
    const statusOf = (reply: Post) => poster.checkPosted(targetOf(reply), never);
    expect(await statusOf(addReply(post, { dead: true }))).toBe('removed');
    expect(await statusOf(addReply(post, {}))).toBe('present');
    world.fake.setApiAway(true);
    expect(await statusOf(addReply(post, {}))).toBe('unknown');
  });
});

it('proves an account by a code in its profile, entities and all', async () => {
  const { poster } = ask();
  const prove = (username: string, code = 'verify-1a2b3c4d') =>
    poster.prove?.({ username, code, signal: never });
  world.fake.addUser('lin', { about: 'I&#x27;m Lin.<p>verify-1a2b3c4d &amp; more', karma: 77 });
  const createdAt = new Date(1_600_000_000_000);
  expect(await prove('lin')).toEqual({
    username: 'lin',
    externalId: 'lin',
    session: null,
    createdAt,
    karma: 77,
  });
  world.fake.addUser('odd', { about: 'verify-1a2b3c4d', created: 1e300, karma: 1e300 });
  expect(await prove('odd')).toMatchObject({ createdAt: null, karma: null });
  await expect(prove('lin', 'verify-1a2b3c4')).rejects.toMatchObject({ failure: 'not-found' });
  await expect(prove('ada')).rejects.toMatchObject({ failure: 'not-found' });
  await expect(prove('no/../body')).rejects.toMatchObject({ failure: 'not-found' });
  world.fake.setApiAway(true);
  await expect(prove('lin')).rejects.toMatchObject({ failure: 'unavailable' });
});

it('takes no replies and no passwords, whatever is asked', async () => {
  const { account, post, targetOf } = ask();
  for (const poster of [posterFor(world.fake), adaptersFor({}).posterFor('hacker-news')]) {
    const { host } = account;
    expect([poster?.sendsTo(host), poster?.sendsTo('news.ycombinator.com')]).toEqual([false, false]);
    const given = { account, target: targetOf(post), text, contentWarning: null, key: 'k', signal: never };
    expect(await poster?.send(given)).toMatchObject({ outcome: 'refused' });
    const credentials = { host, username: 'ada', secret: 'right', signal: never };
    await expect(poster?.signIn(credentials)).rejects.toMatchObject({ failure: 'not-allowed' });
  }
});
