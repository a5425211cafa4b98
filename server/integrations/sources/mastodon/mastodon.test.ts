import { describe, expect, it } from 'vitest';
import { startMastodon } from '#fakes/mastodon/mastodon.ts';
import {
  badGateway,
  fixClock,
  fortnight,
  never,
  openPosting,
  openSourceWorld,
} from '#server/testing/worlds/source-world.ts';

fixClock();
const world = openSourceWorld(startMastodon);
const find = (phrases: string[]) => world.source().find(phrases, fortnight(), never);

describe('a search on Mastodon', () => {
  it('asks for hashtags, five at most and none that is too short', async () => {
    await find(['guest list', 'Guest-List', 'c#', 'one', 'two', 'three', 'four', 'five']);
    const tags = world.fake.requests.map(({ path }) => path.split('/').at(-1));
    expect(tags.sort()).toEqual(['four', 'guestlist', 'one', 'three', 'two']);
  });

  it('leaves out programs, whoever asked not to be found, and posts that are not for everybody', async () => {
    const body = 'Who chases #invoices?';
    world.fake.posts.add({ id: 1, title: '', body, warning: 'Money' });
    world.fake.posts.add({ id: 2, body, bot: true });
    world.fake.posts.add({ id: 3, body, noindex: true });
    for (const visibility of ['unlisted', 'private', 'direct'] as const) {
      world.fake.posts.add({ body, visibility });
    }
    const { posts } = await find(['invoices']);
    expect(posts).toMatchObject([{ externalId: '1', body: 'Money\n\nWho chases #invoices?' }]);
  });

  it.each([401, 422])('asks for an account where a server without a preview answers %i', async (status) => {
    world.fake.fault({ status, body: { error: 'This method requires an authenticated user' } });
    await expect(find(['one'])).rejects.toMatchObject({ failure: 'auth-required' });
    const post = { externalId: '1', threadId: '1', url: '' };
    expect(await world.source().checkOpen(post, never)).toBe('unknown');
  });
});

describe('a reply on Mastodon', () => {
  it('is as visible as the post, has a key of its own and names the author once', async () => {
    const { send, targetOf, text } = await openPosting(world.fake);
    const target = targetOf(world.fake.posts.add({ author: 'grace', visibility: 'unlisted' }));
    await send({ target, key: 'conversation-7' });
    await send({ target, key: 'conversation-8', text: `@grace, ${text}` });
    expect(world.fake.posts.sent()).toMatchObject([
      { visibility: 'unlisted', key: 'conversation-7', sent: `@grace ${text}` },
      { visibility: 'unlisted', key: 'conversation-8', sent: `@grace, ${text}` },
    ]);
  });

  it.each(['@gracehopper', '@grace@far.example', '@grace-h', 'me@grace'])(
    'names its author also where the text holds %s',
    async (other) => {
      const { send, targetOf } = await openPosting(world.fake);
      await send({ target: targetOf(world.fake.posts.add({ author: 'grace' })), text: `Ask ${other}.` });
      expect(world.fake.posts.sent()).toMatchObject([{ sent: `@grace Ask ${other}.` }]);
    },
  );

  it('waits when the server was busy before the reply was sent', async () => {
    const { send } = await openPosting(world.fake);
    world.fake.failReads({ status: 503, body: badGateway, headers: { 'retry-after': '40' } });
    expect(await send()).toMatchObject({ outcome: 'busy', retryAfterSeconds: 40 });
  });

  it.each([
    ['javascript:alert(1)', '7'],
    [`https://x.example/${'y'.repeat(5_000)}`, '7\0'],
  ])('has a place that can be stored though its address is %.30s', async (url, id) => {
    const { send } = await openPosting(world.fake);
    world.fake.failWrites({ body: { id, url, account: { acct: 'ada' } } });
    expect(await send()).toEqual({
      outcome: 'posted',
      externalId: '7',
      url: `${world.fake.url}/@ada/7`,
      changedText: null,
    });
    world.fake.failWrites({ body: { id: '7'.repeat(5_000), account: { acct: 'ada' } } });
    expect(await send()).toMatchObject({ outcome: 'unknown' });
  });

  it('is found again when it names people of other servers', async () => {
    const place = await openPosting(world.fake);
    const text = `@bob@other.example asked that too. Ask @lin@far.example, or mail me@here.example. ${place.text}`;
    expect(await place.send({ text })).toMatchObject({ outcome: 'posted' });
    expect(await place.readBack({ text })).toMatchObject({ found: 'posted' });
    expect(await place.readBack({ text: text.replace('@lin', '@lou') })).toEqual({ found: 'nothing' });
  });

  it('is found among many of other people, which are not read', async () => {
    const { readBack, post, text, account } = await openPosting(world.fake);
    const own = {
      id: '7',
      created_at: new Date().toISOString(),
      in_reply_to_id: String(post.id),
      content: `<p>${text.replaceAll('\n', '<br>').replace('&', '&amp;')}</p>`,
      account: { id: account.externalId, acct: 'ada' },
    };
    const descendants = [...Array(5_000).fill({}), own, null, 7];
    // The search for the post comes first.
    world.fake.failReads(
      { body: { statuses: [{ ...own, id: String(post.id) }] } },
      { body: { descendants } },
    );
    expect(await readBack()).toMatchObject({ found: 'posted', externalId: '7' });
  });
});

it('a reply carries the warning and the language of its post, or the warning that its owner wrote', async () => {
  const { poster, account, send, readBack, targetOf } = await openPosting(world.fake);
  const post = world.fake.posts.add({ author: 'grace', warning: 'money talk', language: 'de' });
  const target = targetOf(post);
  expect(await poster.findWarning?.(account, target, never)).toBe('money talk');
  expect(await readBack({ target })).toEqual({ found: 'nothing', warning: 'money talk' });
  await send({ target });
  await send({ target, contentWarning: 'late invoices', key: 'key-2' });
  await send({ target, contentWarning: '', key: 'key-3' });
  expect(world.fake.posts.sent().map(({ warning, language }) => [warning, language])).toEqual([
    ['money talk', 'de'],
    ['late invoices', 'de'],
    ['', 'de'],
  ]);
});

it('a reply at another server is told from that of a namesake by the page of its author', async () => {
  const { poster, account } = await openPosting(world.fake);
  const elsewhere = { ...account, host: 'home.example' };
  const seenAt = (page: string) => {
    world.fake.failReads({ body: { id: '7', account: { id: '3', acct: 'ada@home.example', url: page } } });
    const url = `${world.fake.url}/@ada@home.example/7`;
    return poster.findPost?.({ host: world.fake.host, url, id: '7', account: elsewhere }, never);
  };
  expect(await seenAt('https://home.example/@ada')).toEqual({ id: '7', isOwn: true });
  expect(await seenAt('https://other.example/@ada')).toEqual({ id: '7', isOwn: false });
});

describe('an account on Mastodon', () => {
  const holder = { id: '7', username: 'ada', acct: 'ada', created_at: '2024-05-01T00:00:00.000Z' };

  it.each([
    [{ created_at: 'soon' }, { username: 'ada', createdAt: null }],
    [{ acct: 'a\0da' }, { username: 'ada' }],
    [{ acct: 'ada\ud83d' }, { username: 'ada\ufffd' }],
  ])('with %j is read as %j', async (odd, read) => {
    const { signIn } = await openPosting(world.fake);
    world.fake.failReads({ body: { ...holder, ...odd } });
    expect(await signIn({ username: '' })).toMatchObject(read);
  });

  it.each([
    ['of somebody else', 'grace', { body: holder }, 'wrong-credentials'],
    ['with an endless name', '', { body: { ...holder, acct: 'a'.repeat(5_000) } }, 'not-found'],
    ['at a page that is no Mastodon', 'ada', { body: badGateway }, 'not-found'],
    ['at a busy server', 'ada', { status: 503, body: badGateway }, 'unavailable'],
  ])('%s is not linked', async (_, username, fault, failure) => {
    const { signIn } = await openPosting(world.fake);
    world.fake.failReads(fault);
    await expect(signIn({ username })).rejects.toMatchObject({ failure });
  });
});
