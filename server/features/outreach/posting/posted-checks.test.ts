import { describe, expect, it } from 'vitest';
import { day, hour, minute, openPostingWorld } from '#server/testing/worlds/posting-world.ts';
import { checkPosted } from './posted-checks.ts';

const world = openPostingWorld();

async function check(afterMs: number): Promise<void> {
  world.clock.forward(afterMs);
  await checkPosted(world.deps, new AbortController().signal);
}

async function post(campaignId?: string): Promise<{ id: string; post: { removed: boolean } }> {
  const id = await world.send(campaignId ? { campaignId } : {});
  const { replyExternalId } = await world.read(id);
  const post = world.forum.posts.find((one) => one.id === replyExternalId);
  if (!post) throw new Error('it was not posted');
  return { id, post };
}

describe('a posted reply', () => {
  it('is looked at after an hour, a day, three days and a week', async () => {
    const { id } = await post();
    const began = world.clock.at.getTime();
    const checks: unknown[] = [];
    for (let hours = 0; hours < 24 * 9; hours += 1) {
      await check(hour);
      const { postStatus, postCheckedAt } = await world.read(id);
      if (postCheckedAt?.getTime() === world.clock.at.getTime())
        checks.push([postStatus, (postCheckedAt.getTime() - began) / hour]);
    }
    expect(checks).toEqual([1, 24, 72, 168].map((hours) => ['present', hours]));
  });

  it('that was removed says so, also after a check without a result, and may come back', async () => {
    const { id, post: reply } = await post();
    reply.removed = true;
    await check(hour);
    expect((await world.read(id)).postStatus).toBe('removed');
    world.forum.isBlind = true;
    await check(day);
    expect(await world.read(id)).toMatchObject({ postStatus: 'removed', postCheckedAt: world.clock.at });
    Object.assign(world.forum, { isBlind: false });
    reply.removed = false;
    await check(2 * day);
    expect((await world.read(id)).postStatus).toBe('present');
  });

  it('that can not be looked at is unknown', async () => {
    const { id } = await post();
    world.forum.posts = [];
    await check(hour);
    expect(await world.read(id)).toMatchObject({ postStatus: 'unchecked', postCheckedAt: null });
    await check(hour);
    expect(await world.read(id)).toMatchObject({ postStatus: 'unknown', postCheckedAt: world.clock.at });
  });

  it('is asked for by itself, and stays due while its host gives no result', async () => {
    const replies = [];
    for (let n = 0; n < 6; n += 1) replies.push(await post());
    let [checks, running, most] = [0, 0, 0];
    world.forum.at.check = async () => {
      checks += 1;
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
    };
    world.forum.isBlind = true;
    await check(hour);
    expect(checks).toBe(1);
    world.forum.isBlind = false;
    await check(5 * minute);
    const checked = await Promise.all(replies.map(({ id }) => world.read(id)));
    expect(new Set(checked.map(({ postStatus }) => postStatus))).toEqual(new Set(['present']));
    expect([checks, most]).toEqual([7, 1]);
  });
});

describe('a campaign', () => {
  async function postMany(count: number, pauseMs: number) {
    const campaignId = await world.startCampaign();
    const replies: Awaited<ReturnType<typeof post>>[] = [];
    for (let n = 0; n < count; n += 1) {
      world.clock.forward(pauseMs);
      replies.push(await post(campaignId));
    }
    return {
      async postAnother() {
        replies.push(await post(campaignId));
      },
      async remove(n: number, afterMs: number) {
        const reply = replies.at(n);
        if (reply) reply.post.removed = true;
        await check(afterMs);
        return world.readCampaign(campaignId);
      },
    };
  }

  it('is paused by two removals among its last ten replies, and by the next one after it goes on', async () => {
    const { postAnother, remove } = await postMany(4, 9 * hour);
    expect(await remove(3, hour)).toMatchObject({ active: true, pausedBecause: null });
    expect(await remove(2, day)).toMatchObject({ active: false, pausedBecause: 'removals' });
    await world.setActive(true);
    expect(await remove(2, 4 * day)).toMatchObject({ active: true });
    await postAnother();
    expect(await remove(-1, hour)).toMatchObject({ active: false, pausedBecause: 'removals' });
  });

  it('is not paused by two removals among eleven', async () => {
    const { remove } = await postMany(11, day);
    await remove(0, hour);
    expect(await remove(-1, day)).toMatchObject({ active: true });
  });
});
