import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { campaigns } from '#server/database/tables.ts';
import { day, hour, minute, type PostingWorld, startPostingWorld } from '#server/testing/posting-world.ts';

let world: PostingWorld;
beforeAll(async () => {
  world = await startPostingWorld();
});
afterAll(() => world.close());
beforeEach(() => world.clear());

const pause = () => world.database.sql.update(campaigns).set({ active: false });

describe('a source that says it was too busy', () => {
  it('although it took the reply gets no other one, however long nobody can look', async () => {
    world.forum.answers = ['busy-after'];
    const id = await world.approve();
    await world.advance(id);
    world.forum.isBlind = true;
    for (let hours = 0; hours < 60; hours += 1) {
      world.clock.forward(hour);
      await world.advance(id);
    }
    expect([world.forum.sends, world.forum.posts.length]).toEqual([1, 1]);
    const row = await world.read(id);
    expect(row).toMatchObject({ status: 'UNCONFIRMED', outcome: 'unknown' });
    expect(row.outcomeText).toMatch(/not sent again/);
    world.forum.isBlind = false;
    expect(await world.worker().lookNow(id)).toBe('found');
  });

  it('although it took the reply is found out by the next look', async () => {
    world.forum.answers = ['busy-after'];
    const id = await world.approve();
    await world.advance(id);
    world.clock.forward(3 * minute);
    await world.advance(id);
    expect([(await world.read(id)).status, world.forum.sends]).toEqual(['POSTED', 1]);
  });

  it('is not given up for the time that the campaign was paused before', async () => {
    const id = await world.approve();
    await pause();
    world.clock.forward(3 * day);
    await world.resume((await world.read(id)).campaignId);
    world.forum.answers = [{ outcome: 'busy', text: '' }];
    await world.advance(id);
    expect(await world.read(id)).toMatchObject({ status: 'APPROVED', outcome: 'busy' });
  });

  it('is not given up for the time that the campaign was paused in between', async () => {
    const busy = { outcome: 'busy' as const, text: '' };
    world.forum.answers = [busy, busy];
    const id = await world.approve();
    await world.advance(id);
    await pause();
    world.clock.forward(3 * day);
    await world.resume((await world.read(id)).campaignId);
    await world.advance(id);
    expect([(await world.read(id)).status, world.forum.sends]).toEqual(['APPROVED', 2]);
  });
});

it('a thread that can not be looked at is not gone to unchecked for other waits', async () => {
  world.mayPost = false;
  const id = await world.approve();
  await world.advance(id);
  world.clock.forward(3 * hour);
  Object.assign(world, { mayPost: true, open: 'unknown' });
  await world.advance(id);
  expect([(await world.read(id)).status, world.forum.sends]).toEqual(['APPROVED', 0]);
});
