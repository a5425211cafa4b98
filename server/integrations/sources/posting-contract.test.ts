import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startLemmy } from '#fakes/lemmy/lemmy.ts';
import type { Fault } from '#fakes/sources/source-fake.ts';
import { startOf } from '#fakes/sources/sources.ts';
import { type AccountFake, badGateway, openPosting } from '#server/testing/worlds/source-world.ts';
import type { SendResult } from './port.ts';

/** A response to a reply, and the result that it means. */
type Refusal = [name: string, fault: Fault, result: Partial<Extract<SendResult, { text: string }>>];

const noScope = 'This action is outside the authorized scopes';
const mastodon: Refusal[] = [
  ['an ended session', { status: 401, body: { error: 'It is invalid' } }, { outcome: 'logged-out' }],
  ['no scope', { status: 403, body: { error: noScope } }, { outcome: 'refused', text: noScope }],
  ['a deleted post', { status: 404, body: { error: 'Record not found' } }, { outcome: 'closed' }],
  [
    'words with markup',
    { status: 422, body: { error: 'Validation failed: <b>Text</b> too long' } },
    { outcome: 'refused', text: 'Validation failed: Text too long' },
  ],
  [
    'a limit',
    { status: 429, headers: { 'retry-after': '17' } },
    { outcome: 'too-fast', retryAfterSeconds: 17 },
  ],
  ['a busy server', { status: 503, body: badGateway }, { outcome: 'unknown' }],
  ['a blocking page', { status: 403, body: badGateway }, { outcome: 'refused' }],
];

const lemmy: Refusal[] = [
  ['a locked thread', { status: 400, body: { error: 'locked' } }, { outcome: 'closed' }],
  ['an old limit', { status: 400, body: { error: 'rate_limit_error' } }, { outcome: 'too-fast' }],
  ['a limit', { status: 429, body: badGateway }, { outcome: 'too-fast' }],
  [
    'a ban',
    { status: 403, body: { error: 'person_is_banned_from_community' } },
    { outcome: 'refused', text: 'person is banned from community' },
  ],
  ['an ended session', { status: 401, body: { error: 'incorrect_login' } }, { outcome: 'logged-out' }],
];

const tooSimilar = 'Body is too similar to what you recently posted';
const limited = (seconds: number) => ({
  status: 429,
  body: { errors: [], error_type: 'rate_limit', extras: { wait_seconds: seconds } },
});
const forbidden = (error_type: string) => ({ status: 403, body: { errors: ['No'], error_type } });
const discourse: Refusal[] = [
  ['words', { status: 422, body: { errors: [tooSimilar] } }, { outcome: 'refused', text: tooSimilar }],
  ['a limit', limited(42), { outcome: 'too-fast', retryAfterSeconds: 42 }],
  ['an endless limit', limited(1e300), { outcome: 'too-fast', retryAfterSeconds: 86_400 }],
  ['an ended session', forbidden('not_logged_in'), { outcome: 'logged-out' }],
  ['missing rights', forbidden('invalid_access'), { outcome: 'refused' }],
  [
    'endless words',
    { status: 422, body: { errors: ['No.', ...Array(50).fill('<p>no</p>'.repeat(1_000))] } },
    { outcome: 'refused', text: expect.stringMatching(/^No\. no .{1,292}…$/) },
  ],
];

const tooLong = 'Record/text must not be longer';
const bluesky: Refusal[] = [
  ['a limit', { status: 429, body: { error: 'RateLimitExceeded' } }, { outcome: 'too-fast' }],
  ['an ended session', { status: 400, body: { error: 'ExpiredToken' } }, { outcome: 'logged-out' }],
  [
    'words',
    { status: 400, body: { error: 'InvalidRequest', message: tooLong } },
    { outcome: 'refused', text: tooLong },
  ],
];

type Vendor = [name: string, start: () => Promise<AccountFake>, refusals: Refusal[]];
const vendors: Vendor[] = [
  ['mastodon', startOf.mastodon, mastodon],
  ['lemmy', startOf.lemmy, lemmy],
  ['lemmy 1.0', () => startLemmy('v4'), lemmy],
  ['discourse', startOf.discourse, discourse],
  ['bluesky', startOf.bluesky, bluesky],
];

describe.each(vendors)('a poster for %s', (name, start, refusals) => {
  let fake: AccountFake;
  let place: Awaited<ReturnType<typeof openPosting>>;
  beforeAll(async () => {
    fake = await start();
  });
  afterAll(() => fake.stop());
  beforeEach(async () => {
    fake.clear();
    place = await openPosting(fake);
  });
  const signal = () => AbortSignal.timeout(5_000);

  it('signs in with the right credentials and returns the account', async () => {
    const { username, session, createdAt } = await place.signIn();
    expect([username, session]).toEqual([fake.account.name, expect.any(String)]);
    expect(createdAt).toBeInstanceOf(Date);
  });

  it('refuses wrong credentials, and a host that can be none', async () => {
    const failure = expect.stringMatching(/wrong-credentials|not-found/);
    await expect(place.signIn({ secret: 'wrong' })).rejects.toMatchObject({ failure });
    const hosts = [
      '127.0.0.1',
      'localhost',
      '10.0.0.8:80',
      '[::1]',
      'db.internal',
      'a',
      '',
      '169.254.169.254',
    ];
    for (const host of hosts) {
      expect(place.poster.sendsTo(host)).toBe(false);
      await expect(place.signIn({ host })).rejects.toMatchObject({ failure: 'not-allowed' });
    }
  });

  it.each([false, true])('posts a reply once that is found again (to a reply: %s)', async (isReply) => {
    const { post, readBack, targetOf, text } = place;
    const answered = isReply ? fake.posts.add({ threadId: post.id, author: 'grace' }) : post;
    const target = targetOf(answered);
    expect(await readBack({ target })).toEqual({ found: 'nothing' });
    const sent = await place.send({ target });
    expect(sent).toMatchObject({ outcome: 'posted' });
    expect(fake.posts.sent()).toMatchObject([{ parentId: answered.id, sent: expect.stringContaining(text) }]);
    const seen = await readBack({ target });
    const url = expect.stringMatching(/^https?:/);
    expect(seen).toMatchObject({ found: 'posted', externalId: expect.any(String), url });
    if ('externalId' in sent && sent.externalId)
      expect(seen).toMatchObject({ externalId: sent.externalId, url: sent.url });
    const otherWords = { target, key: 'other-key', text: 'Other words' };
    expect(await readBack(otherWords)).toEqual({ found: 'nothing' });
    expect(await readBack({ ...otherWords, sameWords: false })).toEqual({
      ...seen,
      changedText: expect.stringContaining('I had the same problem'),
    });
    expect(await readBack({ target, since: new Date('2100-01-01') })).toEqual({ found: 'nothing' });
  });

  it('goes in the language of the post', async () => {
    const { send, targetOf, readBack } = place;
    if (name === 'discourse') return;
    const target = targetOf(fake.posts.add({ author: 'grace', language: 'de' }));
    expect(await send({ target })).toMatchObject({ outcome: 'posted' });
    expect(fake.posts.sent()).toMatchObject([{ language: 'de' }]);
    expect(await readBack({ target })).toMatchObject({ found: 'posted' });
  });

  it('does not send where replies are closed, the post is gone or the caller has given up', async () => {
    const { post, targetOf, send } = place;
    const gone = fake.posts.add({ author: 'grace' });
    fake.posts.change(post.id, name === 'mastodon' ? { deleted: true } : { locked: true });
    fake.posts.change(gone.id, { deleted: true });
    for (const one of [post, gone])
      expect(await send({ target: targetOf(one) })).toMatchObject({ outcome: 'closed' });
    const target = targetOf(fake.posts.add({ author: 'grace' }));
    expect(await send({ target, signal: AbortSignal.abort() })).toMatchObject({ outcome: 'busy' });
    fake.failReads('cut');
    expect(await send({ target })).toMatchObject({ outcome: 'busy' });
    expect(fake.posts.sent()).toEqual([]);
  });

  it.each(['cut', 'cut-after', 'hang-after'] as const)(
    'does not know of a reply whose response is lost (%s), sends once and reads back',
    async (fault) => {
      fake.failWrites(fault);
      expect(await place.send({ signal: AbortSignal.timeout(700) })).toMatchObject({ outcome: 'unknown' });
      const isThere = fault !== 'cut';
      expect(fake.posts.sent()).toHaveLength(isThere ? 1 : 0);
      expect(await place.readBack()).toMatchObject({ found: isThere ? 'posted' : 'nothing' });
      // Bluesky takes the same key for the same reply.
      if (name !== 'bluesky') return;
      expect(await place.send()).toMatchObject({ outcome: 'posted' });
      expect(fake.posts.sent()).toHaveLength(1);
    },
  );

  it('finds a reply by its account, never one of another account that has its name by now', async () => {
    const { post, readBack, send, text } = place;
    fake.failWrites('cut-after');
    await send();
    const [own] = fake.posts.sent();
    if (!own) throw new Error('the reply is not there');
    fake.posts.change(own.id, { author: 'ada-of-old' });
    const impostor = { author: own.author, authorId: 'an impostor', body: own.body, createdAt: new Date() };
    fake.posts.add({ ...impostor, threadId: post.id, key: 'impostor' });
    const externalId = name === 'bluesky' ? expect.stringMatching(`${own.key}$`) : String(own.id);
    expect(await readBack({ text })).toMatchObject({ found: 'posted', externalId });
    fake.posts.change(own.id, { deleted: true });
    expect(await readBack({ sameWords: false })).toEqual({ found: 'nothing' });
  });

  it.each<Refusal>([
    ['an error', { status: 200, body: { error: 'rate_limit_error' } }, { outcome: 'unknown' }],
    ['a page', { status: 200, body: '<html>Checking your browser</html>' }, { outcome: 'unknown' }],
    ['nothing', { status: 202, body: {} }, { outcome: 'unknown' }],
    ['a broken gateway', { status: 502, body: badGateway }, { outcome: 'unknown' }],
    ...refusals,
  ])('posts nothing and says why when a reply meets %s', async (_, fault, result) => {
    fake.failWrites(fault);
    expect(await place.send()).toMatchObject(result);
    expect(fake.posts.sent()).toEqual([]);
    expect(await place.readBack()).toEqual({ found: 'nothing' });
  });

  it('does not choose between two replies that fit', async () => {
    for (const key of ['first-key', 'second-key']) await place.send({ key });
    expect(await place.readBack()).toEqual({ found: 'ambiguous' });
  });

  it('knows if a reply is still there', async () => {
    await place.send();
    const seen = await place.readBack();
    if (seen.found !== 'posted') throw new Error('the reply is not there');
    const { host, threadId } = place.targetOf(place.post);
    const check = (until = signal()) => place.poster.checkPosted({ ...seen, host, threadId }, until);
    expect(await check()).toBe('present');
    for (const { id } of fake.posts.sent()) fake.posts.change(id, { deleted: true });
    expect([await check(), await check(AbortSignal.abort())]).toEqual(['removed', 'unknown']);
  });

  it('says that its session has ended, until the next sign-in, where a refusal may hide that too', async () => {
    const { poster, account, send, readBack } = place;
    const isValid = async () => (await poster.isSessionValid?.(account, signal())) ?? 'not asked';
    expect([true, 'not asked']).toContain(await isValid());
    fake.account.endSessions();
    expect([false, 'not asked']).toContain(await isValid());
    fake.account.endSessions();
    expect(await send()).toMatchObject({ outcome: 'logged-out' });
    fake.account.endSessions();
    // A thread that is hidden without a session is not taken for an unreadable one.
    expect((await readBack()).found).toMatch(/^(logged-out|nothing)$/);
    fake.clear();
    fake.posts.add(place.post);
    await place.signIn();
    expect([true, 'not asked']).toContain(await isValid());
    expect(await readBack()).toEqual({ found: 'nothing' });
    expect(await send()).toMatchObject({ outcome: 'posted' });
  });

  it('reads the rules and lengths that its server documents, or says that it can not', async () => {
    const read = () => place.poster.readServer?.(place.account, signal());
    // Bluesky is one network: its card and its length hold for every server.
    if (name === 'bluesky') return expect(read()).toBeUndefined();
    const server = await read();
    expect(server?.rules.at(-1)).toMatch(/^(?:1\. )?Be kind to each other\.$/);
    const lengths = { mastodon: [null, 500], discourse: [20, 32_000] }[name] ?? [null, null];
    expect([server?.shortest, server?.longest]).toEqual(lengths);
    fake.failReads({ status: 404, body: badGateway }, { status: 404, body: badGateway });
    expect(await read()).toBeNull();
  });

  it('knows from the address of a post if its account wrote it', async () => {
    const { poster, account, post, send, readBack, targetOf } = place;
    await send();
    const own = await readBack();
    if (own.found !== 'posted') throw new Error('the reply is not there');
    const foreign = targetOf(fake.posts.add({ threadId: post.id, author: 'grace' }));
    const hasId = name !== 'discourse' && name !== 'bluesky';
    const find = (url: string, id: string, until = signal()) =>
      poster.findPost?.({ host: fake.host, url, id: hasId ? id : null, account }, until);
    expect(await find(own.url, own.externalId)).toEqual({ id: own.externalId, isOwn: true });
    const id = foreign.externalId.replace('comment-', '');
    expect(await find(foreign.url, id)).toEqual({ id, isOwn: false });
    if (hasId) expect(await find(own.url, own.externalId, AbortSignal.abort())).toBeNull();
  });

  it('names an address at which people reply by hand', () => {
    expect(URL.canParse(place.poster.replyUrl(place.targetOf(place.post)))).toBe(true);
  });
});
