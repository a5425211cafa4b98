import pino from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startTasks } from '#server/tasks/tasks.ts';
import {
  hour,
  linked,
  minute,
  openPostingWorld,
  otherAccount,
} from '#server/testing/worlds/posting-world.ts';
import { findReplyNow } from './find-reply.ts';
import { postingQueues, workPostingTasks } from './tasks.ts';

const world = openPostingWorld();

describe('a worker that is killed', () => {
  it.each([
    ['after it took the reply', 'account', 1],
    ['while it asks whether the thread is open', 'open', 1],
    ['while it looks whether the reply is there', 'look', 1],
    ['just before it notes that it sends', 'account', 2],
  ] as const)('%s loses nothing: another one sends it, once', async (_, step, nth) => {
    const id = await world.approve();
    await world.killAt(id, step, nth);
    await world.advance(id);
    expect(await world.outcome(id)).toEqual(['APPROVED', 0, 0]);
    world.clock.forward(2 * minute);
    expect(await world.sweep()).toEqual([id]);
    await world.advance(id);
    expect(await world.outcome(id)).toEqual(['POSTED', 1, 1]);
  });

  it('after the reply arrived leaves one that is found, also while the campaign is paused', async () => {
    const id = await world.approve();
    await world.killAt(id, 'arrived');
    await world.setActive(false);
    world.clock.forward(2 * minute);
    expect(await world.sweep()).toEqual([id]);
    await world.advance(id);
    await world.setActive(true);
    expect(await world.outcome(id)).toEqual(['POSTED', 1, 1]);
  });

  it('before the reply arrived leaves one that is looked for, never sent again, and left to its owner', async () => {
    const id = await world.approve();
    await world.killAt(id, 'arriving');
    await world.advance(id, 2 * minute);
    expect(await world.outcome(id)).toEqual(['UNCONFIRMED', 1, 0]);
    let looks = 0;
    for (let n = 0; n < 200; n += 1) {
      world.clock.forward(minute);
      if ((await world.sweep()).length === 0) continue;
      looks += 1;
      await world.advance(id);
    }
    expect(looks).toBeGreaterThan(4);
    expect(looks).toBeLessThan(20);
    expect(await world.outcome(id)).toEqual(['UNCONFIRMED', 1, 0]);
    const { outcome, heldBecause } = await world.read(id);
    expect([outcome, heldBecause?.code]).toEqual(['unknown', 'never-found']);
  });
});

it('a worker that is killed while 40 replies are under way loses none, and sends none twice', async () => {
  const log = pino({ enabled: false });
  const steps = ['account', 'open', 'look', 'arriving', 'arrived'] as const;
  const ids: string[] = [];
  for (let n = 0; n < 40; n += 1) ids.push(await world.approve());
  for (const [n, id] of ids.entries()) await world.killAt(id, steps[n % steps.length] ?? 'look');
  const killed = world.forum.posts.length;
  expect(killed).toBe(8);
  world.clock.forward(2 * minute);
  expect(await world.sweep()).toHaveLength(40);
  const tasks = await startTasks(world.databaseUrl, postingQueues, { worksTasks: true, log });
  onTestFinished(() => tasks.stop(5_000));
  await workPostingTasks(tasks, world.deps);
  const statuses = `select status, count(*)::int as count from conversations group by status order by status`;
  // A reply that may have left before the kill, and is not there, is its owner's.
  await expect
    .poll(async () => (await world.database.pool.query(statuses)).rows, { timeout: 20_000 })
    .toEqual([
      { status: 'POSTED', count: 32 },
      { status: 'UNCONFIRMED', count: 8 },
    ]);
  expect(new Set(world.forum.posts.map(({ under }) => under)).size).toBe(world.forum.posts.length);
  expect([world.forum.posts.length, world.forum.sent.length]).toEqual([32, 40]);
});

describe('two workers on one reply', () => {
  it('send it once', async () => {
    const id = await world.approve();
    await Promise.all(Array.from({ length: 6 }, () => world.advance(id)));
    expect(await world.outcome(id)).toEqual(['POSTED', 1, 1]);
  });

  it.each(['account', 'open', 'look', 'arriving', 'arrived'] as const)(
    'send it once when one stalls longer than its lease at the step: %s',
    async (step) => {
      const id = await world.approve();
      const stalled = Promise.withResolvers<void>();
      const isThere = Promise.withResolvers<void>();
      world.forum.at[step] = () => {
        delete world.forum.at[step];
        isThere.resolve();
        return stalled.promise;
      };
      const first = world.advance(id);
      await isThere.promise;
      await world.advance(id, 3 * minute);
      stalled.resolve();
      await first;
      expect([(await world.read(id)).status, world.forum.posts.length]).toEqual(['POSTED', 1]);
    },
  );

  it.each(['a sweep', 'a resume'])('are no danger to %s, which takes replies in one order', async (name) => {
    const campaignId = await world.startCampaign();
    const ids = [await world.approve({ campaignId }), await world.approve({ campaignId })].toSorted();
    world.clock.forward(3 * minute);
    const client = await world.database.pool.connect();
    const lock = (id: string | undefined) =>
      client.query('select from posting_attempts where conversation_id = $1 for update nowait', [id]);
    // Reads in reverse order of writing.
    await client.query(
      `with gone as (delete from posting_attempts where conversation_id = $1 returning *)
       insert into posting_attempts select * from gone`,
      [ids[0]],
    );
    await client.query('begin');
    await lock(ids[0]);
    const taking = name === 'a sweep' ? world.sweep() : world.setActive(true, campaignId);
    await world.waitForLock();
    const second = await lock(ids[1]).catch((error: Error) => error);
    await client.query('rollback');
    client.release();
    await taking;
    expect(second).not.toBeInstanceOf(Error);
  });
});

it('replies are sent by whichever process is free, each once, after the change is committed', async () => {
  const log = pino({ enabled: false });
  const workers = [1, 2].map(async () => {
    const tasks = await startTasks(world.databaseUrl, postingQueues, { worksTasks: true, log });
    await workPostingTasks(tasks, world.deps);
    return tasks;
  });
  const started = await Promise.all(workers);
  for (let n = 0; n < 30; n += 1) await world.approve();
  const statuses = 'select distinct status from conversations';
  await expect
    .poll(async () => (await world.database.pool.query(statuses)).rows, { timeout: 15_000 })
    .toEqual([{ status: 'POSTED' }]);
  expect([world.forum.posts.length, world.forum.sent.length]).toEqual([30, 30]);
  await Promise.all(started.map((tasks) => tasks.stop(5_000)));
});

describe('a lost response', () => {
  /** A reply that arrived, whose response is lost and that can not be seen. */
  async function lose(): Promise<string> {
    world.forum.answers = ['lost-after'];
    world.forum.at.arrived = async () => {
      world.forum.isBlind = true;
    };
    const id = await world.send();
    world.forum.at = {};
    expect(await world.outcome(id)).toEqual(['UNCONFIRMED', 1, 1]);
    return id;
  }

  it('is read back at once, after 1.5 and after 3 seconds', async () => {
    world.forum.answers = ['lost-after'];
    const approvedAt = world.clock.at.getTime();
    const looks: number[] = [];
    world.forum.at.look = async () => {
      looks.push(world.clock.at.getTime() - approvedAt);
      world.forum.isBlind = looks.length === 2 || looks.length === 3;
    };
    expect(await world.outcome(await world.send())).toEqual(['POSTED', 1, 1]);
    // The first look is the one before sending.
    expect(looks).toEqual([0, 0, 1_500, 3_000]);
  });

  it('is found later, as the account that sent it', async () => {
    const id = await lose();
    world.facts.account = { ...otherAccount, host: 'elsewhere.example.com' };
    world.forum.isBlind = false;
    expect(await findReplyNow(world.deps, id)).toBe('found');
    expect(await world.read(id)).toMatchObject({ status: 'POSTED', replyExternalId: '9000' });
  });

  it('is found by the account, not by its name, which another person has by now', async () => {
    world.forum.answers = ['lost-before'];
    const id = await world.send();
    const { externalId } = await world.read(id);
    world.forum.write('somebody else', externalId, 'Freeze half of it.');
    world.facts.account = { ...linked, username: 'ada-of-old' };
    await world.advance(id, 2 * minute);
    expect(await world.outcome(id)).toEqual(['UNCONFIRMED', 1, 1]);
    world.forum.write('ada', externalId, 'Freeze half of it.');
    await world.advance(id, 5 * minute);
    expect(await world.read(id)).toMatchObject({ status: 'POSTED', replyExternalId: '9001' });
  });

  it('to a reply whose words the source changed is found by account, place and time, with its words', async () => {
    world.forum.answers = ['lost-after'];
    world.forum.at.arrived = async () => {
      const reply = world.forum.posts.at(-1);
      if (reply) reply.text = 'Freeze *removed* of it.';
    };
    expect(await world.read(await world.send())).toMatchObject({
      status: 'POSTED',
      reply: 'Freeze half of it.',
      postedText: 'Freeze *removed* of it.',
    });
  });

  it('with two replies that fit stays unconfirmed and says so', async () => {
    world.forum.answers = ['lost-after'];
    const id = await world.approve();
    const { externalId } = await world.read(id);
    world.forum.at.arrived = async () => void world.forum.write('ada', externalId, 'Freeze half of it.');
    await world.advance(id);
    expect((await world.read(id)).heldBecause?.code).toBe('found-twice');
    expect(await world.outcome(id)).toEqual(['UNCONFIRMED', 1, 2]);
    world.clock.forward(hour);
    expect(await world.sweep()).toEqual([]);
  });

  it('whose account was unlinked says that it can not be checked', async () => {
    world.forum.answers = ['lost-before'];
    world.forum.at.arriving = async () => {
      world.facts.account = null;
    };
    expect((await world.read(await world.send())).heldBecause?.code).toBe('account-gone');
  });

  it.each([
    ['the same account', linked],
    ['another account', otherAccount],
  ])('is not sent again when it is approved again, by %s', async (_, account) => {
    world.forum.answers = ['lost-before'];
    const id = await world.send();
    world.facts.account = account;
    await world.change(id, { reply: 'Other words.', accountId: account.id });
    await world.approveAgain(id);
    expect((await world.attempt(id))?.notBefore?.getTime()).toBeGreaterThan(world.clock.at.getTime());
    await world.advance(id, 5 * minute);
    expect(await world.outcome(id)).toEqual(['UNCONFIRMED', 1, 0]);
  });

  it('stays with an owner who takes it over during a look', async () => {
    const id = await lose();
    world.forum.at.look = () => world.change(id, { status: 'READY', replyWay: 'hand', outcome: null });
    await world.advance(id, 2 * minute);
    expect(await world.outcome(id)).toEqual(['READY', 1, 1]);
  });
});
