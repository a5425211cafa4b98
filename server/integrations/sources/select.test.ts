import { describe, expect, it } from 'vitest';
import { startDiscourse } from '#fakes/discourse/discourse.ts';
import { adaptersFor, fortnight, never, posterFor } from '#server/testing/worlds/source-world.ts';
import { publicAddressFetch } from './http/public-address.ts';
import type { Asker } from './port.ts';

const anyone: Asker = { forums: [], blueskySession: null };

const sourcesOf = (env: Record<string, string> = {}, asker = anyone) =>
  adaptersFor(env, { fetchPublic: publicAddressFetch() }).sourcesFor(asker);
const listed = (env?: Record<string, string>, asker?: Asker) =>
  sourcesOf(env, asker).map(({ source, host, notConfigured }) => [source, host, notConfigured]);

describe('the sources of an installation', () => {
  it('are one for each host that the configuration names', () => {
    expect(listed()).toEqual([
      ['hacker-news', 'news.ycombinator.com', null],
      ['stack-exchange', 'stackoverflow.com', null],
      ['stack-exchange', 'softwarerecs.stackexchange.com', null],
      ['stack-exchange', 'superuser.com', null],
      ['lemmy', 'lemmy.world', null],
      ['discourse', 'Discourse', 'needs-forum'],
    ]);
    const env = {
      CONVERSATIONS: 'stack-exchange,dev,github,mastodon,bluesky,reddit',
      STACK_EXCHANGE_SITES: 'superuser,rpg.stackexchange.com',
      MASTODON_URLS: 'https://one.example,https://two.example',
    };
    expect(listed(env, { ...anyone, blueskySession: 'a token' })).toEqual([
      ['stack-exchange', 'superuser.com', null],
      ['stack-exchange', 'rpg.stackexchange.com', null],
      ['dev', 'dev.to', null],
      ['github', 'api.github.com', null],
      ['mastodon', 'one.example', null],
      ['mastodon', 'two.example', null],
      ['bluesky', 'bsky.social', null],
      ['reddit', 'Reddit', 'needs-approval'],
    ]);
  });

  it('give nothing of Reddit', async () => {
    const [reddit] = sourcesOf({ CONVERSATIONS: 'reddit' });
    expect(await reddit?.find(['one'], fortnight(), never)).toMatchObject({ posts: [] });
    expect(await reddit?.checkOpen({ externalId: '1', threadId: '1', url: '' }, never)).toBe('unknown');
  });

  it('have the forums of the one who asks beside those of the installation, each once', () => {
    const env = { CONVERSATIONS: 'discourse', DISCOURSE_URLS: 'https://own.example' };
    const forums = ['forum.example.com', 'https://forum.example.com/', 'own.example', 'not an address'];
    expect(listed(env, { ...anyone, forums }).map(([, host]) => host)).toEqual([
      'own.example',
      'forum.example.com',
    ]);
    expect(listed(env)).toHaveLength(1);
    expect(listed({ CONVERSATIONS: 'lemmy' }, { ...anyone, forums })).toHaveLength(1);
  });

  it('never ask a forum of an owner that is not public, though the installation may name one', async () => {
    const fake = await startDiscourse();
    const forums = [fake.url.replace('127.0.0.1', 'localhost')];
    const [own, added] = sourcesOf({ CONVERSATIONS: 'discourse', ...fake.env }, { ...anyone, forums });
    expect(await own?.find(['one'], fortnight(), never)).toMatchObject({ missing: null });
    const asked = fake.requests.length;
    const searching = added?.find(['one'], fortnight(), never);
    await expect(searching).rejects.toMatchObject({ failure: 'forbidden-address' });
    expect(fake.requests).toHaveLength(asked);
    await fake.stop();
  });
});

describe('places for reading', () => {
  it.each(['stack-exchange', 'dev', 'github'] as const)('%s is answered by hand', async (source) => {
    const poster = posterFor({ source, env: {} });
    const target = { host: 'x.example', threadId: '1', externalId: '1', url: 'https://x.example/q/1' };
    expect(poster.sendsTo('x.example')).toBe(false);
    expect(poster.replyUrl(target)).toBe(target.url);
    const account = { host: 'x.example', username: 'ada', externalId: '7', session: 's' };
    const sent = await poster.send({
      account,
      target,
      text: 'Mine',
      contentWarning: null,
      key: 'k',
      signal: never,
    });
    expect(sent).toMatchObject({ outcome: 'refused' });
  });

  it.each(['reddit', 'toString'])('%s takes nothing', (source) => {
    expect(adaptersFor({}).posterFor(source)).toBeNull();
  });
});
