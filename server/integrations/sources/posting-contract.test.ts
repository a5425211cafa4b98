import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLemmy } from '#fakes/lemmy/lemmy.ts';
import { startOf } from '#fakes/sources/sources.ts';
import { type AccountFake, posterFor } from '#server/testing/worlds/source-world.ts';
import type { Poster, PostingTarget, SendResult } from './port.ts';

const starts: Record<string, () => Promise<AccountFake>> = {
  'hacker-news': startOf['hacker-news'],
  mastodon: startOf.mastodon,
  lemmy: startOf.lemmy,
  'lemmy 1.0': () => startLemmy('v4'),
  discourse: startOf.discourse,
  bluesky: startOf.bluesky,
};
const text =
  'I had the same problem last year.\n\nDisclosure: I built Spark, https://spark.example/r/abc123 & more.';
const signal = () => AbortSignal.timeout(5_000);
const since = () => new Date(Date.now() - 1_000);

describe.each(Object.entries(starts))('a poster for %s', (name, start) => {
  let fake: AccountFake;
  let poster: Poster;
  let session: string | null;
  beforeAll(async () => {
    fake = await start();
    poster = posterFor(fake);
    await signIn();
  });
  afterAll(() => fake.stop());

  const account = () => ({ host: fake.host, username: fake.account.name, session });
  async function signIn() {
    const { username, secret } = fake.account;
    const facts = await poster.signIn({ host: fake.host, username, secret, signal: signal() });
    session = facts.session;
    return facts;
  }
  /** A post that can be answered; `isReply` is one that answers another. */
  function makeTarget({ isReply = false } = {}): PostingTarget & { id: number } {
    const opened = fake.posts.add({ title: 'First users?', author: 'grace' });
    const post = isReply ? fake.posts.add({ threadId: opened.id, author: 'grace' }) : opened;
    const threadId = fake.idOf(opened);
    return { id: post.id, host: fake.host, threadId, externalId: fake.idOf(post), url: fake.urlOf(post) };
  }
  /** Saves the session that a source gave in place of the one used, as posting does. */
  async function send(
    target: PostingTarget,
    given: { text?: string; key?: string; signal?: AbortSignal } = {},
  ): Promise<SendResult> {
    const key = given.key ?? `reply to ${target.externalId}`;
    const sent = { account: account(), target, text, signal: signal(), ...given, key };
    const { session: renewed, ...result } = await poster.send(sent);
    session = renewed ?? session;
    return result;
  }
  const readBack = (target: PostingTarget, given: { text?: string | null; since?: Date } = {}) =>
    poster.readBack({ account: account(), target, text, since: since(), signal: signal(), ...given });
  const sentCount = () => fake.posts.sent().length;

  it('signs in with the right credentials and returns the account', async () => {
    const facts = await signIn();
    expect(facts).toMatchObject({ username: fake.account.name, session: expect.any(String) });
    expect(facts.createdAt).toBeInstanceOf(Date);
  });

  it('refuses wrong credentials, and a host that can be none', async () => {
    const given = { host: fake.host, username: fake.account.username, secret: 'wrong', signal: signal() };
    await expect(poster.signIn(given)).rejects.toMatchObject({
      failure: expect.stringMatching(/wrong-credentials|not-found/),
    });
    for (const host of [
      '127.0.0.1',
      'localhost',
      '10.0.0.8:80',
      '[::1]',
      'db.internal',
      'a',
      '',
      '169.254.169.254',
    ]) {
      expect(poster.sendsTo(host)).toBe(false);
      await expect(poster.signIn({ ...given, host })).rejects.toMatchObject({ failure: 'not-allowed' });
    }
  });

  it.each([false, true])('posts a reply once that is found again (to a reply: %s)', async (isReply) => {
    const target = makeTarget({ isReply });
    const before = sentCount();
    expect(await readBack(target)).toEqual({ found: 'nothing' });
    const sent = await send(target);
    expect(sent).toMatchObject({ outcome: 'posted' });
    expect(sentCount()).toBe(before + 1);
    expect(fake.posts.sent().at(-1)).toMatchObject({
      parentId: target.id,
      sent: expect.stringContaining(text),
    });
    const seen = await readBack(target);
    expect(seen).toMatchObject({
      found: 'posted',
      externalId: expect.any(String),
      url: expect.stringMatching(/^https?:/),
    });
    if ('externalId' in sent && sent.externalId)
      expect(seen).toMatchObject({ externalId: sent.externalId, url: sent.url });
    expect(await readBack(target, { text: null })).toEqual(seen);
    expect(await readBack(target, { text: 'Other words' })).toEqual({ found: 'nothing' });
    expect(await readBack(target, { since: new Date('2100-01-01') })).toEqual({ found: 'nothing' });
  });

  it('does not send where replies are closed, the post is gone or the caller has given up', async () => {
    const before = sentCount();
    const [closed, gone] = [makeTarget(), makeTarget()];
    fake.posts.change(closed.id, name === 'mastodon' ? { deleted: true } : { locked: true });
    expect(await send(closed)).toMatchObject({ outcome: 'closed' });
    fake.posts.change(gone.id, name === 'hacker-news' ? { locked: true } : { deleted: true });
    expect(await send(gone)).toMatchObject({ outcome: 'closed' });
    expect(await send(makeTarget(), { signal: AbortSignal.abort() })).toMatchObject({ outcome: 'busy' });
    fake.failReads('cut');
    expect(await send(makeTarget())).toMatchObject({ outcome: 'busy' });
    expect(sentCount()).toBe(before);
  });

  it.each(['cut', 'cut-after', 'hang-after'] as const)(
    'does not know of a reply whose response is lost (%s), sends once and reads back',
    async (fault) => {
      const before = sentCount();
      const target = makeTarget();
      fake.failWrites(fault);
      expect(await send(target, { signal: AbortSignal.timeout(700) })).toMatchObject({ outcome: 'unknown' });
      const isThere = fault !== 'cut';
      expect(sentCount()).toBe(before + (isThere ? 1 : 0));
      expect(await readBack(target)).toMatchObject({ found: isThere ? 'posted' : 'nothing' });
      // Bluesky takes the same key for the same reply.
      if (name !== 'bluesky') return;
      expect(await send(target)).toMatchObject({ outcome: 'posted' });
      expect(sentCount()).toBe(before + 1);
    },
  );

  it.each([
    ['an error', { status: 200, body: { error: 'rate_limit_error' } }],
    ['a page', { status: 200, body: '<html>Checking your browser</html>' }],
    ['nothing', { status: 202, body: {} }],
    ['a broken gateway', { status: 502, body: '<html>Bad gateway</html>' }],
  ])('does not know of a reply that %s answers, and reads back', async (_, answer) => {
    const target = makeTarget();
    fake.failWrites(answer);
    expect(await send(target)).toMatchObject({ outcome: 'unknown' });
    expect(await readBack(target)).toEqual({ found: 'nothing' });
  });

  it('does not choose between two replies that fit', async () => {
    const target = makeTarget();
    await send(target, { key: 'first-key' });
    await send(target, { key: 'second-key' });
    expect(await readBack(target)).toEqual({ found: 'ambiguous' });
  });

  it('knows if a reply is still there', async () => {
    const target = makeTarget();
    await send(target);
    const seen = await readBack(target);
    if (seen.found !== 'posted') throw new Error('the reply is not there');
    const posted = { ...seen, host: target.host, threadId: target.threadId };
    expect(await poster.checkPosted(posted, signal())).toBe('standing');
    for (const { id } of fake.posts.sent()) fake.posts.change(id, { deleted: true });
    expect(await poster.checkPosted(posted, signal())).toBe('removed');
    expect(await poster.checkPosted(posted, AbortSignal.abort())).toBe('unknown');
  });

  it('says that its session has ended, until the next sign-in', async () => {
    const target = makeTarget();
    fake.account.endSessions();
    expect(await send(target)).toMatchObject({ outcome: 'logged-out' });
    fake.account.endSessions();
    // A thread that is hidden without a session is not taken for an unreadable one.
    expect((await readBack(target)).found).toMatch(/^(logged-out|nothing)$/);
    await signIn();
    expect(await readBack(target)).toEqual({ found: 'nothing' });
    expect(await send(target)).toMatchObject({ outcome: 'posted' });
  });

  it('knows if its session is valid, where a refusal may hide that', async () => {
    const isValid = () => poster.isSessionValid?.(account(), signal());
    expect([true, undefined]).toContain(await isValid());
    fake.account.endSessions();
    expect([false, undefined]).toContain(await isValid());
    await signIn();
    expect([true, undefined]).toContain(await isValid());
  });

  it.runIf(name !== 'bluesky')('reads the rules that its server documents, or none', async () => {
    expect((await poster.readRules?.(account(), signal()))?.at(-1)).toMatch(
      /^(?:1\. )?Be kind to each other\.$/,
    );
    for (const status of [404, 200]) {
      const page = {
        status,
        body: '<html><head><title>502</title></head><body><h1>Bad gateway</h1></body></html>',
      };
      fake.failReads(page, page);
      expect(await poster.readRules?.(account(), signal())).toEqual([]);
      fake.clear();
    }
  });

  it('names an address at which people reply by hand', () => {
    expect(URL.canParse(poster.replyUrl(makeTarget()))).toBe(true);
  });
});
