import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database, inTransaction } from '#server/database/connect.ts';
import { requestRepository } from '#server/features/support-requests/repository.ts';
import { mailEnqueuer, mailSupportRequest } from '#server/features/support-requests/tasks.ts';
import { startTasks } from '#server/tasks/tasks.ts';
import { startTestServer, type TestUser } from '#server/testing/test-server.ts';
import { type InboxWorld, openInboxWorld } from '#server/testing/worlds/inbox-world.ts';
import { slaBreaches, slaBreachesQueue } from './sla-breaches.ts';

const officeHours = { SUPPORT_HOURS: 'Mo-Fr 09:00-17:00', SUPPORT_TIME_ZONE: 'Europe/Berlin' };

let world: InboxWorld;
beforeAll(async () => {
  world = await openInboxWorld(officeHours);
});
afterAll(() => world.close());

const slaOf = async (founder: TestUser, id: string) => (await world.readAsCustomer(founder, id)).promise;
const actions = async (id: string) => (await world.read(id)).history.map(({ action }) => action);
const count = (names: string[], name: string) => names.filter((one) => one === name).length;

/** Runs the scheduled task as a process with these connections. */
async function watch(
  now: string,
  run: (recordOverdue: () => Promise<void>) => Promise<unknown>,
): Promise<void> {
  const database: Database = connectDatabase(world.server.databaseUrl, () => {});
  const silent = pino({ level: 'silent' });
  const tasks = await startTasks(world.server.databaseUrl, [mailSupportRequest], {
    worksTasks: false,
    log: silent,
  });
  const breaches = slaBreaches({
    database,
    repository: requestRepository(database),
    enqueueMail: mailEnqueuer(tasks),
    now: () => new Date(now),
  });
  await run(breaches.recordOverdue);
  await tasks.stop(1_000);
  await database.close();
}
const watchOnce = (now: string) => watch(now, (recordOverdue) => recordOverdue());

describe('an SLA of four working hours', () => {
  it.each([
    // Friday 16:00 in Berlin, a question at 16:30, the answer on Sunday: 3.5 hours are left on Monday at 09:00.
    [
      'a weekend',
      '2026-11-20T15:00:00Z',
      '2026-11-20T15:30:00Z',
      '2026-11-22T12:00:00Z',
      '2026-11-23T11:30:00.000Z',
    ],
    [
      'the start of summer time',
      '2026-03-27T15:00:00Z',
      '2026-03-27T15:30:00Z',
      '2026-03-29T12:00:00Z',
      '2026-03-30T10:30:00.000Z',
    ],
    [
      'its end',
      '2026-10-23T14:00:00Z',
      '2026-10-23T14:30:00Z',
      '2026-10-25T12:00:00Z',
      '2026-10-26T11:30:00.000Z',
    ],
  ])(
    'stops with a question and goes on with the answer over %s',
    async (_name, asked, questioned, answered, due) => {
      world.setTime(asked);
      const { founder, id } = await world.ask('developer');
      expect(await slaOf(founder, id)).toMatchObject({ state: 'running', hours: 4 });
      await world.claim(id);
      world.setTime(questioned);
      await world.write(id, 'question');
      expect(await slaOf(founder, id)).toMatchObject({
        state: 'paused',
        dueAt: null,
        remainingMs: 12_600_000,
      });
      await watchOnce('2027-01-01T00:00:00Z');
      world.setTime(answered);
      await world.answer(founder, id);
      expect(await slaOf(founder, id)).toMatchObject({ state: 'running', dueAt: due, remainingMs: null });
      world.setTime(due);
      await world.write(id, 'reply');
      expect(await slaOf(founder, id)).toMatchObject({ state: 'kept', answeredAt: due });
      expect(await world.extraRequests(founder)).toBe(0);
    },
  );

  it('only counts the configured support hours', async () => {
    const { body } = await world.server.call('GET', '/api/config');
    expect(body.supportHours).toBe('Monday to Friday, 09:00 to 17:00, Europe/Berlin');
    world.setTime('2026-11-20T20:00:00Z');
    const { founder, id } = await world.ask('developer');
    expect((await slaOf(founder, id)).dueAt).toBe('2026-11-23T12:00:00.000Z');
  });
});

describe('a breached SLA', () => {
  it('is found by a late reply: shown, compensated once, and mailed', async () => {
    world.setTime('2026-11-20T10:00:00Z');
    const { founder, id } = await world.ask('developer');
    await world.claim(id);
    world.setTime('2026-11-20T14:00:01Z');
    await world.write(id, 'reply');
    await world.write(id, 'reply');
    await watchOnce('2026-11-20T15:00:00Z');
    expect(await slaOf(founder, id)).toEqual({
      state: 'broken',
      hours: 4,
      dueAt: '2026-11-20T14:00:00.000Z',
      remainingMs: null,
      answeredAt: '2026-11-20T14:00:01.000Z',
      requestGivenBack: true,
    });
    expect(await world.extraRequests(founder)).toBe(1);
    const told = await actions(id);
    expect(told.slice(3)).toEqual([
      'promise_broken',
      'request_given_back',
      'replied',
      'status_changed',
      'replied',
    ]);
    const mails = await world.mails(id);
    expect([count(mails, 'broken:customer'), count(mails, 'broken:support')]).toEqual([1, 1]);
  });

  it('is found by a question at the due moment or later, too', async () => {
    for (const late of ['2026-11-20T14:00:00Z', '2026-11-20T15:00:00Z']) {
      world.setTime('2026-11-20T10:00:00Z');
      const { founder, id } = await world.ask('developer');
      await world.claim(id);
      world.setTime(late);
      await world.write(id, 'question');
      expect(await slaOf(founder, id)).toMatchObject({ state: 'broken', answeredAt: null });
      expect(await world.extraRequests(founder)).toBe(1);
    }
  });

  it('is made good once by ten runs of two processes and a late reply at the same moment', async () => {
    world.setTime('2026-11-20T10:00:00Z');
    const asked = [await world.ask('developer'), await world.ask('developer'), await world.ask('developer')];
    // Two of them are one founder's.
    const { founder } = asked[0] ?? (await world.ask('developer'));
    await world.database.pool.query('update support_requests set owner_id = $1 where id = $2', [
      founder.id,
      asked[1]?.id,
    ]);
    for (const { id } of asked) await world.claim(id);
    const late = '2026-11-20T14:30:00Z';
    world.setTime(late);
    await watch(late, (one) =>
      watch(late, (other) =>
        Promise.all([
          ...[one, other, one, other, one].map((recordOverdue) => recordOverdue()),
          ...asked.map(({ id }) => world.write(id, 'reply')),
          ...[one, other, one, other, one].map((recordOverdue) => recordOverdue()),
        ]),
      ),
    );
    for (const { id } of asked) {
      const told = await actions(id);
      expect([
        count(told, 'promise_broken'),
        count(told, 'request_given_back'),
        count(told, 'replied'),
      ]).toEqual([1, 1, 1]);
      expect(count(await world.mails(id), 'broken:customer')).toBe(1);
    }
    expect(await world.extraRequests(founder)).toBe(2);
  });

  it('is nothing that was answered or paused in time, and no request gets round it by being resolved', async () => {
    world.setTime('2026-11-20T10:00:00Z');
    const asked = [await world.ask('developer'), await world.ask('developer'), await world.ask('developer')];
    for (const { id } of asked) await world.claim(id);
    const [answered, questioned, neither] = asked;
    await world.write(answered?.id ?? '', 'reply');
    await world.write(questioned?.id ?? '', 'question');
    await world.act(`${neither?.id}/resolve`);
    await watchOnce('2027-06-01T10:00:00Z');
    for (const { founder, id } of asked) {
      const isBroken = id === neither?.id;
      expect((await actions(id)).includes('promise_broken')).toBe(isBroken);
      expect(await world.extraRequests(founder)).toBe(isBroken ? 1 : 0);
    }
  });

  it('is found by the scheduled task of a worker, and not a moment too early', async () => {
    world.setTime('2026-11-20T10:00:00Z');
    const { founder, id } = await world.ask('developer');
    await watchOnce('2026-11-20T14:00:00Z');
    expect((await slaOf(founder, id)).state).toBe('running');
    const worker = await startTestServer(
      { now: () => Date.parse('2026-11-20T14:00:00.001Z') },
      officeHours,
      world.server,
    );
    const silent = pino({ level: 'silent' });
    const queues = [slaBreachesQueue];
    const tasks = await startTasks(world.server.databaseUrl, queues, { worksTasks: false, log: silent });
    await inTransaction(world.database, (transaction) => tasks.enqueue(transaction, slaBreachesQueue, {}));
    await expect.poll(() => slaOf(founder, id), { timeout: 15_000 }).toMatchObject({ state: 'broken' });
    await tasks.stop(1_000);
    await worker.close();
    expect(await world.extraRequests(founder)).toBe(1);
    // It is still owed an answer.
    const { token } = world.grace;
    const { body } = await world.server.call('GET', '/api/inbox', { token });
    expect(body.entries).toContainEqual(expect.objectContaining({ id, resolvedAt: null }));
    expect((await world.readAsCustomer(founder, id)).promise).toMatchObject({
      answeredAt: null,
      requestGivenBack: true,
    });
  });
});
