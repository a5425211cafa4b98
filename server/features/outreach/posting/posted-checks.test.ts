import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { campaigns } from '#server/database/tables.ts';
import {
  day,
  hour,
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

const check = () => world.service.checkPosted(new AbortController().signal);

async function posted(campaignId?: string): Promise<{ id: string; post: { removed: boolean } }> {
  const id = await world.send(campaignId ? { campaignId } : {});
  const { replyExternalId } = await world.read(id);
  const post = world.forum.posts.find((one) => one.id === replyExternalId);
  if (!post) throw new Error('it was not posted');
  return { id, post };
}

const campaignOf = async (id: string) =>
  (await world.database.sql.select().from(campaigns).where(eq(campaigns.id, id)))[0];

describe('a posted reply', () => {
  it('is looked at after an hour, a day, three days and a week', async () => {
    const { id } = await posted();
    const began = world.clock.at.getTime();
    const checks: unknown[] = [];
    for (let hours = 0; hours < 24 * 9; hours += 1) {
      world.clock.forward(hour);
      await check();
      const { standing, standingCheckedAt } = await world.read(id);
      if (standingCheckedAt?.getTime() === world.clock.at.getTime())
        checks.push([standing, (standingCheckedAt.getTime() - began) / hour]);
    }
    expect(checks).toEqual([1, 24, 72, 168].map((hours) => ['standing', hours]));
  });

  it('that was removed says so, and may come back', async () => {
    const { id, post } = await posted();
    post.removed = true;
    world.clock.forward(hour);
    await check();
    expect((await world.read(id)).standing).toBe('removed');
    post.removed = false;
    world.clock.forward(day);
    await check();
    expect((await world.read(id)).standing).toBe('standing');
  });

  it('that can not be looked at is unknown', async () => {
    const { id } = await posted();
    world.forum.posts = [];
    world.clock.forward(hour);
    await check();
    expect(await world.read(id)).toMatchObject({ standing: 'unchecked', standingCheckedAt: null });
    world.clock.forward(hour);
    await check();
    expect(await world.read(id)).toMatchObject({ standing: 'unknown', standingCheckedAt: world.clock.at });
  });
});

describe('a check without a result', () => {
  it('does not make a removal forgotten', async () => {
    const { id, post } = await posted();
    post.removed = true;
    world.clock.forward(hour);
    await check();
    world.forum.isBlind = true;
    world.clock.forward(day);
    await check();
    expect(await world.read(id)).toMatchObject({ standing: 'removed', standingCheckedAt: world.clock.at });
  });

  it('leaves every reply due, and the host alone until the next run', async () => {
    const replies = [];
    for (let n = 0; n < 3; n += 1) replies.push(await posted());
    let checks = 0;
    world.forum.at.standing = async () => {
      checks += 1;
    };
    world.forum.isBlind = true;
    world.clock.forward(hour);
    await check();
    expect(checks).toBe(1);
    world.forum.isBlind = false;
    world.clock.forward(5 * minute);
    await check();
    const checked = await Promise.all(replies.map(({ id }) => world.read(id)));
    expect(checked.map(({ standing }) => standing)).toEqual(['standing', 'standing', 'standing']);
  });

  it('is not caused by many requests to one host at once', async () => {
    for (let n = 0; n < 6; n += 1) await posted();
    let [looking, most] = [0, 0];
    world.forum.at.standing = async () => {
      looking += 1;
      most = Math.max(most, looking);
      await new Promise(setImmediate);
      looking -= 1;
    };
    world.clock.forward(hour);
    await check();
    expect(most).toBe(1);
  });
});

describe('a campaign', () => {
  it('is paused by two removals among its last ten replies, and by the next one after it goes on', async () => {
    const campaignId = await world.startCampaign();
    const replies: Awaited<ReturnType<typeof posted>>[] = [];
    for (let n = 0; n < 4; n += 1) {
      world.clock.forward(9 * hour);
      replies.push(await posted(campaignId));
    }
    const remove = async (n: number, after: number) => {
      const reply = replies[n];
      if (reply) reply.post.removed = true;
      world.clock.forward(after);
      await check();
      return campaignOf(campaignId);
    };
    expect(await remove(3, hour)).toMatchObject({ active: true, pausedBecause: null });
    expect(await remove(2, day)).toMatchObject({ active: false, pausedBecause: 'removals' });
    await world.setActive(true);
    world.clock.forward(4 * day);
    await check();
    expect(await campaignOf(campaignId)).toMatchObject({ active: true });
    replies.push(await posted(campaignId));
    expect(await remove(4, hour)).toMatchObject({ active: false, pausedBecause: 'removals' });
  });

  it('is not paused by two removals among eleven', async () => {
    const campaignId = await world.startCampaign();
    const replies: Awaited<ReturnType<typeof posted>>[] = [];
    for (let n = 0; n < 11; n += 1) {
      world.clock.forward(day);
      replies.push(await posted(campaignId));
    }
    const [first] = replies;
    const last = replies.at(-1);
    if (first) first.post.removed = true;
    world.clock.forward(hour);
    await check();
    if (last) last.post.removed = true;
    world.clock.forward(day);
    await check();
    expect(await campaignOf(campaignId)).toMatchObject({ active: true });
  });
});
