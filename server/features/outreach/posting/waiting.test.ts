import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { campaigns } from '#server/database/tables.ts';
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
beforeEach(() => world.clear());

const pause = () => world.database.sql.update(campaigns).set({ active: false });

describe('a source that says it was too busy', () => {
  it('although it took the reply gets no second one, however long checks fail', async () => {
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
    expect(await world.worker().findNow(id)).toBe('found');
  });

  it('although it took the reply is found out by the next check', async () => {
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

describe('a reply that waits for a sign-in', () => {
  const other = { ...linked, id: 'account-2', username: 'grace' };

  async function approveSignedOut(autoApproved = false): Promise<string> {
    const id = await world.approve({ autoApproved });
    world.account = { ...linked, canPost: false, needsLink: true, session: null };
    await world.advance(id);
    expect(await world.read(id)).toMatchObject({
      status: 'APPROVED',
      heldBecause: expect.stringMatching(/Sign in again/),
    });
    return id;
  }

  it.each([false, true])(
    'is sent when the same account signs in within a week (automatic: %s)',
    async (automatic) => {
      const id = await approveSignedOut(automatic);
      world.account = linked;
      world.clock.forward(7 * day - minute);
      await world.advance(id);
      expect([(await world.read(id)).status, world.forum.sends]).toEqual(['POSTED', 1]);
    },
  );

  it.each([
    ['another account signs in', 5 * minute, other, 'for another account at forum.example.com'],
    ['its account signs in after a week', 7 * day, linked, 'more than 7 days ago'],
    ['nobody signs in for a week', 7 * day, null, 'more than 7 days ago'],
  ])('needs another approval when %s', async (_, passed, account, because) => {
    const id = await approveSignedOut();
    if (account) world.account = account;
    world.clock.forward(passed);
    await world.advance(id);
    const row = await world.read(id);
    expect(row).toMatchObject({ status: 'AWAITING_REVIEW', approvedAt: null, reply: 'Freeze half of it.' });
    expect(row.heldBecause).toContain(because);
    expect(world.forum.sends).toBe(0);
    world.account = other;
    await world.approveAgain(id);
    await world.change(id, { accountId: other.id });
    await world.advance(id);
    expect((await world.read(id)).status).toBe('POSTED');
  });

  it('and was refused while it was sent needs another approval for another account', async () => {
    world.forum.answers = [{ outcome: 'logged-out', text: '' }];
    const id = await world.approve();
    await world.advance(id);
    world.account = other;
    world.clock.forward(5 * minute);
    await world.advance(id);
    expect(await world.read(id)).toMatchObject({
      status: 'AWAITING_REVIEW',
      outcome: null,
      outcomeText: null,
    });
    expect(world.forum.sends).toBe(1);
  });
});
