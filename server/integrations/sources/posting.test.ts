import { afterEach, describe, expect, it } from 'vitest';
import { startBluesky } from '#fakes/bluesky/posting.ts';
import { startDiscourse } from '#fakes/discourse/posting.ts';
import { startLemmy } from '#fakes/lemmy/posting.ts';
import { startMastodon } from '#fakes/mastodon/posting.ts';
import type { SocialFault, SocialServer } from '#fakes/sources/posting-server.ts';
import { posterAt } from '#server/testing/posting-subjects.ts';
import type { Poster, PostingTarget, SendResult } from './port.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const text = 'I had the same problem last year. Disclosure: I built Spark.';
const signal = () => AbortSignal.timeout(5_000);
type PosterSubject = {
  poster: Poster;
  server: SocialServer;
  session: string | null;
  username: string;
  target: PostingTarget;
};

const send = (
  { poster, server, session, username, target }: PosterSubject,
  given: { text?: string; key?: string } = {},
) =>
  poster.send({
    account: { host: server.host, username, session },
    target,
    text,
    key: 'key-1',
    signal: signal(),
    ...given,
  });

async function mastodon() {
  const server = await startMastodon();
  stops.push(server.stop);
  const poster = posterAt('mastodon', { MASTODON_URLS: server.url });
  const { id, url } = server.addPost();
  const target = { host: server.host, threadId: id, externalId: id, url };
  return { poster, server, session: server.token, username: 'ada', target };
}

async function lemmy(dialect: 'v3' | 'v4' = 'v3') {
  const server = await startLemmy(dialect);
  stops.push(server.stop);
  const poster = posterAt('lemmy', { LEMMY_URLS: server.url });
  const given = { host: server.host, username: 'ada', secret: server.password, signal: signal() };
  const { session } = await poster.signIn(given);
  const { id, url } = server.addPost();
  return {
    poster,
    server,
    session,
    username: 'ada',
    target: { host: server.host, threadId: id, externalId: id, url },
  };
}

async function discourse() {
  const server = await startDiscourse();
  stops.push(server.stop);
  const poster = posterAt('discourse', { DISCOURSE_URLS: server.url });
  const { id, url } = server.addTopic();
  return {
    poster,
    server,
    session: server.key,
    username: 'Ada',
    target: { host: server.host, threadId: id, externalId: id, url },
  };
}

async function bluesky() {
  const server = await startBluesky();
  stops.push(server.stop);
  const poster = posterAt('bluesky', { BLUESKY_URL: server.url });
  const given = {
    host: server.host,
    username: 'ada.bsky.example',
    secret: server.password,
    signal: signal(),
  };
  const { session } = await poster.signIn(given);
  const { id, url } = server.addPost();
  return {
    poster,
    server,
    session,
    username: 'ada.bsky.example',
    target: { host: server.host, threadId: id, externalId: id, url },
  };
}

type Case = [string, SocialFault, Partial<Extract<SendResult, { text: string }>>];

/** Each response to a reply, and its result. */
async function expectOutcomes(start: () => Promise<PosterSubject>, cases: Case[]): Promise<void> {
  const place = await start();
  for (const [name, fault, outcome] of cases) {
    place.server.failWrites(fault);
    expect([name, await send(place)]).toMatchObject([name, outcome]);
  }
}

const html = '<html><head><title>502</title></head><body><h1>Bad gateway</h1></body></html>';

describe('the rules of a server', () => {
  const readRules = ({ poster, server, ...account }: PosterSubject) =>
    poster.readRules?.({ ...account, host: server.host }, signal());

  it.each([
    ['Mastodon', mastodon, '/api/v1/instance/rules', ['Be kind to each other.']],
    ['Lemmy', lemmy, '/api/v3/site', ['Rules', '1. Be kind to each other.']],
    ['Lemmy 1.0', () => lemmy('v4'), '/api/v4/site', ['Rules', '1. Be kind to each other.']],
    ['Discourse', discourse, '/guidelines', ['Rules', 'Be kind to each other.']],
  ] as const)('are read where %s documents them', async (_, start, path, rules) => {
    const place = await start();
    expect(await readRules(place)).toEqual(rules);
    expect(place.server.asked).toContain(`GET ${path}`);
  });

  it.each([
    ['Mastodon', mastodon],
    ['Lemmy', lemmy],
    ['Discourse', discourse],
  ] as const)('are none where %s does not tell them', async (_, start) => {
    const place = await start();
    place.server.failReads({ status: 404, html }, { status: 404, html });
    expect(await readRules(place)).toEqual([]);
    place.server.failReads({ status: 200, html }, { status: 200, html });
    expect(await readRules(place)).toEqual([]);
  });

  it('are those of the whole network on Bluesky', async () => {
    expect((await bluesky()).poster.readRules).toBeUndefined();
  });
});

describe('Mastodon', () => {
  it('takes a reply as visible as the post, with a name of its own for every try', async () => {
    const place = await mastodon();
    const { id, url } = place.server.addPost({ visibility: 'unlisted' });
    await send({ ...place, target: { ...place.target, externalId: id, url } }, { key: 'conversation-7' });
    expect(place.server.sent).toEqual([{ visibility: 'unlisted', idempotencyKey: 'conversation-7' }]);
    expect(place.server.replies[0]?.text).toBe(`@grace ${text}`);
  });

  it('names no one twice', async () => {
    const place = await mastodon();
    await send(place, { text: `@grace, ${text}` });
    expect(place.server.replies[0]?.text).toBe(`@grace, ${text}`);
  });

  it('reports the result of a reply', () =>
    expectOutcomes(mastodon, [
      ['token', { status: 401, json: { error: 'The access token is invalid' } }, { outcome: 'logged-out' }],
      [
        'scope',
        { status: 403, json: { error: 'This action is outside the authorized scopes' } },
        { outcome: 'refused', text: 'This action is outside the authorized scopes' },
      ],
      ['gone', { status: 404, json: { error: 'Record not found' } }, { outcome: 'closed' }],
      [
        'words',
        { status: 422, json: { error: 'Validation failed: <b>Text</b> too long' } },
        { outcome: 'refused', text: 'Validation failed: Text too long' },
      ],
      [
        'limit',
        { status: 429, json: {}, headers: { 'retry-after': '17' } },
        { outcome: 'too-fast', retryAfterSeconds: 17 },
      ],
      ['busy', { status: 503, html }, { outcome: 'unknown' }],
      ['broken', { status: 500, html }, { outcome: 'unknown' }],
      ['blocked', { status: 403, html }, { outcome: 'refused' }],
    ]));

  it('waits when it was busy before the reply was sent', async () => {
    const place = await mastodon();
    place.server.failReads({ status: 503, html, headers: { 'retry-after': '40' } });
    expect(await send(place)).toMatchObject({ outcome: 'busy', retryAfterSeconds: 40 });
  });

  it('names the page of a reply on its own host when the server names none of the web', async () => {
    const place = await mastodon();
    const account = { id: '1', acct: 'ada', username: 'ada' };
    const json = { id: '7', url: 'javascript:alert(1)', created_at: '2026-01-01T00:00:00Z', account };
    place.server.failWrites({ status: 200, json });
    expect(await send(place)).toMatchObject({ outcome: 'posted', url: `${place.server.url}/@ada/7` });
  });

  it('refuses the token of somebody else, and a page that is no Mastodon', async () => {
    const { poster, server } = await mastodon();
    const given = { host: server.host, secret: server.token, signal: signal() };
    await expect(poster.signIn({ ...given, username: 'grace' })).rejects.toMatchObject({
      failure: 'wrong-credentials',
    });
    server.failReads({ status: 200, html });
    await expect(poster.signIn({ ...given, username: 'ada' })).rejects.toMatchObject({
      failure: 'not-found',
    });
    server.failReads({ status: 503, html });
    await expect(poster.signIn({ ...given, username: 'ada' })).rejects.toMatchObject({
      failure: 'unavailable',
    });
  });
});

describe('Lemmy', () => {
  it('names the page of a reply on its own host when the server names none of the web', async () => {
    const place = await lemmy();
    const comment = { id: 7, ap_id: 'javascript:alert(1)' };
    place.server.failWrites({ status: 200, json: { comment_view: { comment } } });
    expect(await send(place)).toMatchObject({ outcome: 'posted', url: `${place.server.url}/comment/7` });
  });

  it('reports the result of a reply', () =>
    expectOutcomes(lemmy, [
      ['locked', { status: 400, json: { error: 'locked' } }, { outcome: 'closed' }],
      ['limit', { status: 400, json: { error: 'rate_limit_error' } }, { outcome: 'too-fast' }],
      ['limit', { status: 429, html }, { outcome: 'too-fast' }],
      [
        'ban',
        { status: 403, json: { error: 'person_is_banned_from_community' } },
        { outcome: 'refused', text: 'person is banned from community' },
      ],
      ['session', { status: 401, json: { error: 'incorrect_login' } }, { outcome: 'logged-out' }],
      ['broken', { status: 502, html }, { outcome: 'unknown' }],
    ]));

  it('is asked in the dialect it speaks', async () => {
    const { server } = await lemmy('v4');
    expect(server.asked).toContain('POST /api/v4/account/auth/login');
    expect(server.asked.some((line) => line.startsWith('POST /api/v3'))).toBe(false);
  });

  it('gives no session to an account that waits for its address to be confirmed', async () => {
    const { poster, server } = await lemmy();
    server.failReads({}, {});
    const given = { host: server.host, username: 'ada', secret: server.password, signal: signal() };
    await expect(poster.signIn(given)).rejects.toMatchObject({ failure: 'not-found' });
  });
});

describe('Discourse', () => {
  it('names the page of a reply in its own topic whatever the server calls the topic', async () => {
    const place = await discourse();
    const named = { topic_id: 3, topic_slug: '../../x?y#', post_number: 2, username: 'Ada' };
    place.server.failWrites({ status: 200, json: { id: 9, created_at: '2026-01-01T00:00:00Z', ...named } });
    const url = `${place.server.url}/t/..%2F..%2Fx%3Fy%23/3/2`;
    expect(await send(place)).toMatchObject({ outcome: 'posted', url });
  });

  it('reports the result of a reply', () =>
    expectOutcomes(discourse, [
      [
        'words',
        { status: 422, json: { errors: ['Body is too similar to what you recently posted'] } },
        { outcome: 'refused', text: 'Body is too similar to what you recently posted' },
      ],
      [
        'limit',
        {
          status: 429,
          json: { errors: ['Slow down'], error_type: 'rate_limit', extras: { wait_seconds: 42 } },
        },
        { outcome: 'too-fast', retryAfterSeconds: 42 },
      ],
      [
        'key',
        { status: 403, json: { errors: ['Log in'], error_type: 'not_logged_in' } },
        { outcome: 'logged-out' },
      ],
      [
        'rights',
        { status: 403, json: { errors: ['Not permitted'], error_type: 'invalid_access' } },
        { outcome: 'refused' },
      ],
      ['broken', { status: 500, html }, { outcome: 'unknown' }],
    ]));

  it('is posted without a place while a moderator looks at it', async () => {
    const place = await discourse();
    place.server.failWrites({ json: { success: true, action: 'enqueued', pending_count: 1 } });
    expect(await send(place)).toEqual({ outcome: 'posted', externalId: null, url: null });
  });

  it('refuses a reply in its own words', async () => {
    expect(await send(await discourse(), { text: 'Too short' })).toMatchObject({
      outcome: 'refused',
      text: 'Body is too short (minimum is 20 characters)',
    });
  });
});

describe('Bluesky', () => {
  it('gives a new session with every reply, whatever becomes of that', async () => {
    const place = await bluesky();
    const { session } = await send(place);
    expect(session).toMatch(/^refresh-/);
    expect(session).not.toBe(place.session);
    expect(await send(place)).toMatchObject({ outcome: 'logged-out' });
    place.server.failWrites({ status: 400, json: { error: 'InvalidRequest', message: 'No' } });
    const refused = await send({ ...place, session: session ?? null }, { key: 'key-2' });
    expect(refused).toMatchObject({
      outcome: 'refused',
      text: 'No',
      session: expect.stringMatching(/^refresh-/),
    });
  });

  it('takes one reply however often it is sent', async () => {
    const place = await bluesky();
    const first = await send(place);
    const second = await send({ ...place, session: first.session ?? null });
    expect(second).toMatchObject({
      outcome: 'posted',
      externalId: 'externalId' in first && first.externalId,
    });
    expect(place.server.replies).toHaveLength(1);
  });

  it('refuses more than 300 characters before anything is sent, counted as people see them', async () => {
    const place = await bluesky();
    place.server.asked.length = 0;
    expect(await send(place, { text: 'x'.repeat(301) })).toEqual({
      outcome: 'refused',
      text: '',
      reason: 'Bluesky takes 300 characters at most; this reply has 301.',
    });
    expect(place.server.asked).toEqual([]);
    expect(await send(place, { text: '🤷🏽‍♀️'.repeat(200) })).toMatchObject({ outcome: 'refused' });
    expect(await send(place, { text: 'é'.repeat(300) })).toMatchObject({ outcome: 'posted' });
  });

  it('marks addresses by their bytes, and keeps the head of the thread', async () => {
    const place = await bluesky();
    const answer = place.server.addPost({ root: place.target.externalId });
    const target = { ...place.target, externalId: answer.id, url: answer.url };
    await send({ ...place, target }, { text: 'Zoë 🎉: see https://spark.example/r/a?b=1, or ask.' });
    const [, record] = [...place.server.records].at(-1) ?? [];
    expect(record).toMatchObject({
      reply: { root: { uri: place.target.externalId }, parent: { uri: answer.id } },
      facets: [
        {
          index: { byteStart: 15, byteEnd: 44 },
          features: [{ $type: 'app.bsky.richtext.facet#link', uri: 'https://spark.example/r/a?b=1' }],
        },
      ],
    });
  });

  it('finds a post by the address of its page', async () => {
    const place = await bluesky();
    const target = { ...place.target, externalId: 'unknown' };
    expect(await send({ ...place, target })).toMatchObject({ outcome: 'posted' });
    expect(place.server.replies[0]?.parent).toBe(place.target.externalId);
  });

  it('reports the result of a reply', async () => {
    const cases: Case[] = [
      [
        'limit',
        {
          status: 429,
          json: { error: 'RateLimitExceeded' },
          headers: { 'ratelimit-reset': String(Math.floor(Date.now() / 1000) + 60) },
        },
        { outcome: 'too-fast' },
      ],
      [
        'token',
        { status: 400, json: { error: 'ExpiredToken', message: 'Token has expired' } },
        { outcome: 'logged-out' },
      ],
      [
        'words',
        { status: 400, json: { error: 'InvalidRequest', message: 'Record/text must not be longer' } },
        { outcome: 'refused', text: 'Record/text must not be longer' },
      ],
      ['broken', { status: 502, html }, { outcome: 'unknown' }],
    ];
    for (const one of cases) await expectOutcomes(bluesky, [one]);
  });
});

describe('places for reading', () => {
  it.each(['stack-exchange', 'dev', 'github'] as const)('%s is answered by hand', async (source) => {
    const poster = posterAt(source, {});
    const target = { host: 'x.example', threadId: '1', externalId: '1', url: 'https://x.example/q/1' };
    expect(poster.sendsTo('x.example')).toBe(false);
    expect(poster.replyUrl(target)).toBe(target.url);
    const account = { host: 'x.example', username: 'ada', session: 's' };
    expect(await poster.send({ account, target, text, key: 'k', signal: signal() })).toMatchObject({
      outcome: 'refused',
    });
  });

  it('Reddit takes nothing', () => {
    expect(() => posterAt('reddit', {})).toThrow('no poster');
  });
});
