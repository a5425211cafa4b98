import { describe, expect, it } from 'vitest';
import type { TestUser } from '#server/testing/test-server.ts';
import { openInboxWorld } from '#server/testing/worlds/inbox-world.ts';
import { slaBreachesQueue } from './sla-breaches.ts';

const officeHours = { SUPPORT_HOURS: 'Mo-Fr 09:00-17:00', SUPPORT_TIME_ZONE: 'Europe/Berlin' };

const world = openInboxWorld(officeHours);

const slaOf = async (founder: TestUser, id: string) => (await world.readAsCustomer(founder, id)).due;
const actions = async (id: string) => (await world.read(id)).history.map(({ action }) => action);
const count = (names: string[], name: string) => names.filter((one) => one === name).length;

/** Runs the scheduled task at this moment. */
async function watch(now: string): Promise<void> {
  world.setTime(now);
  await world.server.app.runDueTasks(slaBreachesQueue);
}

describe('an SLA of four working hours', () => {
  it('stops with a question and goes on with the answer, over a weekend', async () => {
    // Friday 16:00 in Berlin, a question at 16:30, the answer on Sunday: 3.5 hours are left on Monday at 09:00.
    world.setTime('2026-11-20T15:00:00Z');
    const { founder, id } = await world.ask('developer');
    expect(await slaOf(founder, id)).toMatchObject({ state: 'running', hours: 4 });
    await world.claim(id);
    world.setTime('2026-11-20T15:30:00Z');
    await world.write(id, 'question');
    const paused = { state: 'paused', dueAt: null, remainingMs: 12_600_000 };
    expect(await slaOf(founder, id)).toMatchObject(paused);
    await watch('2027-01-01T00:00:00Z');
    world.setTime('2026-11-22T12:00:00Z');
    await world.answer(founder, id);
    const due = '2026-11-23T11:30:00.000Z';
    expect(await slaOf(founder, id)).toMatchObject({ state: 'running', dueAt: due, remainingMs: null });
    world.setTime(due);
    await world.write(id, 'reply');
    expect(await slaOf(founder, id)).toMatchObject({ state: 'kept', answeredAt: due });
    expect(await world.extraRequests(founder)).toBe(0);
  });

  it('starts again for the next answer: warned of, broken and given back like the first', async () => {
    world.setTime('2026-11-23T08:00:00Z');
    const { founder, id } = await world.ask('developer');
    await world.claim(id);
    await world.write(id, 'reply');
    await world.answer(founder, id);
    expect(await slaOf(founder, id)).toMatchObject({ state: 'running', dueAt: '2026-11-23T12:00:00.000Z' });
    // A thank-you needs no reply, and no clock runs while it is resolved.
    await world.act(`${id}/resolve`);
    expect(await slaOf(founder, id)).toMatchObject({ state: 'kept' });
    await watch('2026-11-24T08:00:00Z');
    await world.answer(founder, id);
    await watch('2026-11-24T11:30:00Z');
    await watch('2026-11-24T12:00:00.001Z');
    expect(await slaOf(founder, id)).toMatchObject({ state: 'broken', requestGivenBack: true });
    expect(await world.mails(id)).toContain('due_soon:agent');
    await world.write(id, 'reply');
    await world.answer(founder, id);
    await watch('2026-11-25T15:00:00Z');
    expect(await world.extraRequests(founder)).toBe(2);
    expect((await world.mails(id)).filter((mail) => mail === 'broken:customer')).toHaveLength(2);
  });

  it('only counts the configured support hours', async () => {
    const { body } = await world.server.call('GET', '/api/config');
    expect(body.supportHours).toBe('Monday to Friday, 09:00 to 17:00, Europe/Berlin');
    world.setTime('2026-11-20T20:00:00Z');
    const { founder, id } = await world.ask('developer');
    expect((await slaOf(founder, id)).dueAt).toBe('2026-11-23T12:00:00.000Z');
  });
});

describe('a first answer with a quarter of its time left', () => {
  const warnings = async (agent: TestUser) =>
    (await world.sent(agent.email, 'Due soon: For')).map(({ subject }) => subject);

  it('is marked in the inbox and mailed once, to the agent who has it, else to all', async () => {
    world.setTime('2026-11-23T09:00:00Z');
    const { founder, id } = await world.ask('developer', { requestTitle: 'For Linus' });
    await world.ask('developer', { requestTitle: 'For both' });
    await world.claim(id, world.linus);
    await watch('2026-11-23T11:59:59Z');
    expect((await world.read(id)).dueSoon).toBe(false);
    await watch('2026-11-23T12:00:00Z');
    expect((await world.read(id)).dueSoon).toBe(true);
    const before = (await world.readAsCustomer(founder, id)).updatedAt;
    await watch('2026-11-23T12:01:00Z');
    expect((await world.readAsCustomer(founder, id)).updatedAt).toBe(before);
    expect(await warnings(world.linus)).toEqual(
      expect.arrayContaining(['Due soon: For Linus', 'Due soon: For both']),
    );
    expect(await warnings(world.linus)).toHaveLength(2);
    expect(await warnings({ ...world.grace, email: 'Grace@support.example' })).toEqual([
      'Due soon: For both',
    ]);
  });

  it('moves with a pause', async () => {
    world.setTime('2026-11-24T09:00:00Z');
    const { founder, id } = await world.ask('developer');
    await world.claim(id);
    world.setTime('2026-11-24T10:00:00Z');
    await world.write(id, 'question');
    await watch('2026-11-24T15:00:00Z');
    expect((await world.read(id)).dueSoon).toBe(false);
    // Three hours are left on Wednesday at 09:00 in Berlin.
    world.setTime('2026-11-24T20:00:00Z');
    await world.answer(founder, id);
    world.setTime('2026-11-25T09:59:59Z');
    expect((await world.read(id)).dueSoon).toBe(false);
    world.setTime('2026-11-25T10:00:00Z');
    expect((await world.read(id)).dueSoon).toBe(true);
    await world.write(id, 'reply');
    expect((await world.read(id)).dueSoon).toBe(false);
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
    await watch('2026-11-20T15:00:00Z');
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
      'answer_overdue',
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

  it('is made good once by runs of two processes and a late reply at the same moment', async () => {
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
    const watchers = [world.server, world.other, world.server, world.other];
    await Promise.all([
      ...watchers.map(({ app }) => app.runDueTasks(slaBreachesQueue)),
      ...asked.map(({ id }) => world.write(id, 'reply')),
      ...watchers.map(({ app }) => app.runDueTasks(slaBreachesQueue)),
    ]);
    for (const { id } of asked) {
      const told = await actions(id);
      expect([
        count(told, 'answer_overdue'),
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
    await watch('2027-06-01T10:00:00Z');
    for (const { founder, id } of asked) {
      const isBroken = id === neither?.id;
      expect((await actions(id)).includes('answer_overdue')).toBe(isBroken);
      expect(await world.extraRequests(founder)).toBe(isBroken ? 1 : 0);
    }
  });

  it('is found by the scheduled task, and not a moment too early', async () => {
    world.setTime('2026-11-20T10:00:00Z');
    const { founder, id } = await world.ask('developer');
    await watch('2026-11-20T14:00:00Z');
    expect((await slaOf(founder, id)).state).toBe('running');
    await watch('2026-11-20T14:00:00.001Z');
    expect(await slaOf(founder, id)).toMatchObject({ state: 'broken' });
    expect(await world.extraRequests(founder)).toBe(1);
    // It is still owed an answer.
    const { token } = world.grace;
    const { body } = await world.server.call('GET', '/api/inbox', { token });
    expect(body.entries).toContainEqual(expect.objectContaining({ id, resolvedAt: null }));
    expect((await world.readAsCustomer(founder, id)).due).toMatchObject({
      answeredAt: null,
      requestGivenBack: true,
    });
  });
});
