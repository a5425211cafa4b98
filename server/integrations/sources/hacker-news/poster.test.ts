import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { ReplyFault } from '#fakes/hacker-news/faults.ts';
import { type Forum, startForum } from '#fakes/hacker-news/forum.ts';
import type { ForumItem } from '#fakes/hacker-news/state.ts';
import type { Poster, PostingAccount } from '#server/integrations/sources/port.ts';
import { selectSources } from '#server/integrations/sources/select.ts';
import { sourceAddresses, sourceVariables } from '#server/source-addresses.ts';

let forum: Forum;
let poster: Poster;
let host: string;
let story: ForumItem;
let account: PostingAccount;
beforeAll(async () => {
  forum = await startForum();
  host = new URL(forum.url).host;
  const values = z.object(sourceVariables).parse(forum.env);
  const found = selectSources(sourceAddresses(values), {
    fetchPublic: fetch,
    now: Date.now,
    log: pino({ enabled: false }),
  }).posterFor('hacker-news');
  if (!found) throw new Error('there is no poster');
  poster = found;
  forum.addUser('ada', 'right');
  const facts = await poster.signIn({ host, username: 'ada', secret: 'right', signal: signal() });
  account = { host, username: facts.username, session: facts.session };
});
afterAll(() => forum.stop());
beforeEach(() => {
  story = forum.addStory({ title: 'Ask: how do you find your first users?', by: 'grace' });
  forum.posted.length = 0;
  forum.setApiAway(false);
});

const signal = () => AbortSignal.timeout(5_000);
const since = () => new Date(Date.now() - 1_000);
const text =
  'I had the same problem.\n\nI built *Spark* for it: https://spark.example/a-long-path-that-the-forum-shows-cut/and-more-of-it';
const target = (item: ForumItem) => ({
  host,
  threadId: String(item.story),
  externalId: String(item.id),
  url: `${forum.url}/item?id=${item.id}`,
});
const send = (item: ForumItem, given: Partial<Parameters<Poster['send']>[0]> = {}) =>
  poster.send({ account, target: target(item), text, key: 'reply-1', signal: signal(), ...given });
const readBack = (item: ForumItem, given: Partial<Parameters<Poster['readBack']>[0]> = {}) =>
  poster.readBack({ account, target: target(item), text, since: since(), signal: signal(), ...given });
const repliesTo = (item: ForumItem) => [...forum.items.values()].filter(({ parent }) => parent === item.id);

describe('a reply to the forum', () => {
  it('is posted by the form of the thread, with nothing but its four fields', async () => {
    expect(await send(story)).toEqual({ outcome: 'posted', externalId: null, url: null });
    expect(forum.posted).toHaveLength(1);
    expect(Object.keys(forum.posted[0] ?? {}).toSorted()).toEqual(['goto', 'hmac', 'parent', 'text']);
    expect(repliesTo(story)).toMatchObject([{ by: 'ada' }]);
  });

  it('is posted to a comment by the page for one answer', async () => {
    const comment = forum.addComment({ parent: story.id, by: 'grace', text: 'Does anybody know?' });
    forum.asked.length = 0;
    expect(await send(comment)).toMatchObject({ outcome: 'posted' });
    expect(forum.asked[0]).toBe(`GET /reply?id=${comment.id}&goto=item%3Fid%3D${story.id}%23${comment.id}`);
    expect(repliesTo(comment)).toHaveLength(1);
    expect(await readBack(comment)).toMatchObject({ found: 'posted' });
    expect(poster.replyUrl(target(comment))).toBe(
      `${forum.url}/reply?id=${comment.id}&goto=item%3Fid%3D${story.id}%23${comment.id}`,
    );
    expect(poster.replyUrl(target(story))).toBe(`${forum.url}/item?id=${story.id}`);
  });

  it.each<[ReplyFault, string, string]>([
    ['too-fast', 'too-fast', "You're posting too fast. Please slow down. Thanks."],
    ['empty', 'refused', 'Please try again.'],
    ['refused', 'refused', 'That comment is too long.'],
    ['captcha', 'captcha', 'Validation required.'],
    ['logged-out', 'logged-out', 'You have to be logged in to comment.'],
    ['bad-login', 'logged-out', 'Bad login.'],
    ['throttled', 'busy', 'not able to serve your requests'],
    ['status-429', 'busy', ''],
    ['throttled-503', 'busy', 'not able to serve your requests'],
    ['status-503', 'unknown', ''],
    ['status-403', 'unknown', ''],
    ['status-500', 'unknown', ''],
    ['empty-page', 'unknown', ''],
    ['other-page', 'unknown', ''],
    ['cut-before', 'unknown', ''],
  ])('that meets %s is %s, and nothing is posted', async (fault, outcome, words) => {
    forum.replyFaults.add(fault);
    expect(await send(story)).toMatchObject({ outcome, text: expect.stringContaining(words) });
    expect(repliesTo(story)).toEqual([]);
    expect(forum.posted).toHaveLength(1);
    expect(await readBack(story)).toEqual({ found: 'nothing' });
  });

  it('waits as long as the forum says', async () => {
    forum.replyFaults.add('status-429');
    expect(await send(story)).toMatchObject({ retryAfterSeconds: 90 });
  });

  it.each(['cut-after', 'hang-after'] as const)(
    'whose answer is lost (%s) is unknown, and found by a look',
    async (fault) => {
      forum.replyFaults.add(fault);
      expect(await send(story, { signal: AbortSignal.timeout(700) })).toMatchObject({ outcome: 'unknown' });
      expect(forum.posted).toHaveLength(1);
      const [posted] = repliesTo(story);
      expect(await readBack(story)).toEqual({
        found: 'posted',
        externalId: String(posted?.id),
        url: `${forum.url}/item?id=${posted?.id}`,
      });
    },
  );

  it('is confirmed once with the new form', async () => {
    forum.replyFaults.add('confirm');
    expect(await send(story)).toMatchObject({ outcome: 'posted' });
    expect(forum.posted).toHaveLength(2);
    expect(repliesTo(story)).toHaveLength(1);
  });

  it('is not confirmed a second time', async () => {
    forum.replyFaults.add('confirm', 'confirm');
    expect(await send(story)).toMatchObject({ outcome: 'confirm-again' });
    expect(forum.posted).toHaveLength(2);
    expect(repliesTo(story)).toEqual([]);
  });

  it('is not sent again below the thread that shows it already', async () => {
    forum.replyFaults.add('thread-page');
    expect(await send(story)).toMatchObject({ outcome: 'unknown' });
    forum.replyFaults.add('confirm', 'thread-page');
    const other = forum.addStory({ title: 'Ask: and your second?', by: 'grace' });
    expect(await send(other)).toMatchObject({ outcome: 'unknown' });
    expect([repliesTo(story).length, repliesTo(other).length]).toEqual([1, 1]);
    expect(await readBack(story)).toMatchObject({ found: 'posted' });
  });

  it.each(['expired-link', 'dead-link'] as const)(
    'whose form is stale (%s) is sent with a fresh one, after a look',
    async (fault) => {
      forum.replyFaults.add(fault);
      forum.asked.length = 0;
      expect(await send(story)).toMatchObject({ outcome: 'posted' });
      expect(repliesTo(story)).toHaveLength(1);
      expect(forum.asked.map((line) => line.replace(/\d{5,}/, 'N'))).toEqual([
        'GET /item?id=N',
        'POST /comment',
        'GET /item?id=N',
        'GET /threads?id=ada',
        'GET /item?id=N',
        'POST /comment',
      ]);
    },
  );

  it('whose form is stale although it arrived is not sent again', async () => {
    forum.addComment({
      parent: story.id,
      by: 'ada',
      text: text.replaceAll('\n\n', '<p>').replaceAll('*', ''),
    });
    forum.replyFaults.add('expired-link');
    expect(await send(story)).toMatchObject({ outcome: 'posted', externalId: expect.any(String) });
    expect(forum.posted).toHaveLength(1);
  });

  it('gives up when the fresh form is stale too', async () => {
    forum.replyFaults.add('expired-link', 'expired-link');
    expect(await send(story)).toMatchObject({ outcome: 'refused', text: 'Unknown or expired link.' });
    expect(forum.posted).toHaveLength(2);
  });

  it('is not sent where there is no form any more', async () => {
    const closed = forum.addStory({ title: 'Old', by: 'grace', closed: true });
    expect(await send(closed)).toMatchObject({ outcome: 'closed' });
    expect(await send({ ...closed, id: 1, story: 1 })).toMatchObject({ outcome: 'closed' });
    expect(forum.posted).toEqual([]);
  });

  it('is not sent by a session that the forum does not know, though visitors see the form too', async () => {
    const stranger = { ...account, session: 'ada&nothing' };
    expect(await send(story, { account: stranger })).toMatchObject({ outcome: 'logged-out' });
    const comment = forum.addComment({ parent: story.id, by: 'grace' });
    expect(await send(comment, { account: stranger })).toMatchObject({ outcome: 'logged-out' });
    expect(forum.posted).toEqual([]);
  });

  it.each([
    ['throttled', 'busy'],
    ['status-429', 'busy'],
    ['empty-page', 'busy'],
    ['captcha', 'captcha'],
    ['cut', 'busy'],
    ['login-page', 'logged-out'],
  ] as const)('is not sent when its form meets %s', async (fault, outcome) => {
    forum.pageFaults.add(fault);
    expect(await send(story)).toMatchObject({ outcome });
    expect(forum.posted).toEqual([]);
  });

  it('is no error because people in the thread write of errors', async () => {
    const words = [
      'Bad login. I always get it',
      'Unknown or expired link.',
      'please slow down',
      'Validation required.',
    ];
    for (const said of words) forum.addComment({ parent: story.id, by: 'grace', text: said });
    expect(await send(story)).toMatchObject({ outcome: 'posted' });
  });

  it.each([
    '[Spark](https://spark.example) helps',
    'It is **very** good',
    '# Spark\n\nIs good',
    'It has\n- this\n- that',
    '```\ncode\n```',
  ])('is refused in words when the forum would show its markup: %j', async (marked) => {
    forum.asked.length = 0;
    expect(await send(story, { text: marked })).toMatchObject({
      outcome: 'refused',
      text: '',
      reason: expect.stringMatching(/\w{4}/),
    });
    expect(forum.asked).toEqual([]);
  });

  it.each([
    '2 * 3 * 4 is *24*',
    'Like so:\n\n  const a = list[1](2)\n  ## no heading',
    'See https://a.example/b__c__d - it works',
  ])('keeps what is plain: %j', async (plain) => {
    expect(await send(story, { text: plain })).toMatchObject({ outcome: 'posted' });
    expect(forum.posted[0]?.text).toBe(plain);
  });
});

describe('a search for a reply on the forum', () => {
  it('finds nothing of other people, other places, other words and other times', async () => {
    const comment = forum.addComment({ parent: story.id, by: 'grace', text });
    forum.addComment({ parent: comment.id, by: 'ada', text });
    forum.addComment({ parent: story.id, by: 'ada', text: 'Something else' });
    forum.addComment({ parent: story.id, by: 'ada', text, time: 1_500_000_000 });
    expect(await readBack(story)).toEqual({ found: 'nothing' });
  });

  it('does not choose between two that fit', async () => {
    forum.addComment({ parent: story.id, by: 'ada', text: 'Twice' });
    forum.addComment({ parent: story.id, by: 'ada', text: 'Twice' });
    expect(await readBack(story, { text: 'Twice' })).toEqual({ found: 'ambiguous' });
  });

  it('takes any words of the account when none are named', async () => {
    const own = forum.addComment({ parent: story.id, by: 'ada', text: 'By hand, in other words' });
    expect(await readBack(story, { text: null })).toMatchObject({
      found: 'posted',
      externalId: String(own.id),
    });
  });

  it('turns the pages of a long thread', async () => {
    for (let n = 0; n < 70; n++) forum.addComment({ parent: story.id, by: 'grace', text: `No. ${n}` });
    const own = forum.addComment({ parent: story.id, by: 'ada', text: 'Last' });
    expect(await readBack(story, { text: 'Last' })).toMatchObject({ externalId: String(own.id) });
  });

  it("finds it on the account's own page when the thread can not be read", async () => {
    await send(story);
    forum.pageFaults.add('throttled');
    expect(await readBack(story)).toMatchObject({ found: 'posted' });
  });

  it('says so when it can not tell', async () => {
    forum.pageFaults.add('empty-page');
    expect(await readBack(story)).toEqual({ found: 'unreadable' });
    forum.pageFaults.add('cut', 'status-429');
    expect(await readBack(story)).toEqual({ found: 'unreadable' });
  });

  it('serves an account without a session through the public interfaces', async () => {
    const proven = { ...account, session: null };
    expect(await readBack(story, { account: proven })).toEqual({ found: 'nothing' });
    await send(story);
    forum.asked.length = 0;
    expect(await readBack(story, { account: proven })).toMatchObject({ found: 'posted' });
    expect(forum.asked.every((line) => line.startsWith('GET /v0/'))).toBe(true);
    forum.setApiAway(true);
    expect(await readBack(story, { account: proven })).toEqual({ found: 'unreadable' });
  });

  it('knows if a reply is still there', async () => {
    const statusOf = ({ id }: { id: number }) =>
      poster.checkPosted({ ...target(story), externalId: String(id) }, signal());
    const reply = forum.addComment({ parent: story.id, by: 'ada', text });
    expect(await statusOf(reply)).toBe('standing');
    expect(await statusOf(forum.addComment({ parent: story.id, by: 'ada', dead: true }))).toBe('removed');
    expect(await statusOf(forum.addComment({ parent: story.id, by: 'ada', deleted: true }))).toBe('removed');
    expect(await statusOf({ id: 1 })).toBe('removed');
    forum.setApiAway(true);
    expect(await statusOf(reply)).toBe('unknown');
  });
});

describe('an account of the forum', () => {
  const signIn = (secret: string) => poster.signIn({ host, username: 'ada', secret, signal: signal() });

  it('is signed in to once, and only the session is kept, as it came', async () => {
    const { session, ...facts } = await signIn('right');
    expect(session).toMatch(/^ada&[0-9a-f]{24}$/);
    expect(facts).toEqual({ username: 'ada', createdAt: new Date(1_600_000_000_000), karma: 12 });
    account = { ...account, session };
  });

  it('comes with the guidelines of the forum, and without any where there is no such page', async () => {
    expect(await poster.readRules?.(account, signal())).toEqual(['Guidelines', 'Be kind to each other.']);
    for (const fault of ['empty-page', 'login-page', 'status-429', 'cut'] as const) {
      forum.pageFaults.add(fault);
      expect(await poster.readRules?.(account, signal())).toEqual([]);
    }
  });

  it('is refused with a wrong password, a captcha and a busy forum, told apart', async () => {
    await expect(signIn('wrong')).rejects.toMatchObject({ failure: 'wrong-credentials' });
    for (const [fault, failure] of [
      ['captcha', 'captcha'],
      ['throttled', 'unavailable'],
      ['status-503', 'unavailable'],
      ['cut', 'unavailable'],
    ] as const) {
      forum.loginFaults.add(fault);
      await expect(signIn('right')).rejects.toMatchObject({ failure });
    }
  });

  it('is proven by a code in its profile, entities and all', async () => {
    const prove = (username: string, code: string) => poster.prove?.({ username, code, signal: signal() });
    forum.addUser('lin', 'x', { about: 'I&#x27;m Lin.<p>verify-1a2b3c4d &amp; more', karma: 77 });
    expect(await prove('lin', 'verify-1a2b3c4d')).toEqual({
      username: 'lin',
      session: null,
      createdAt: new Date(1_600_000_000_000),
      karma: 77,
    });
    forum.addUser('odd', 'x', { about: 'verify-1a2b3c4d', created: 1e300, karma: 1e300 });
    expect(await prove('odd', 'verify-1a2b3c4d')).toMatchObject({ createdAt: null, karma: null });
    await expect(prove('lin', 'verify-1a2b3c4')).rejects.toMatchObject({ failure: 'not-found' });
    await expect(prove('ada', 'verify-1a2b3c4d')).rejects.toMatchObject({ failure: 'not-found' });
    await expect(prove('no/../body', 'verify-1a2b3c4d')).rejects.toMatchObject({ failure: 'not-found' });
    forum.setApiAway(true);
    await expect(prove('lin', 'verify-1a2b3c4d')).rejects.toMatchObject({ failure: 'unavailable' });
  });
});

describe('Hacker News itself', () => {
  it('takes no replies and no passwords from us, whatever is asked', async () => {
    const usual = selectSources(sourceAddresses(z.object(sourceVariables).parse({})), {
      fetchPublic: fetch,
      now: Date.now,
      log: pino({ enabled: false }),
    }).posterFor('hacker-news');
    const real = { ...account, host: 'news.ycombinator.com' };
    expect(usual?.sendsTo(real.host)).toBe(false);
    expect(poster.sendsTo(real.host)).toBe(false);
    const place = { ...target(story), host: real.host };
    const given = { account: real, target: place, text, key: 'k', signal: signal() };
    expect(await usual?.send(given)).toMatchObject({ outcome: 'refused' });
    expect(await usual?.send({ ...given, account })).toMatchObject({ outcome: 'refused' });
    const credentials = { host: real.host, username: 'ada', secret: 'right', signal: signal() };
    await expect(usual?.signIn(credentials)).rejects.toMatchObject({ failure: 'not-allowed' });
    expect(usual?.replyUrl(place)).toBe(`https://news.ycombinator.com/item?id=${story.id}`);
  });
});
