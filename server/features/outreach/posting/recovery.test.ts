import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { campaigns } from '#server/database/tables.ts';
import type { Step } from '#server/testing/scripted-forum.ts';
import {
  hour,
  linked,
  minute,
  type PostingWorld,
  startPostingWorld,
} from '#server/testing/worlds/posting-world.ts';

let world: PostingWorld;
let exact: PostingWorld;

beforeAll(async () => {
  [world, exact] = await Promise.all([startPostingWorld(), startPostingWorld({ isIdempotent: true })]);
});
afterAll(() => Promise.all([world.close(), exact.close()]));
beforeEach(() => Promise.all([world.clear(), exact.clear()]));

/** A worker that stops for good at the `nth` time it comes to a step, as a killed process does. */
async function killAt(on: PostingWorld, id: string, step: Step, nth = 1): Promise<void> {
  let times = 0;
  await new Promise<void>((resolve) => {
    on.forum.at[step] = () => {
      times += 1;
      if (times !== nth) return Promise.resolve();
      resolve();
      return new Promise(() => {});
    };
    void on.advance(id);
  });
  on.forum.at = {};
}

const states = async (id: string) => [(await world.read(id)).status, world.forum.posts.length];

describe('a worker that is killed', () => {
  it.each([
    ['after it took the reply', 'account', 1],
    ['while it asks whether the thread is open', 'open', 1],
    ['while it looks whether the reply is there', 'look', 1],
    ['just before it notes that it sends', 'account', 2],
  ] as const)('%s loses nothing: another one sends it, once', async (_name, step, nth) => {
    const id = await world.approve();
    await killAt(world, id, step, nth);
    await world.advance(id);
    expect(await states(id)).toEqual(['APPROVED', 0]);
    world.clock.forward(2 * minute);
    expect(await world.sweep()).toEqual([id]);
    await world.advance(id);
    expect(await states(id)).toEqual(['POSTED', 1]);
  });

  it('after the reply arrived leaves one that is found and not sent again', async () => {
    const id = await world.approve();
    await killAt(world, id, 'arrived');
    world.clock.forward(2 * minute);
    expect(await world.sweep()).toEqual([id]);
    await world.advance(id);
    expect(await states(id)).toEqual(['POSTED', 1]);
    expect(world.forum.sends).toBe(1);
  });

  it('while it looks for what the source accepted leaves one that is posted', async () => {
    const id = await world.approve();
    world.forum.answers = ['posted-without-id'];
    await killAt(world, id, 'look', 2);
    world.forum.isBlind = true;
    world.clock.forward(2 * minute);
    await world.advance(id);
    expect(await world.read(id)).toMatchObject({ status: 'POSTED', replyUrl: null });
    expect(world.forum.sends).toBe(1);
  });

  it('before the reply arrived leaves one that is never sent again, and informs its owner', async () => {
    const id = await world.approve();
    await killAt(world, id, 'arriving');
    world.clock.forward(2 * minute);
    await world.advance(id);
    expect(await states(id)).toEqual(['UNCONFIRMED', 0]);
    let looks = 0;
    for (let n = 0; n < 200; n += 1) {
      world.clock.forward(minute);
      if ((await world.sweep()).length === 0) continue;
      looks += 1;
      await world.advance(id);
    }
    expect(looks).toBeGreaterThan(4);
    expect(looks).toBeLessThan(20);
    const row = await world.read(id);
    expect([row.status, row.outcome, world.forum.sends]).toEqual(['UNCONFIRMED', 'unknown', 1]);
    expect(row.outcomeText).toMatch(/post it by hand/);
  });

  it('before the reply arrived where a key makes it one leaves one that is sent with the same key', async () => {
    const id = await exact.approve();
    await killAt(exact, id, 'arriving');
    exact.clock.forward(2 * minute);
    await exact.advance(id);
    expect([(await exact.read(id)).status, exact.forum.posts.length]).toEqual(['POSTED', 1]);
  });

  it('is not followed by another try as somebody else, to whom the key is new', async () => {
    const id = await exact.approve();
    await killAt(exact, id, 'arriving');
    exact.clock.forward(2 * minute);
    exact.account = { ...linked, id: 'account-2', username: 'bob' };
    await exact.advance(id);
    expect([(await exact.read(id)).status, exact.forum.posts.length]).toEqual(['UNCONFIRMED', 0]);
  });

  it('is not followed by another try with the same key once the source has forgotten it', async () => {
    const id = await exact.approve();
    await killAt(exact, id, 'arriving');
    exact.clock.forward(hour);
    await exact.advance(id);
    expect([(await exact.read(id)).status, exact.forum.posts.length]).toEqual(['UNCONFIRMED', 0]);
  });
});

describe('two workers on one reply', () => {
  it('send it once', async () => {
    const id = await world.approve();
    await Promise.all(Array.from({ length: 6 }, () => world.advance(id)));
    expect(await states(id)).toEqual(['POSTED', 1]);
  });

  it('send it once when one stalls longer than it holds it, wherever it stalls', async () => {
    for (const step of ['account', 'open', 'look', 'arriving', 'arrived'] as const) {
      const id = await world.approve();
      let goOn = () => {};
      const stalled = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      let isFirst = true;
      world.forum.at[step] = () => {
        if (!isFirst) return Promise.resolve();
        isFirst = false;
        return stalled;
      };
      const first = world.advance(id);
      await expect.poll(() => isFirst).toBe(false);
      world.clock.forward(3 * minute);
      await world.advance(id);
      goOn();
      await first;
      const { externalId, status } = await world.read(id);
      expect([step, status]).toEqual([step, 'POSTED']);
      expect(world.forum.posts.filter(({ under }) => under === externalId)).toHaveLength(1);
    }
  });
});

describe('a lost answer', () => {
  it('is read back and found', async () => {
    world.forum.answers = ['lost-after'];
    const id = await world.approve();
    await world.advance(id);
    expect(await states(id)).toEqual(['POSTED', 1]);
  });

  it('is found later', async () => {
    world.forum.answers = ['lost-after'];
    world.forum.at.arrived = async () => {
      world.forum.isBlind = true;
    };
    const id = await world.approve();
    await world.advance(id);
    expect(await states(id)).toEqual(['UNCONFIRMED', 1]);
    world.forum.isBlind = false;
    expect(await world.worker().findNow(id)).toBe('found');
    expect(await states(id)).toEqual(['POSTED', 1]);
  });

  it('with two replies that fit stays unconfirmed and says so', async () => {
    world.forum.answers = ['lost-after'];
    const id = await world.approve();
    const { externalId } = await world.read(id);
    world.forum.at.arrived = async () => void world.forum.write('ada', externalId, 'Freeze half of it.');
    await world.advance(id);
    expect((await world.read(id)).outcomeText).toMatch(/Two replies/);
    expect(await states(id)).toEqual(['UNCONFIRMED', 2]);
    world.clock.forward(hour);
    expect(await world.sweep()).toEqual([]);
  });

  it('whose account was unlinked says that it can not be checked', async () => {
    world.forum.answers = ['lost-before'];
    world.forum.at.arriving = async () => {
      world.account = null;
    };
    const id = await world.approve();
    await world.advance(id);
    expect((await world.read(id)).outcomeText).toMatch(/no longer linked/);
  });

  it('is not sent again when its owner takes it over, withdraws it, and approves it again', async () => {
    world.forum.answers = ['lost-before'];
    const id = await world.approve();
    await world.advance(id);
    await world.change(id, { status: 'APPROVED', reply: 'Other words.', approvedAt: world.clock.at });
    await world.advance(id);
    expect((await world.read(id)).status).toBe('UNCONFIRMED');
    expect(world.forum.sends).toBe(1);
  });

  it('is looked for while the campaign is paused', async () => {
    const id = await world.approve();
    await killAt(world, id, 'arrived');
    await world.database.sql.update(campaigns).set({ active: false });
    world.clock.forward(2 * minute);
    expect(await world.sweep()).toEqual([id]);
    await world.advance(id);
    await world.database.sql.update(campaigns).set({ active: true });
    expect(await states(id)).toEqual(['POSTED', 1]);
  });
});
