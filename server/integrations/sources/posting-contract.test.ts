import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Subject, subjects } from '#server/testing/posting-subjects.ts';
import type { PostingTarget, SendResult } from './port.ts';

const text =
  'I had the same problem last year.\n\nDisclosure: I built Spark, https://spark.example/r/abc123 & more.';
const signal = () => AbortSignal.timeout(5_000);
const since = () => new Date(Date.now() - 1_000);

describe.each(Object.entries(subjects))('a poster for %s', (name, start) => {
  let subject: Subject;
  let session: string | null;
  beforeAll(async () => {
    subject = await start();
    await signIn();
  });
  afterAll(() => subject.stop());

  const account = () => ({ host: subject.host, username: subject.name, session });
  async function signIn(secret = subject.secret, username = subject.username) {
    const facts = await subject.poster.signIn({ host: subject.host, username, secret, signal: signal() });
    session = facts.session;
    return facts;
  }
  /** Keeps the session that a source gave in place of the one used, as posting does. */
  async function send(
    target: PostingTarget,
    given: { text?: string; key?: string; signal?: AbortSignal } = {},
  ): Promise<SendResult> {
    const key = given.key ?? `reply to ${target.externalId}`;
    const sent = { account: account(), target, text, signal: signal(), ...given, key };
    const { session: renewed, ...result } = await subject.poster.send(sent);
    session = renewed ?? session;
    return result;
  }
  const readBack = (target: PostingTarget, given: { text?: string | null; since?: Date } = {}) =>
    subject.poster.readBack({ account: account(), target, text, since: since(), signal: signal(), ...given });

  it('signs in with the right credentials and returns the account', async () => {
    const facts = await signIn();
    expect(facts).toMatchObject({ username: subject.name, session: expect.any(String) });
    expect(facts.createdAt).toBeInstanceOf(Date);
  });

  it('refuses wrong credentials, and a host that can be none', async () => {
    const { poster, host, username, secret } = subject;
    const given = { host, username, secret: 'wrong', signal: signal() };
    await expect(poster.signIn(given)).rejects.toMatchObject({
      failure: expect.stringMatching(/wrong-credentials|not-found/),
    });
    for (const other of [
      '127.0.0.1',
      'localhost',
      '10.0.0.8:80',
      '[::1]',
      'db.internal',
      'a',
      '',
      '169.254.169.254',
    ]) {
      expect(poster.sendsTo(other)).toBe(false);
      await expect(poster.signIn({ ...given, host: other, secret })).rejects.toMatchObject({
        failure: 'not-allowed',
      });
    }
  });

  it.each([false, true])('posts a reply that is found again (to an answer: %s)', async (isAnswer) => {
    const target = subject.makeTarget({ isAnswer });
    expect(await readBack(target)).toEqual({ found: 'nothing' });
    const sent = await send(target);
    expect(sent).toMatchObject({ outcome: 'posted' });
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

  it('sends the words as they are', async () => {
    await send(subject.makeTarget());
    expect(subject.texts().at(-1)?.replaceAll('&amp;', '&')).toContain('Disclosure: I built Spark');
  });

  it('does not send where replies are closed or the post is gone', async () => {
    const before = subject.texts().length;
    expect(await send(subject.makeTarget({ isClosed: true }))).toMatchObject({ outcome: 'closed' });
    const gone = subject.makeTarget();
    subject.remove(gone);
    expect(await send(gone)).toMatchObject({ outcome: 'closed' });
    expect(subject.texts()).toHaveLength(before);
  });

  it('says that nothing was posted when it could not even prepare', async () => {
    const before = subject.texts().length;
    subject.failRead();
    expect(await send(subject.makeTarget())).toMatchObject({ outcome: 'busy' });
    expect(subject.texts()).toHaveLength(before);
  });

  it.each(['cut-before', 'cut-after', 'hang-after'] as const)(
    'does not know of a reply whose answer is lost (%s), sends once and reads back',
    async (fault) => {
      const before = subject.texts().length;
      const target = subject.makeTarget();
      subject.failWrite(fault);
      expect(await send(target, { signal: AbortSignal.timeout(700) })).toMatchObject({ outcome: 'unknown' });
      const isThere = fault !== 'cut-before';
      expect(subject.texts()).toHaveLength(before + (isThere ? 1 : 0));
      expect(await readBack(target)).toMatchObject({ found: isThere ? 'posted' : 'nothing' });
      // Bluesky takes the same key for the same reply.
      if (name !== 'bluesky') return;
      expect(await send(target)).toMatchObject({ outcome: 'posted' });
      expect(subject.texts()).toHaveLength(before + 1);
    },
  );

  it('sends nothing once the caller has given up', async () => {
    const before = subject.texts().length;
    expect(await send(subject.makeTarget(), { signal: AbortSignal.abort() })).toMatchObject({
      outcome: 'busy',
    });
    expect(subject.texts()).toHaveLength(before);
  });

  it('does not choose between two replies that fit', async () => {
    const target = subject.makeTarget();
    await send(target, { key: 'first-key' });
    await send(target, { key: 'second-key' });
    expect(await readBack(target)).toEqual({ found: 'ambiguous' });
  });

  it('knows if a reply is still there', async () => {
    const target = subject.makeTarget();
    await send(target);
    const seen = await readBack(target);
    if (seen.found !== 'posted') throw new Error('the reply is not there');
    const posted = { ...seen, host: target.host, threadId: target.threadId };
    expect(await subject.poster.checkPosted(posted, signal())).toBe('standing');
    subject.removeReplies();
    expect(await subject.poster.checkPosted(posted, signal())).toBe('removed');
    expect(await subject.poster.checkPosted(posted, AbortSignal.abort())).toBe('unknown');
  });

  it('says that its session has ended', async () => {
    const target = subject.makeTarget();
    subject.endSessions();
    expect(await send(target)).toMatchObject({ outcome: 'logged-out' });
    await signIn();
    expect(await send(target)).toMatchObject({ outcome: 'posted' });
  });

  it('knows if its session still holds, where a refusal may hide that', async () => {
    const isValid = () => subject.poster.isSessionValid?.(account(), signal());
    expect([true, undefined]).toContain(await isValid());
    subject.endSessions();
    expect([false, undefined]).toContain(await isValid());
    await signIn();
    expect([true, undefined]).toContain(await isValid());
  });

  it('does not take an ended session for an unreadable thread', async () => {
    const target = subject.makeTarget();
    subject.endSessions();
    expect((await readBack(target)).found).toMatch(/^(logged-out|nothing)$/);
    await signIn();
    expect(await readBack(target)).toEqual({ found: 'nothing' });
  });

  it('names an address at which people reply by hand', () => {
    const target = subject.makeTarget();
    expect(URL.canParse(subject.poster.replyUrl(target))).toBe(true);
  });
});
