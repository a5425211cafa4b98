import { afterEach, describe, expect, it } from 'vitest';
import { startBluesky } from '#fakes/bluesky/posting.ts';
import { startDiscourse } from '#fakes/discourse/posting.ts';
import { startLemmy } from '#fakes/lemmy/posting.ts';
import { startMastodon } from '#fakes/mastodon/posting.ts';
import type { SocialAnswer, SocialServer } from '#fakes/sources/posting-server.ts';
import { posterAt } from '#server/testing/posting-subjects.ts';
import type { AccountFacts, Poster } from './port.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const text = 'I had the same problem last year. Disclosure: I built Spark.';
const signal = () => AbortSignal.timeout(10_000);

type SubjectFacts = { poster: Poster; username: string; secret: string; post: { id: string; url: string } };
type OpenSubject = SubjectFacts & { server: SocialServer; facts: AccountFacts };

async function open(server: SocialServer, known: SubjectFacts): Promise<OpenSubject> {
  stops.push(server.stop);
  return { ...known, server, facts: await signIn({ ...known, server }) };
}

const signIn = ({ poster, server, username, secret }: Omit<OpenSubject, 'facts'>) =>
  poster.signIn({ host: server.host, username, secret, signal: signal() });

const places = {
  async mastodon() {
    const server = await startMastodon();
    const poster = posterAt('mastodon', { MASTODON_URLS: server.url });
    return open(server, { poster, username: 'ada', secret: server.token, post: server.addPost() });
  },
  async lemmy() {
    const server = await startLemmy('v3');
    const poster = posterAt('lemmy', { LEMMY_URLS: server.url });
    return open(server, { poster, username: 'ada', secret: server.password, post: server.addPost() });
  },
  async discourse() {
    const server = await startDiscourse();
    const poster = posterAt('discourse', { DISCOURSE_URLS: server.url });
    return open(server, { poster, username: 'Ada', secret: server.key, post: server.addTopic() });
  },
  async bluesky() {
    const server = await startBluesky();
    const poster = posterAt('bluesky', { BLUESKY_URL: server.url });
    return open(server, {
      poster,
      username: 'ada.bsky.example',
      secret: server.password,
      post: server.addPost(),
    });
  },
};

const given = ({ server, facts, post }: OpenSubject) => ({
  account: { host: server.host, username: facts.username, session: facts.session },
  target: { host: server.host, threadId: post.id, externalId: post.id, url: post.url },
  signal: signal(),
});
const send = (place: OpenSubject, words = text) =>
  place.poster.send({ ...given(place), text: words, key: 'k' });
const readBack = (place: OpenSubject, words = text) =>
  place.poster.readBack({ ...given(place), text: words, since: new Date(Date.now() - 1_000) });

describe.each(Object.entries(places))('a success from %s that does not show the reply', (_name, start) => {
  it.each<[string, SocialAnswer]>([
    ['an error', { status: 200, json: { error: 'rate_limit_error' } }],
    ['a page', { status: 200, html: '<html>Checking your browser</html>' }],
    ['nothing', { status: 202, json: {} }],
  ])('but %s tells nothing, and is read back', async (_what, answer) => {
    const place = await start();
    place.server.failWrites(answer);
    expect(await send(place)).toMatchObject({ outcome: 'unknown' });
    expect(await readBack(place)).toEqual({ found: 'nothing' });
  });
});

describe('a reply on Mastodon', () => {
  const status = (place: OpenSubject, content: string) => ({
    id: '7',
    created_at: new Date().toISOString(),
    in_reply_to_id: place.post.id,
    content,
    account: { id: '7', username: 'ada', acct: 'ada' },
  });
  /** The search for the post comes first, and is answered as ever. */
  const showThread = (place: OpenSubject, descendants: unknown[]) =>
    place.server.failReads(
      { json: { statuses: [{ ...status(place, ''), id: place.post.id }] } },
      { json: { ancestors: [], descendants } },
    );

  it('is read to its end whatever its server sends', async () => {
    const place = await places.mastodon();
    for (const tag of ['<div>', '<p><i>', '<!--', '<a href="x">']) {
      showThread(place, Array(10).fill(status(place, tag.repeat(15_000))));
      expect(await readBack(place)).toEqual({ found: 'nothing' });
    }
  });

  it('is found among many of other people, and the others are not read', async () => {
    const place = await places.mastodon();
    showThread(place, [...Array(5_000).fill({}), status(place, `<p>${text}</p>`), null, 7]);
    expect(await readBack(place)).toMatchObject({ found: 'posted', externalId: '7' });
  });

  it('is found again when it names people of other servers', async () => {
    const place = await places.mastodon();
    const words = `@bob@other.example asked that too. Ask @lin@far.example, or mail me@here.example. ${text}`;
    expect(await send(place, words)).toMatchObject({ outcome: 'posted' });
    expect(await readBack(place, words)).toMatchObject({ found: 'posted' });
    expect(await readBack(place, words.replace('@lin', '@lou'))).toEqual({ found: 'nothing' });
  });

  it('has a place that can be stored', async () => {
    const place = await places.mastodon();
    const odd = { ...status(place, ''), id: '7\0', url: `https://x.example/${'y'.repeat(5_000)}` };
    place.server.failWrites({ json: odd });
    const url = `${place.server.url}/@ada/7`;
    expect(await send(place)).toEqual({ outcome: 'posted', externalId: '7', url });
    place.server.failWrites({ json: { ...odd, id: '7'.repeat(5_000) } });
    expect(await send(place)).toMatchObject({ outcome: 'unknown' });
  });
});

describe('a refusal of endless words', () => {
  it('is reported in a line', async () => {
    const place = await places.discourse();
    place.server.failWrites({
      status: 422,
      json: { errors: ['No.', ...Array(50).fill('<p>no</p>'.repeat(1_000))] },
    });
    const sent = await send(place);
    expect(sent).toMatchObject({ outcome: 'refused', text: expect.stringMatching(/^No\. no .*…$/) });
    expect('text' in sent && sent.text.length).toBeLessThanOrEqual(300);
  });
});

describe('what a server says of an account', () => {
  const holder = { username: 'ada', acct: 'ada', created_at: '2024-05-01T00:00:00.000Z' };
  const signInAs = async (answer: object) => {
    const place = await places.mastodon();
    place.server.failReads({ json: { ...holder, ...answer } });
    return signIn({ ...place, username: '' });
  };

  it.each(['soon', '', '-200000-01-01T00:00:00Z', '+200000-01-01T00:00:00Z'])(
    'has no date that is none: %s',
    async (created_at) => {
      expect(await signInAs({ created_at })).toMatchObject({ username: 'ada', createdAt: null });
    },
  );

  it('has no characters that can not be stored', async () => {
    expect(await signInAs({ acct: 'a\0da' })).toMatchObject({ username: 'ada' });
    expect(await signInAs({ acct: 'ada\ud83d' })).toMatchObject({ username: 'ada\ufffd' });
  });

  it('has no endless name', async () => {
    await expect(signInAs({ acct: 'a'.repeat(5_000) })).rejects.toMatchObject({ failure: 'not-found' });
  });

  it('has no date that is none on a forum and on Bluesky either', async () => {
    const forum = await places.discourse();
    const known = { json: { current_user: { username: 'Ada' } } };
    forum.server.failReads(known, { json: { user: { created_at: 'soon' } } });
    expect(await signIn(forum)).toMatchObject({ createdAt: null });
    const sky = await places.bluesky();
    const session = { did: 'did:plc:ada', handle: 'ada', accessJwt: 'a', refreshJwt: 'r' };
    sky.server.failReads({ json: session }, { json: { createdAt: 'soon' } });
    expect(await signIn(sky)).toMatchObject({ createdAt: null });
  });
});

describe('a wait that a forum names', () => {
  it('is never longer than a day', async () => {
    const place = await places.discourse();
    const extras = { wait_seconds: 1e300 };
    place.server.failWrites({
      status: 429,
      json: { errors: ['Slow down'], error_type: 'rate_limit', extras },
    });
    expect(await send(place)).toMatchObject({ outcome: 'too-fast', retryAfterSeconds: 86_400 });
  });
});

describe('the id of a post on a forum', () => {
  it('is read from the page that its address names', async () => {
    const place = await places.discourse();
    const sent = await send(place);
    if (sent.outcome !== 'posted' || !sent.url) throw new Error('nothing was posted');
    const findId = (url: string) => place.poster.findPostId?.({ host: place.server.host, url }, signal());
    expect(await findId(sent.url)).toBe(sent.externalId);
    expect(await findId(`${place.post.url.replace(/\d+$/, '')}9`)).toBeNull();
    expect(await findId('https://elsewhere.example/')).toBeNull();
    place.server.failReads('cut-before');
    expect(await findId(sent.url)).toBeNull();
  });
});
