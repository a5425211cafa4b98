import { beforeEach, describe, expect, it } from 'vitest';
import type { Asker } from '#server/integrations/sources/port.ts';
import { somePost, worldStart } from '#server/testing/fake-sources.ts';
import { openOutreachWorld } from '#server/testing/worlds/outreach-world.ts';
import type { LinkedAccount } from '#shared/contracts/linked-accounts.ts';

const world = openOutreachWorld();
beforeEach(() => world.query("update conversations set status = 'REJECTED', replied_at = null"));

async function readAccount(): Promise<LinkedAccount | undefined> {
  const { body } = await world.call('GET', '/api/linked-accounts');
  return (body as unknown as LinkedAccount[])[0];
}

/** Approves a reply and lets it be sent. @returns its problem, or its status. */
async function send(reply: string): Promise<string> {
  world.sources.posts = [somePost({ source: 'lemmy', host: 'lemmy.world', community: 'baking' })];
  const { conversations } = await world.startCampaign();
  const id = conversations[0]?.id ?? '';
  await world.setStatus(id, { status: 'APPROVED', reply });
  await world.runTasks();
  const [one] = await world.conversations(`ids=${id}`);
  return one?.problem?.outcome ?? one?.status ?? '';
}

/** For whom a search asks now. */
async function search(): Promise<Asker> {
  await world.findOpportunities();
  const asker = world.sources.askers.at(-1);
  if (!asker) throw new Error('no source was asked');
  return asker;
}

describe('a session that a source refuses', () => {
  it('while it sends is deleted, and its owner asked to link again', async () => {
    await world.linkAccount('lemmy', 'lemmy.world', 'first');
    world.forum.answers = [{ outcome: 'logged-out', text: '' }];
    expect(await send('A spoon of it dries on paper, and keeps for years.')).toBe('logged-out');
    expect(await readAccount()).toMatchObject({ needsLink: true, canPost: false });
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
    expect(await readAccount()).toMatchObject({ needsLink: false, canPost: true });
  });

  it('in a search is deleted, and its owner asked to link again', async () => {
    await world.linkAccount('bluesky', '', 'first');
    const asker = await search();
    await asker.saveBlueskySession?.('what came in its place');
    await asker.onSessionRefused?.();
    expect(await readAccount()).toMatchObject({ needsLink: true, canPost: false });
    expect((await search()).blueskySession).toBeNull();
  });

  it('in a search that began before its owner linked again does not end the new one', async () => {
    await world.linkAccount('bluesky', '', 'first');
    const asker = await search();
    await world.linkAccount('bluesky', '', 'second');
    await asker.saveBlueskySession?.('what came in place of the first');
    await asker.onSessionRefused?.();
    expect((await search()).blueskySession).toContain("'second'");
    expect(await readAccount()).toMatchObject({ needsLink: false, canPost: true });
  });
});

it('a password is taken with the spaces it begins and ends with, a token without', async () => {
  await world.linkAccount('bluesky', '', ' app password\n');
  expect((await search()).blueskySession).toContain("'app password'");
  await world.linkAccount('lemmy', 'lemmy.world', ' pass word ');
  expect(await send('Half the water makes it patient for a week or two.')).toBe('POSTED');
  expect(world.forum.sent.at(-1)?.session).toContain("' pass word '");
});

it('deletes account proofs that ended long ago', async () => {
  world.sources.posts = [somePost()];
  const { campaign } = await world.startCampaign();
  const day = 86_400_000;
  const past = (days: number) => new Date(worldStart.getTime() - days * day);
  for (const [name, moment] of [
    ['old', past(3)],
    ['new', past(-3)],
  ] as const) {
    await world.query(
      `insert into account_proofs (nonce, owner_id, campaign_id, code, expires_at) values ($1, $2, $3, 'code', $4)`,
      [name, world.founder.id, campaign.id, moment],
    );
  }
  await world.runTasks('forget-source-replies');
  const left = await world.query('select nonce as name from account_proofs');
  expect(left.map(({ name }) => name)).toEqual(['new']);
});
