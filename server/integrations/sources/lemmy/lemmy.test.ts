import { describe, expect, it } from 'vitest';
import { startLemmy } from '#fakes/lemmy/lemmy.ts';
import {
  fixClock,
  fortnight,
  never,
  openPosting,
  openSourceWorld,
} from '#server/testing/worlds/source-world.ts';

fixClock();

describe.each(['v3', 'v4'] as const)('an instance that speaks %s', (dialect) => {
  const world = openSourceWorld(() => startLemmy(dialect));
  const pathsOf = () => world.fake.requests.map(({ path }) => path);
  const own = `/api/${dialect}/search`;

  it('is asked in one dialect once it is known, and in both again when it understands no more', async () => {
    const source = world.source();
    await source.find(['one', 'two'], fortnight(), never);
    expect(world.fake.requests).toHaveLength(4);
    await source.find(['three', 'four'], fortnight(), never);
    expect(pathsOf().slice(4)).toEqual([own, own]);
    world.fake.fault({ status: 404 });
    await expect(source.find(['five'], fortnight(), never)).rejects.toMatchObject({ failure: 'refused' });
    world.fake.fault(null);
    await source.find(['six'], fortnight(), never);
    expect(pathsOf().slice(-2)).toEqual(['/api/v3/search', '/api/v4/search']);
  });

  it('that stores other words says which, also when its response is lost', async () => {
    const { send } = await openPosting(world.fake);
    world.fake.filter('problem');
    const changedText = expect.stringContaining('the same *removed* last year');
    expect(await send()).toMatchObject({ outcome: 'posted', changedText });
    world.fake.posts.clear();
    const place = await openPosting(world.fake);
    world.fake.failWrites('cut-after');
    expect(await place.send()).toMatchObject({ outcome: 'unknown' });
    expect(await place.readBack({ sameWords: false })).toMatchObject({ found: 'posted', changedText });
    expect(await place.readBack()).toMatchObject({ found: 'nothing' });
    world.fake.filter();
  });

  it.each([
    ['de', { site: ['de', 'en'] }, 'de'],
    ['de', { site: ['und', 'de', 'en'], community: ['und', 'en'] }, 'und'],
    ['de', { site: ['und', 'en'], community: [] }, 'und'],
    ['de', { site: ['de', 'en'], community: ['en'] }, ''],
    ['und', { site: ['en'] }, ''],
  ])('that gets a reply to a post in %s and takes %j stores it in "%s"', async (language, taken, stored) => {
    const { send, targetOf } = await openPosting(world.fake);
    world.fake.takeLanguages(taken);
    const post = world.fake.posts.add({ author: 'grace', language });
    const comment = world.fake.posts.add({ author: 'grace', language, threadId: post.id });
    for (const answered of [post, comment])
      expect(await send({ target: targetOf(answered) })).toMatchObject({ outcome: 'posted' });
    expect(world.fake.posts.sent().map((reply) => reply.language)).toEqual([stored, stored]);
    world.fake.takeLanguages();
  });

  it('is signed in to in its dialect', async () => {
    await openPosting(world.fake);
    const logins = world.fake.requests.filter(({ method }) => method === 'POST');
    const path = dialect === 'v3' ? '/api/v3/user/login' : '/api/v4/account/auth/login';
    expect(logins.map((login) => login.path)).toEqual([path]);
  });
});

describe('Lemmy', () => {
  const world = openSourceWorld(startLemmy);

  it('gives nothing that is locked, removed, deleted or not safe for work', async () => {
    for (const flag of ['locked', 'dead', 'deleted', 'nsfw'] as const) {
      const thread = world.fake.posts.add({ title: 'Late invoices', [flag]: true });
      world.fake.posts.add({ threadId: thread.id, body: 'invoices', [flag]: true });
    }
    expect((await world.source().find(['invoices'], fortnight(), never)).posts).toEqual([]);
  });

  it('of an old release says with status 400 that we ask too often', async () => {
    world.fake.fault({ status: 400, body: { error: 'rate_limit_error' } });
    const searching = world.source().find(['one'], fortnight(), never);
    await expect(searching).rejects.toMatchObject({ failure: 'busy' });
  });

  it.each([
    [{ actor_id: 'https://home.example/c/baking' }, 'baking@home.example'],
    [{ ap_id: 'https://home.example/c/baking' }, 'baking@home.example'],
    [{ actor_id: 'no address' }, 'baking'],
    [{}, 'baking'],
  ])('names a community and a person with %j %s', async (address, name) => {
    const ap_id = 'https://home.example/post/7';
    const post = { id: 1, name: 'Flat bread', ap_id, published: new Date().toISOString() };
    const view = { post, creator: { name: 'baking', ...address }, community: { name: 'baking', ...address } };
    // Copies of one post share the address of the original.
    world.fake.fault({ body: { posts: [view, { ...view, post: { ...post, id: 2 } }], comments: [] } });
    const { posts } = await world.source().find(['bread'], fortnight(), never);
    expect(posts).toMatchObject([{ community: name, author: name }]);
  });

  it('names the page of a reply on its own host when the server names none of the web', async () => {
    const { send } = await openPosting(world.fake);
    world.fake.failWrites({ body: { comment_view: { comment: { id: 7, ap_id: 'javascript:alert(1)' } } } });
    expect(await send()).toMatchObject({ outcome: 'posted', url: `${world.fake.url}/comment/7` });
  });

  it('gives no session at a server that is no Lemmy, or to an account without a confirmed address', async () => {
    const { signIn } = await openPosting(world.fake);
    world.fake.failReads({ body: {} }, { body: {} });
    await expect(signIn()).rejects.toMatchObject({ failure: 'not-found' });
    world.fake.failReads({ body: { site_view: {} } }, { body: { verify_email_sent: true } });
    await expect(signIn()).rejects.toMatchObject({ failure: 'wrong-credentials' });
  });
});
