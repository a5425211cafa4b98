import { describe, expect, it } from 'vitest';
import { startHackerNews } from '#fakes/hacker-news/hacker-news.ts';
import {
  captchaPage,
  expired,
  loggedOut,
  loginPage,
  messagePage,
  throttled,
} from '#fakes/hacker-news/pages.ts';
import type { Post } from '#fakes/sources/source-fake.ts';
import { rateLimits } from '#server/integrations/sources/http/rate-limits.ts';
import {
  adaptersFor,
  fortnight,
  never,
  openPosting,
  openSourceWorld,
} from '#server/testing/worlds/source-world.ts';
import { readPage } from './pages.ts';

const world = openSourceWorld(startHackerNews);
const open = () => openPosting(world.fake);
const repliesTo = ({ id }: Post) =>
  world.fake.posts.all().filter((post) => post.isComment && post.parentId === id);
const addReply = (post: Post, given: { author?: string; body?: string; createdAt?: Date; dead?: boolean }) =>
  world.fake.posts.add({
    threadId: post.threadId,
    parentId: post.id,
    author: 'ada',
    createdAt: new Date(),
    ...given,
  });
const asked = () =>
  world.fake.requests.map(
    ({ method, path, params }) => `${method} ${path}${params.size > 0 ? `?${params}` : ''}`,
  );

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

it('answers a search as far as its limit goes, and tells questions from other posts', async () => {
  const question = world.fake.posts.add({ title: 'Ask HN: Late invoices?' });
  world.fake.posts.add({ title: 'Show HN: Invoices' });
  const { host } = world.fake;
  const limit = { requests: 80, seconds: 30 };
  await rateLimits(world.database.pool).take({ key: host, part: host, limit }, 78);
  const answer = await world.source().find(['invoices', 'payments', 'money'], fortnight(), never);
  expect(answer.missing).toBe('busy');
  const found = answer.posts.toSorted((one, other) => Number(one.externalId) - Number(other.externalId));
  expect(found).toMatchObject([
    { kind: 'question', url: `${world.fake.url}/item?id=${question.id}` },
    { kind: 'post', title: 'Show HN: Invoices' },
  ]);
});

describe('a reply to the forum', () => {
  it('is posted by the form of the thread, with nothing but its four fields', async () => {
    const { send, post } = await open();
    expect(await send()).toEqual({ outcome: 'posted', externalId: null, url: null });
    expect(world.fake.posted.map((form) => Object.keys(form).toSorted())).toEqual([
      ['goto', 'hmac', 'parent', 'text'],
    ]);
    expect(repliesTo(post)).toMatchObject([{ author: 'ada' }]);
  });

  it('is posted to a comment by the page for one reply', async () => {
    const { send, poster, post, targetOf } = await open();
    const comment = addReply(post, { author: 'grace' });
    const target = targetOf(comment);
    const path = `/reply?id=${comment.id}&goto=item%3Fid%3D${post.id}%23${comment.id}`;
    expect(poster.replyUrl(target)).toBe(world.fake.url + path);
    expect(poster.replyUrl(targetOf(post))).toBe(`${world.fake.url}/item?id=${post.id}`);
    expect(await send({ target })).toMatchObject({ outcome: 'posted' });
    expect(asked()).toContain(`GET ${path}`);
  });

  it.each([
    ['confirmed once with the new form', ['confirm'], { outcome: 'posted' }, 2],
    ['not confirmed a second time', ['confirm', 'confirm'], { outcome: 'confirm-again' }, 2],
    [
      'refused in the words above its form',
      ['refused'],
      { outcome: 'refused', text: 'That comment is too long.' },
      1,
    ],
    ['sent with a fresh form where one is stale', ['expired-link'], { outcome: 'posted' }, 2],
    ['sent with a fresh form where its link is dead', ['dead-link'], { outcome: 'posted' }, 2],
    [
      'given up when the fresh form is stale too',
      ['expired-link', 'expired-link'],
      { outcome: 'refused', text: expired },
      2,
    ],
    ['not sent below the thread that shows it', ['thread-page'], { outcome: 'unknown' }, 1],
    ['not sent again after a confirmation', ['confirm', 'thread-page'], { outcome: 'unknown' }, 2],
  ] as const)('is %s', async (_, faults, outcome, forms) => {
    const { send, post } = await open();
    world.fake.failForms(...faults);
    expect(await send()).toMatchObject(outcome);
    expect(world.fake.posted).toHaveLength(forms);
    const isThere = outcome.outcome === 'posted' || faults.some((fault) => fault === 'thread-page');
    expect(repliesTo(post)).toHaveLength(isThere ? 1 : 0);
  });

  it('whose form is stale is looked for before it is sent with a fresh one', async () => {
    const { send, post, text } = await open();
    world.fake.failForms('expired-link');
    await send();
    expect(asked().slice(-6)).toEqual([
      `GET /item?id=${post.id}`,
      'POST /comment',
      `GET /item?id=${post.id}`,
      'GET /threads?id=ada',
      `GET /item?id=${post.id}`,
      'POST /comment',
    ]);
    const other = world.fake.posts.add({ author: 'grace' });
    addReply(other, { body: text });
    world.fake.failForms('expired-link');
    const target = { host: world.fake.host, threadId: `${other.id}`, externalId: `${other.id}`, url: '' };
    expect(await send({ target })).toMatchObject({ outcome: 'posted', externalId: expect.any(String) });
    expect(repliesTo(other)).toHaveLength(1);
  });

  it('is not sent by a session that the forum does not know, though visitors see the form too', async () => {
    const { send, account, post, targetOf } = await open();
    const stranger = { ...account, session: 'ada&nothing' };
    for (const target of [post, addReply(post, { author: 'grace' })].map(targetOf))
      expect(await send({ account: stranger, target })).toMatchObject({ outcome: 'logged-out' });
    expect(world.fake.posted).toEqual([]);
  });

  it.each([
    ['a throttle', { body: messagePage(throttled) }, 'busy'],
    ['429', { status: 429 }, 'busy'],
    ['an empty page', { body: '' }, 'busy'],
    ['a captcha', { body: captchaPage }, 'captcha'],
    ['a login page', { body: loginPage(loggedOut) }, 'logged-out'],
  ] as const)('is not sent when its form meets %s', async (_, fault, outcome) => {
    const { send } = await open();
    world.fake.failReads(fault);
    expect(await send()).toMatchObject({ outcome });
    expect(world.fake.posted).toEqual([]);
  });

  it('is no error because people in the thread write of errors', async () => {
    const { send, post } = await open();
    for (const body of ['Bad login. I always get it', expired, 'please slow down', 'Validation required.'])
      addReply(post, { author: 'grace', body });
    expect(await send()).toMatchObject({ outcome: 'posted' });
  });

  it('is refused before it is sent when the forum would show its markup', async () => {
    const { send } = await open();
    const before = asked().length;
    const refused = { outcome: 'refused', text: '', reason: expect.stringMatching(/\w{4}/) };
    expect(await send({ text: '[Spark](https://spark.example) helps' })).toMatchObject(refused);
    expect(asked()).toHaveLength(before);
  });
});

describe('a search for a reply on the forum', () => {
  it('finds nothing of other people, other places, other words and other times', async () => {
    const { readBack, post, text } = await open();
    const comment = addReply(post, { author: 'grace', body: text });
    addReply(comment, { body: text });
    addReply(post, { body: 'Something else' });
    addReply(post, { body: text, createdAt: new Date(1_500_000_000_000) });
    expect(await readBack()).toEqual({ found: 'nothing' });
  });

  it('turns the pages of a long thread', async () => {
    const { readBack, post } = await open();
    for (let n = 0; n < 70; n++) addReply(post, { author: 'grace', body: `No. ${n}` });
    const own = addReply(post, { body: 'Last' });
    expect(await readBack({ text: 'Last' })).toMatchObject({ externalId: String(own.id) });
  });

  it("finds it on the account's own page when the thread can't be read, or says that it can't tell", async () => {
    const { send, readBack } = await open();
    await send();
    world.fake.failReads({ body: messagePage(throttled) });
    expect(await readBack()).toMatchObject({ found: 'posted' });
    world.fake.failReads({ body: '' }, { status: 429 });
    expect(await readBack()).toEqual({ found: 'unreadable' });
  });

  it('serves an account without a session through the public interfaces', async () => {
    const { send, readBack, account } = await open();
    const proven = { ...account, session: null };
    expect(await readBack({ account: proven })).toEqual({ found: 'nothing' });
    await send();
    world.fake.requests.length = 0;
    expect(await readBack({ account: proven })).toMatchObject({ found: 'posted' });
    expect(world.fake.requests.every(({ path }) => path.startsWith('/v0/'))).toBe(true);
    world.fake.setApiAway(true);
    expect(await readBack({ account: proven })).toEqual({ found: 'unreadable' });
  });

  it('calls a dead reply removed, and one that it can not ask for unknown', async () => {
    const { poster, post, targetOf } = await open();
    const statusOf = (reply: Post) => poster.checkPosted(targetOf(reply), never);
    expect(await statusOf(addReply(post, { dead: true }))).toBe('removed');
    world.fake.setApiAway(true);
    expect(await statusOf(addReply(post, {}))).toBe('unknown');
  });

  it.each(['https://elsewhere.example/item?p=2', '//elsewhere.example/item?p=2', 'http://127.0.0.1:9/item'])(
    'never takes a session to %s, where the next page should be',
    async (next) => {
      const { readBack } = await open();
      const row = '<table><tr class="athing" id="1"></tr></table>';
      world.fake.failReads({ body: `${row}<a class="morelink" href="${next}">More</a>` });
      expect(await readBack()).toEqual({ found: 'unreadable' });
      expect(asked().slice(-1)).toEqual(['GET /threads?id=ada']);
    },
  );
});

describe('a page of the forum', () => {
  const url = 'https://forum.example/item?id=1';
  const form = `<form action="comment" method="post"><input type="hidden" name="parent" value="1">
<input type="hidden" name="hmac" value="7f"><textarea name="text">1 &lt; 2</textarea></form>`;

  it('has its form, with the text that is typed in it, beside unclosed tags', () => {
    const body = `<!-- <b> --><table><tr class="athing"><td><p>One<p>Two</td></tr><tr><td>${form}`;
    const page = readPage({ body, url });
    expect(page.findForm('1')).toEqual({ form: { parent: '1', goto: '', hmac: '7f' }, text: '1 < 2' });
    expect(page.rows).toHaveLength(1);
  });
});

describe('an account of the forum', () => {
  it('is signed in to once, and only the session is stored, as it came', async () => {
    const { signIn } = await open();
    const { session, ...facts } = await signIn();
    expect(session).toMatch(/^ada&[0-9a-f]{24}$/);
    expect(facts).toEqual({ username: 'ada', createdAt: new Date(1_600_000_000_000), karma: 12 });
  });

  it('comes with no rules where the forum has no such page', async () => {
    const { poster, account } = await open();
    for (const fault of [{ body: '' }, { body: loginPage() }, { status: 429 }, 'cut'] as const) {
      world.fake.failReads(fault);
      expect(await poster.readRules?.(account, never)).toEqual([]);
    }
  });

  it.each([
    ['a captcha', { body: captchaPage }, 'captcha'],
    ['a throttle', { body: messagePage(throttled) }, 'unavailable'],
    ['a busy forum', { status: 503 }, 'unavailable'],
    ['a lost connection', 'cut', 'unavailable'],
  ] as const)('is not linked at %s', async (_, fault, failure) => {
    const { signIn } = await open();
    world.fake.failReads(fault);
    await expect(signIn()).rejects.toMatchObject({ failure });
  });

  it('is proven by a code in its profile, entities and all', async () => {
    const { poster } = await open();
    const prove = (username: string, code = 'verify-1a2b3c4d') =>
      poster.prove?.({ username, code, signal: never });
    world.fake.addUser('lin', 'x', { about: 'I&#x27;m Lin.<p>verify-1a2b3c4d &amp; more', karma: 77 });
    const createdAt = new Date(1_600_000_000_000);
    expect(await prove('lin')).toEqual({ username: 'lin', session: null, createdAt, karma: 77 });
    world.fake.addUser('odd', 'x', { about: 'verify-1a2b3c4d', created: 1e300, karma: 1e300 });
    expect(await prove('odd')).toMatchObject({ createdAt: null, karma: null });
    await expect(prove('lin', 'verify-1a2b3c4')).rejects.toMatchObject({ failure: 'not-found' });
    await expect(prove('ada')).rejects.toMatchObject({ failure: 'not-found' });
    await expect(prove('no/../body')).rejects.toMatchObject({ failure: 'not-found' });
    world.fake.setApiAway(true);
    await expect(prove('lin')).rejects.toMatchObject({ failure: 'unavailable' });
  });
});

it('takes no replies and no passwords for Hacker News itself, whatever is asked', async () => {
  const { account, post, targetOf, text, poster } = await open();
  const usual = adaptersFor({}).posterFor('hacker-news');
  const host = 'news.ycombinator.com';
  expect([usual?.sendsTo(host), poster.sendsTo(host)]).toEqual([false, false]);
  const target = { ...targetOf(post), host };
  const given = { account: { ...account, host }, target, text, key: 'k', signal: never };
  expect(await usual?.send(given)).toMatchObject({ outcome: 'refused' });
  expect(await usual?.send({ ...given, account })).toMatchObject({ outcome: 'refused' });
  const credentials = { host, username: 'ada', secret: 'right', signal: never };
  await expect(usual?.signIn(credentials)).rejects.toMatchObject({ failure: 'not-allowed' });
  expect(usual?.replyUrl(target)).toBe(`https://news.ycombinator.com/item?id=${post.id}`);
});
