import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { day, linked, type PostingWorld, startPostingWorld } from '#server/testing/worlds/posting-world.ts';

let world: PostingWorld;
beforeAll(async () => {
  world = await startPostingWorld();
});
afterAll(() => world.close());
beforeEach(() => world.clear());

const isWaiting = async (id: string) =>
  ((await world.attempt(id))?.notBefore?.getTime() ?? 0) > world.clock.at.getTime();

it('a reply that was looked for by hand is sent at once when it is approved again', async () => {
  world.account = { ...linked, canPost: false, session: null };
  const id = await world.approve({ status: 'READY', replyWay: 'hand' });
  world.clock.forward(day);
  await world.advance(id);
  expect(await isWaiting(id)).toBe(true);
  world.account = linked;
  await world.approveAgain(id);
  await world.advance(id);
  expect([(await world.read(id)).status, world.forum.sends]).toEqual(['POSTED', 1]);
});

it('a reply of an account that was too fast keeps waiting, and says so, when it is approved again', async () => {
  world.forum.answers = [{ outcome: 'too-fast', text: '' }];
  const id = await world.approve();
  await world.advance(id);
  await world.approveAgain(id);
  await world.advance(id);
  expect(await world.read(id)).toMatchObject({ status: 'APPROVED', outcome: 'too-fast' });
  expect([await isWaiting(id), world.forum.sends]).toEqual([true, 1]);
});

it('a reply that was on its way before is looked for, and not sent, when it is approved again', async () => {
  world.forum.answers = ['lost-before'];
  const id = await world.approve();
  await world.advance(id);
  expect(await isWaiting(id)).toBe(true);
  await world.approveAgain(id);
  expect(await isWaiting(id)).toBe(true);
  await world.advance(id);
  expect(world.forum.sends).toBe(1);
});
