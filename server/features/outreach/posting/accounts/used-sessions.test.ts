import { beforeEach, describe, expect, it } from 'vitest';
import type { Asker } from '#server/integrations/sources/port.ts';
import { somePost, worldStart } from '#server/testing/fake-sources.ts';
import { startTestServer } from '#server/testing/test-server.ts';
import { openOutreachWorld } from '#server/testing/worlds/outreach-world.ts';
import type { LinkedAccount } from '#shared/contracts/outreach/linked-accounts.ts';

const world = openOutreachWorld();
beforeEach(() => world.query("update conversations set status = 'REJECTED', replied_at = null"));

const needsLink = { needsLink: true, canPost: false };
const works = { needsLink: false, canPost: true };

async function readAccount(): Promise<LinkedAccount | undefined> {
  const { body } = await world.call('GET', '/api/linked-accounts');
  return (body as unknown as LinkedAccount[])[0];
}

async function newConversation(source: 'lemmy' | 'mastodon', host: string) {
  world.sources.posts = [somePost({ source, host, community: 'baking' })];
  const [conversation] = (await world.startCampaign()).conversations;
  if (!conversation) throw new Error('no conversation was found');
  return conversation;
}

/** Approves a reply and lets it be sent. @returns its problem, or its status. */
async function send(reply: string): Promise<string> {
  const { id } = await newConversation('lemmy', 'lemmy.world');
  await world.setStatus(id, { status: 'APPROVED', reply });
  await world.runTasks();
  const [one] = await world.conversations(`ids=${id}`);
  return one?.outcome ?? one?.status ?? '';
}

/** For whom a search asks now. */
async function search(): Promise<Asker> {
  await world.findOpportunities();
  const asker = world.sources.askers.at(-1);
  if (!asker) throw new Error('no source was asked');
  return asker;
}

it.each(['one.example', 'two.example'])(
  'reads the rules of each server, also when %s breaks',
  async (host) => {
    for (const one of ['one.example', 'two.example']) await world.linkAccount('lemmy', one);
    await world.query('update linked_accounts set rules = null');
    world.forum.brokenHost = host;
    await world.runTasks('read-servers');
    const read = await world.query(
      "select host from linked_accounts where rules is not null and host like '%.example'",
    );
    expect(read).toEqual([{ host: host === 'one.example' ? 'two.example' : 'one.example' }]);
    world.forum.brokenHost = null;
    await world.query("delete from linked_accounts where host like '%.example'");
  },
);

describe('a session that a source refuses', () => {
  it('while it sends is deleted, and its owner asked to link again', async () => {
    await world.linkAccount('lemmy', 'lemmy.world', 'first');
    world.forum.answers = [{ outcome: 'logged-out', text: '' }];
    expect(await send('A spoon of it dries on paper, and keeps for years.')).toBe('logged-out');
    expect(await readAccount()).toMatchObject(needsLink);
    await world.linkAccount('lemmy', 'lemmy.world', 'second');
    await world.runTasks();
    expect(world.forum.sent.at(-1)?.session).toContain("'second'");
  });

  it('while its owner links the account again does not end the new one', async () => {
    await world.linkAccount('lemmy', 'lemmy.world', 'first');
    world.forum.answers = [{ outcome: 'logged-out', text: '' }];
    world.forum.at.arriving = () => world.linkAccount('lemmy', 'lemmy.world', 'second');
    expect(await send('Keep it stiff and cold, then a week passes by itself.')).toBe('logged-out');
    world.forum.at = {};
    expect(await send('Write the next date on the lid and nobody forgets.')).toBe('POSTED');
    expect(world.forum.sent.at(-1)?.session).toContain("'second'");
    expect(await readAccount()).toMatchObject(works);
  });

  it('in a search is deleted, and its owner asked to link again', async () => {
    await world.linkAccount('bluesky', '', 'first');
    const asker = await search();
    await asker.saveBlueskySession?.('what came in its place');
    expect((await search()).blueskySession).toBe('what came in its place');
    await asker.onSessionRefused?.();
    expect(await readAccount()).toMatchObject(needsLink);
    expect((await search()).blueskySession).toBeNull();
  });

  it('in a search that began before its owner linked again, or unlinked it, changes nothing', async () => {
    await world.linkAccount('bluesky', '', 'first');
    const asker = await search();
    await world.linkAccount('bluesky', '', 'second');
    await asker.saveBlueskySession?.('what came in place of the first');
    await asker.onSessionRefused?.();
    expect((await search()).blueskySession).toContain("'second'");
    expect(await readAccount()).toMatchObject(works);
    const later = await search();
    await world.call('DELETE', `/api/linked-accounts/${(await readAccount())?.id}`);
    await later.saveBlueskySession?.('what came in place of the second');
    expect(await readAccount()).toBeUndefined();
  });
});

it('an account replies on other hosts of its network alone, and is linked again under another secret key', async () => {
  await world.linkAccount('mastodon', 'home.example');
  const { id } = await newConversation('mastodon', 'mastodon.social');
  const elsewhere = await newConversation('lemmy', 'lemmy.world');
  const findable = async () =>
    (await world.conversations(`ids=${id},${elsewhere.id}`)).map((one) => [one.source, one.replyFindable]);
  const expected = [
    ['lemmy', false],
    ['mastodon', true],
  ];
  expect(await findable()).toEqual(expected);
  const { sources, forum: posters, server, founder } = world;
  const other = await startTestServer({ sources, posters }, { SECRET_KEY: 'another key '.repeat(4) }, server);
  await other.call('GET', `/api/conversations?ids=${id}`, { token: founder.token });
  await other.close();
  expect(await readAccount()).toMatchObject(needsLink);
  expect(await findable()).toEqual(expected);
  await world.linkAccount('mastodon', 'home.example');
  expect(await readAccount()).toMatchObject(works);
});

it('a password is taken with the spaces it begins and ends with, a token without', async () => {
  await world.linkAccount('bluesky', '', ' app password\n');
  expect((await search()).blueskySession).toContain("'app password'");
  await world.linkAccount('lemmy', 'lemmy.world', ' pass word ');
  expect(await send('Half the water makes it patient for a week or two.')).toBe('POSTED');
  expect(world.forum.sent.at(-1)?.session).toContain("' pass word '");
});

it('deletes account proofs that ended long ago', async () => {
  const { campaignId } = await newConversation('lemmy', 'lemmy.world');
  const inDays = (days: number) => new Date(worldStart.getTime() + days * 86_400_000);
  for (const [nonce, expiresAt] of Object.entries({ old: inDays(-3), new: inDays(3) })) {
    await world.query(
      `insert into account_proofs (nonce, owner_id, campaign_id, code, expires_at) values ($1, $2, $3, 'code', $4)`,
      [nonce, world.founder.id, campaignId, expiresAt],
    );
  }
  await world.runTasks('delete-source-replies');
  expect(await world.query('select nonce from account_proofs')).toEqual([{ nonce: 'new' }]);
});
