import { expect, it } from 'vitest';
import { worldStart } from '#server/testing/fake-sources.ts';
import { addCampaign, addConversation } from '#server/testing/outreach-rows.ts';
import { openFounderMailWorld } from '#server/testing/worlds/founder-mail-world.ts';
import { findDailyNews } from './daily-mail.ts';

const { world, mails } = openFounderMailWorld();
const day = 86_400_000;

const switchMail = (isOn: boolean, user = world.founder) =>
  world.call('PUT', '/api/daily-mail', { isOn, atFirst: false }, user);
const sent = async () => (await mails()).filter(({ body }) => body.includes('daily mail'));

/** A day passes, and the scheduled task runs. */
async function nextMorning(): Promise<void> {
  world.clock.ahead += day;
  await world.runTasks(findDailyNews.name);
}

/** A campaign with a reply that two people followed, and a conversation found since the mail was switched on. */
async function addNews() {
  const { sql } = world.database;
  const campaign = await addCampaign(sql, world.founder.id);
  const createdAt = new Date(worldStart.getTime() + day / 2);
  await addConversation(sql, world.founder.id, campaign, { createdAt });
  await addConversation(sql, world.founder.id, campaign, { status: 'POSTED', visits: 2, surveyAnswers: 1 });
}

it('is off until the founder asks for it', async () => {
  await addNews();
  expect((await world.call('GET', '/api/daily-mail')).body).toEqual({ isOn: false, atFirst: false });
  await nextMorning();
  expect(await sent()).toEqual([]);
});

it('says what is new in one letter of one button, and never twice a day', async () => {
  expect((await switchMail(true)).body).toEqual({ isOn: true, atFirst: false });
  await addNews();
  await nextMorning();
  await world.runTasks(findDailyNews.name);
  const [mail, ...others] = await sent();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('1 new conversation');
  for (const fact of [
    'New conversations: 1',
    'Visits: 2',
    'Survey answers: 1',
    '/startup-spark-suite/history',
  ])
    expect(mail?.body).toContain(fact);
  expect(mail?.body).not.toContain('Sign-ups');
  expect(mail?.html?.match(/class="button"/g)).toHaveLength(1);
  expect(mail?.body.split(/\s+/).length).toBeLessThanOrEqual(80);
});

it('counts only what came since the last mail, and sends none without news', async () => {
  await switchMail(true);
  await addNews();
  await nextMorning();
  await nextMorning();
  expect(await sent()).toHaveLength(1);
  await world.query('update tracked_links set visits = visits + 3 where visits > 0');
  await nextMorning();
  const [, second] = await sent();
  expect(second?.subject).toBe('News from your replies');
  expect(second?.body).toContain('Visits: 3');
});

it('loses no counts while an earlier mail waits for the mail server', async () => {
  await switchMail(true);
  await addNews();
  await world.query('alter table outbox rename to outbox_away');
  await nextMorning();
  await world.query('update tracked_links set visits = visits + 3 where visits > 0');
  await nextMorning();
  await world.query('alter table outbox_away rename to outbox');
  await world.query("update pgboss.job set start_after = now() where state = 'retry'");
  await world.runTasks();
  const visits = (await sent()).map(({ body }) => /Visits: (\d+)/.exec(body)?.[1]);
  expect(visits.toSorted()).toEqual(['2', '3']);
});

it('reaches the others when the news of one founder can not be read', async () => {
  const [first, second] = [world.founder, world.stranger].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const { sql } = world.database;
  for (const user of [first, second]) {
    if (!user) continue;
    await switchMail(true, user);
    const campaign = await addCampaign(sql, user.id);
    await addConversation(sql, user.id, campaign, { status: 'POSTED', visits: 2 });
  }
  const isStuck = `owner_id <> '${first?.id}' or visits = 0`;
  await world.query(`alter table daily_mails add constraint stuck check (${isStuck})`);
  await nextMorning();
  await world.query('alter table daily_mails drop constraint stuck');
  expect((await sent()).map(({ recipient }) => recipient)).toEqual([second?.email]);
});

it('begins to count when it is switched on', async () => {
  await addNews();
  await world.query('update conversations set created_at = $1', [new Date('2020-01-01')]);
  await switchMail(true);
  await switchMail(true);
  await nextMorning();
  expect(await sent()).toEqual([]);
});

it('waits while the plan has no campaigns', async () => {
  await switchMail(true);
  await addNews();
  await world.setPlan(world.founder, 'pro');
  await nextMorning();
  expect(await sent()).toEqual([]);
  await world.setPlan(world.founder, 'developer');
  await nextMorning();
  expect(await sent()).toHaveLength(1);
});

it('is switched off by the signed address in its header, without a login, and by no other', async () => {
  await switchMail(true);
  await addNews();
  await nextMorning();
  const [mail] = await sent();
  const address =
    /http:\/\/localhost:3000(\/api\/daily-mail\/off\?token=[\w.-]+)/.exec(mail?.body ?? '')?.[1] ?? '';
  expect(mail?.unsubscribeUrl).toContain(address);
  const isOn = async () => (await world.call('GET', '/api/daily-mail')).body;
  // A scanner opens every link.
  expect((await world.server.fetch(address)).status).toBe(200);
  const stranger = Buffer.from(world.founder.id).toString('base64url');
  await world.server.fetch(`/api/daily-mail/off?token=${stranger}.forged`, { method: 'POST' });
  expect(await isOn()).toMatchObject({ isOn: true });
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  expect((await world.server.fetch(address, { method: 'POST', body })).status).toBe(200);
  expect(await isOn()).toMatchObject({ isOn: false });
});
