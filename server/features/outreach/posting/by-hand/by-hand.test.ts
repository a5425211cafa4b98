import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/database/connect.ts';
import { conversations, linkedAccounts, postingAttempts } from '#server/database/tables.ts';
import { postingService } from '#server/features/outreach/posting/feature.ts';
import {
  day,
  hour,
  linked,
  minute,
  type PostingWorld,
  startPostingWorld,
} from '#server/testing/worlds/posting-world.ts';

let world: PostingWorld;

beforeAll(async () => {
  world = await startPostingWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.clear();
  world.account = { ...linked, canPost: false, session: null };
});

const ready = () => world.approve({ status: 'READY', replyWay: 'hand' });

describe('a reply that its owner posts by hand', () => {
  it('is found within minutes, also in other words', async () => {
    const id = await ready();
    expect(await world.sweep()).toEqual([]);
    world.clock.forward(4 * minute);
    expect(await world.sweep()).toEqual([id]);
    await world.advance(id);
    const { externalId } = await world.read(id);
    world.forum.write('ada', externalId, 'I freeze a third of it.');
    world.clock.forward(4 * minute);
    expect(await world.sweep()).toEqual([id]);
    await world.advance(id);
    expect(await world.read(id)).toMatchObject({
      status: 'POSTED',
      replyExternalId: '9000',
      repliedAt: world.clock.at,
    });
    expect(world.forum.sends).toBe(0);
  });

  it('is the one with the approved words when there are two', async () => {
    const id = await ready();
    const { externalId } = await world.read(id);
    world.forum.write('ada', externalId, 'Where do you bake?');
    world.forum.write('ada', externalId, 'Freeze half of it.');
    expect(await world.worker().findNow(id)).toBe('found');
    expect((await world.read(id)).replyExternalId).toBe('9001');
  });

  it('is not one from before, of somebody else, or of another conversation', async () => {
    const before = world.clock.at;
    const id = await ready();
    const { externalId } = await world.read(id);
    world.forum.write('bob', externalId, 'Freeze half of it.');
    world.forum.write('ada', externalId, 'Older words.').at = new Date(before.getTime() - hour);
    expect(await world.worker().findNow(id)).toBe('not-yet');
    const { campaignId } = await world.read(id);
    const other = await world.approve({ campaignId, status: 'POSTED', replyExternalId: '9002' });
    world.forum.write('ada', externalId, 'Of the other.');
    expect([other, await world.worker().findNow(id)]).toEqual([other, 'not-yet']);
  });

  it('is looked for with growing pauses for three days', async () => {
    const id = await ready();
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

  it('can be found while its owner changes the conversation: neither ends the other', async () => {
    const id = await ready();
    await world.worker().findNow(id);
    const { externalId } = await world.read(id);
    world.forum.write('ada', externalId, 'Freeze half of it.');
    let look: Promise<string> | null = null;
    await inTransaction(world.database, async (transaction) => {
      const isIt = eq(conversations.id, id);
      await transaction.sql.select().from(conversations).where(isIt).for('no key update');
      look = world.worker().findNow(id);
      await expect.poll(countWaiting).toBe(1);
      const change = { updatedAt: world.clock.at };
      await transaction.sql.update(postingAttempts).set(change).where(eq(postingAttempts.conversationId, id));
    });
    expect(await look).toBe('found');
  });

  it('is not looked for where no account is known', async () => {
    world.account = null;
    const id = await ready();
    expect(await world.worker().findNow(id)).toBe('not-yet');
    await world.database.sql.delete(linkedAccounts);
    world.clock.forward(day);
    expect(await world.sweep()).toEqual([]);
  });
});

async function countWaiting(): Promise<number> {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await world.database.sql.execute(waiting)).rows.length;
}

describe('the address of a reply', () => {
  const at = (path: string) => `https://forum.example.com${path}`;

  it('is taken from its owner where no account is known', async () => {
    world.account = null;
    const id = await ready();
    expect(await world.worker().linkReply(id, at('/comment/777'))).toBe('found');
    expect(await world.read(id)).toMatchObject({
      status: 'POSTED',
      replyUrl: at('/comment/777'),
      replyExternalId: '777',
    });
    await expect(world.worker().linkReply(id, at('/comment/778'))).rejects.toThrow('it is posted now');
  });

  it.each([
    'https://elsewhere.example.com/comment/777',
    'https://forum.example.com/',
    'https://forum.example.com/post/1234567',
    'https://forum.example.com/post/1234567/777',
    'https://user:secret@forum.example.com/comment/777',
  ])('%s is refused: it is not in the conversation', async (url) => {
    const id = await ready();
    await expect(world.worker().linkReply(id, url)).rejects.toThrow('not in this conversation');
    expect(await world.attempt(id)).toMatchObject({ holder: null });
    expect((await world.read(id)).status).toBe('READY');
  });

  it('is refused where its owner is left after posting, with words of its own', async () => {
    const id = await ready();
    const { url } = await world.read(id);
    await expect(world.worker().linkReply(id, url)).rejects.toThrow('the conversation itself');
    await expect(world.worker().linkReply(id, 'hello')).rejects.toThrow('not the address of a page');
    expect((await world.read(id)).status).toBe('READY');
  });

  it('is refused when the account has replied, and that is another reply', async () => {
    const id = await ready();
    const { externalId } = await world.read(id);
    world.forum.write('ada', externalId, 'Mine.');
    await expect(world.worker().linkReply(id, at('/comment/777'))).rejects.toThrow(
      'not in this conversation',
    );
    expect(await world.worker().linkReply(id, at('/comment/9000'))).toBe('found');
  });

  it('has its id asked for where it names none, so that it can be looked at later', async () => {
    world.account = null;
    const place = { threadId: '12', externalId: '55', url: at('/t/bread/12') };
    const forum = {
      ...world.forum,
      findPostId: async ({ url }: { url: string }) => (url.at(-1) === '1' ? '55' : '777'),
    };
    const deps = { ...world.deps, posters: { posterFor: () => forum } };
    const id = await world.approve({ ...place, source: 'discourse', status: 'READY', replyWay: 'hand' });
    await expect(postingService(deps).linkReply(id, at('/t/bread/12/1'))).rejects.toThrow(
      'the conversation itself',
    );
    expect(await postingService(deps).linkReply(id, at('/t/bread/12/3'))).toBe('found');
    expect(await world.read(id)).toMatchObject({ status: 'POSTED', replyExternalId: '777' });
  });

  it('is not linked when the source says that nothing is there', async () => {
    world.account = null;
    const id = await ready();
    world.forum.write('ada', 'elsewhere', 'Gone.').removed = true;
    expect(await world.worker().linkReply(id, at('/comment/9000'))).toBe('not-yet');
    expect((await world.read(id)).status).toBe('READY');
  });

  it('waits for a worker that looks for the reply at that moment', async () => {
    const id = await ready();
    let goOn = () => {};
    world.forum.at.look = () =>
      new Promise((resolve) => {
        goOn = resolve;
      });
    const look = world.advance(id);
    await expect.poll(async () => (await world.attempt(id))?.holder).toBeTruthy();
    const pause = async () => {
      goOn();
      await look;
    };
    const deps = { ...world.deps, pause };
    world.forum.at.look = undefined;
    expect(await postingService(deps).linkReply(id, at('/comment/777'))).toBe('found');
  });

  it('is refused with an error while a worker searches without end', async () => {
    const id = await ready();
    world.forum.at.look = () => new Promise(() => {});
    void world.advance(id);
    await expect.poll(async () => (await world.attempt(id))?.holder).toBeTruthy();
    await expect(world.worker().linkReply(id, at('/comment/777'))).rejects.toThrow('send its address again');
    world.forum.at = {};
  });
});
