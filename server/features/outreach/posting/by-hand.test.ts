import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/database/connect.ts';
import { conversations, linkedAccounts, postingAttempts } from '#server/database/tables.ts';
import {
  day,
  hour,
  linked,
  minute,
  openPostingWorld,
  otherAccount,
} from '#server/testing/worlds/posting-world.ts';
import { findReplyNow, linkReply } from './find-reply.ts';

const world = openPostingWorld();
beforeEach(() => {
  world.facts.account = { ...linked, canPost: false, session: null };
});

async function makeReady() {
  const id = await world.approve({ status: 'READY', replyWay: 'hand' });
  return { id, row: await world.read(id) };
}

describe('a reply that its owner posts by hand', () => {
  it('is found within minutes, also in other words', async () => {
    const { id, row } = await makeReady();
    expect(await world.sweep()).toEqual([]);
    world.clock.forward(4 * minute);
    expect(await world.sweep()).toEqual([id]);
    await world.advance(id);
    world.forum.write('ada', row.externalId, 'I freeze a third of it.');
    world.clock.forward(4 * minute);
    expect(await world.sweep()).toEqual([id]);
    await world.advance(id);
    const posted = { status: 'POSTED', replyExternalId: '9000', repliedAt: world.clock.at };
    expect(await world.read(id)).toMatchObject(posted);
    expect(world.forum.sent).toEqual([]);
  });

  it('is the one with the approved words when there are two', async () => {
    const { id, row } = await makeReady();
    world.forum.write('ada', row.externalId, 'Where do you bake?');
    world.forum.write('ada', row.externalId, 'Freeze half of it.');
    expect(await findReplyNow(world.deps, id)).toBe('found');
    expect((await world.read(id)).replyExternalId).toBe('9001');
  });

  it('is not one from before, of somebody else, or of another conversation', async () => {
    const before = world.clock.at;
    const { id, row } = await makeReady();
    world.forum.write('bob', row.externalId, 'Freeze half of it.');
    world.forum.write('ada', row.externalId, 'Older words.').at = new Date(before.getTime() - hour);
    expect(await findReplyNow(world.deps, id)).toBe('not-yet');
    await world.approve({ campaignId: row.campaignId, status: 'POSTED', replyExternalId: '9002' });
    world.forum.write('ada', row.externalId, 'Of the other.');
    expect(await findReplyNow(world.deps, id)).toBe('not-yet');
  });

  it('is looked for with growing pauses for three days', async () => {
    const { id } = await makeReady();
    const looks: number[] = [];
    const began = world.clock.at.getTime();
    for (let n = 0; n < 4 * 24 * 6; n += 1) {
      world.clock.forward(10 * minute);
      if ((await world.sweep()).length === 0) continue;
      looks.push(world.clock.at.getTime() - began);
      await world.advance(id);
    }
    expect(looks.length).toBeGreaterThan(15);
    expect(looks.length).toBeLessThan(40);
    expect(Math.max(...looks)).toBeLessThan(3 * day + hour);
  });

  it('is sent at once when it is approved again for an account that can post', async () => {
    const { id } = await makeReady();
    await world.advance(id, day);
    expect((await world.attempt(id))?.notBefore?.getTime()).toBeGreaterThan(world.clock.at.getTime());
    world.facts.account = linked;
    await world.approveAgain(id);
    await world.advance(id);
    expect(await world.outcome(id)).toEqual(['POSTED', 1, 1]);
  });

  it('can be found while its owner changes the conversation: neither ends the other', async () => {
    const { id, row } = await makeReady();
    await findReplyNow(world.deps, id);
    world.forum.write('ada', row.externalId, 'Freeze half of it.');
    let look: Promise<string> | null = null;
    await inTransaction(world.database, async ({ sql: tx }) => {
      await tx.select().from(conversations).where(eq(conversations.id, id)).for('no key update');
      look = findReplyNow(world.deps, id);
      await world.waitForLock();
      const change = { updatedAt: world.clock.at };
      await tx.update(postingAttempts).set(change).where(eq(postingAttempts.conversationId, id));
    });
    expect(await look).toBe('found');
  });

  it('is not looked for without a linked account', async () => {
    world.facts.account = null;
    const { id } = await makeReady();
    expect(await findReplyNow(world.deps, id)).toBe('not-yet');
    expect((await world.read(id)).status).toBe('READY');
    world.clock.forward(day);
    expect(await world.sweep()).toEqual([id]);
    await world.database.sql.delete(linkedAccounts);
    expect(await world.sweep()).toEqual([]);
  });
});

describe('the address of a reply', () => {
  const at = (path: string) => `https://forum.example.com${path}`;
  const link = (id: string, url: string, deps = world.deps) => linkReply(deps, id, url);

  it('is taken from its owner where no account is known, once', async () => {
    world.facts.account = null;
    const { id } = await makeReady();
    expect(await link(id, at('/comment/777'))).toBe('found');
    const posted = { status: 'POSTED', replyUrl: at('/comment/777'), replyExternalId: '777' };
    expect(await world.read(id)).toMatchObject(posted);
    await expect(link(id, at('/comment/778'))).rejects.toThrow('it is posted now');
  });

  it('is refused where it names no reply in the conversation, or another than the account’s', async () => {
    const { id, row } = await makeReady();
    const refusals = [
      ['https://elsewhere.example.com/comment/777', 'not the address of your reply'],
      [row.url, 'the conversation, not of your reply'],
      ['hello', 'not the address of a page'],
    ] as const;
    for (const [url, text] of refusals) await expect(link(id, url)).rejects.toThrow(text);
    expect(await world.attempt(id)).toMatchObject({ holder: null });
    expect((await world.read(id)).status).toBe('READY');
    world.forum.write('ada', row.externalId, 'Mine.');
    await expect(link(id, at('/comment/777'))).rejects.toThrow('not the address of your reply');
    expect(await link(id, at('/comment/9000'))).toBe('found');
  });

  it('is refused where somebody else wrote the reply, also when none of the account is seen', async () => {
    const { id, row } = await makeReady();
    world.forum.write('bob', row.externalId, 'Not hers.');
    world.forum.isBlind = true;
    await expect(link(id, at('/comment/9000'))).rejects.toThrow('not the address of your reply');
    expect(await world.read(id)).toMatchObject({ status: 'READY', replyExternalId: null });
    world.forum.write('ada', 'further down', 'Hers.');
    expect(await link(id, at('/comment/9001'))).toBe('found');
  });

  it('has its id asked for where it names none, so that it can be looked at later', async () => {
    world.facts.account = null;
    const place = { threadId: '12', externalId: '55', url: at('/t/bread/12') };
    const poster = world.forum.posterFor('discourse');
    if (!poster) throw new Error('no poster');
    const findPost = async ({ url }: { url: string }) => ({
      id: url.at(-1) === '1' ? '55' : '777',
      isOwn: false,
    });
    const posters = { posterFor: () => ({ ...poster, findPost }) };
    const deps = { ...world.deps, posters };
    const id = await world.approve({ ...place, source: 'discourse', status: 'READY', replyWay: 'hand' });
    await expect(link(id, at('/t/bread/12/1'), deps)).rejects.toThrow('the conversation, not of your reply');
    expect(await link(id, at('/t/bread/12/3'), deps)).toBe('found');
    expect(await world.read(id)).toMatchObject({ status: 'POSTED', replyExternalId: '777' });
    world.facts.account = otherAccount;
    const other = await world.approve({ ...place, source: 'discourse', status: 'READY', replyWay: 'hand' });
    await expect(link(other, at('/t/bread/12/4'), deps)).rejects.toThrow('not the address of your reply');
  });

  it('is not linked when nothing is there, and refused while a worker looks for the reply', async () => {
    world.facts.account = null;
    const { id } = await makeReady();
    world.forum.write('ada', 'elsewhere', 'Gone.').removed = true;
    expect(await link(id, at('/comment/9000'))).toBe('not-yet');
    expect((await world.read(id)).status).toBe('READY');
    world.facts.account = linked;
    await world.killAt(id, 'look');
    await expect(link(id, at('/comment/777'))).rejects.toThrow('send its address again');
  });
});
