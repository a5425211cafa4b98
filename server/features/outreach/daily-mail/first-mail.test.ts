import { beforeEach, expect, it } from 'vitest';
import { findDueCampaigns } from '#server/features/outreach/campaigns/tasks.ts';
import { somePost } from '#server/testing/fake-sources.ts';
import { openFounderMailWorld } from '#server/testing/worlds/founder-mail-world.ts';

const { world, mails } = openFounderMailWorld();

/** A campaign that has found one post, of a founder who has (or has not) asked for the mail. */
beforeEach(async () => {
  world.sources.posts = [somePost()];
  await world.startCampaign();
});

const switchMail = (atFirst: boolean) => world.call('PUT', '/api/daily-mail', { isOn: false, atFirst });
const sent = async () =>
  (await mails()).filter(({ unsubscribeUrl }) => unsubscribeUrl?.includes('/first-off'));

/** The campaign finds another post in its next round. */
async function findAnother(post = somePost()): Promise<void> {
  world.sources.posts.push(post);
  await listen();
}

async function listen(): Promise<void> {
  world.clock.ahead += 3_600_000;
  await world.query("update campaigns set next_listen_at = '2020-01-01'");
  await world.runTasks(findDueCampaigns.name);
}

it('is off until the founder asks for it', async () => {
  await findAnother();
  expect(await sent()).toEqual([]);
});

it('names the first conversations of a day, and is sent once a day', async () => {
  expect((await switchMail(true)).body).toEqual({ isOn: false, atFirst: true });
  const title = 'How do I keep my sourdough starter alive while I travel for three weeks?';
  await findAnother(somePost({ title }));
  const [mail, ...others] = await sent();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('1 new conversation');
  const found = (await world.conversations()).find(({ postTitle }) => postTitle === title);
  const { name } = found?.product ?? {};
  expect(mail?.body).toContain(`Product: ${name}`);
  expect(mail?.body).toContain(`: ${title}`);
  expect(found?.quote).toBeTruthy();
  expect(mail?.body).toContain(found?.quote);
  expect(mail?.body).toContain(`/startup-spark-suite/history?conversation=${found?.id}`);
  await findAnother();
  expect(await world.conversations()).toHaveLength(3);
  expect(await sent()).toHaveLength(1);
  world.clock.ahead += 86_400_000;
  await findAnother();
  expect(await sent()).toHaveLength(2);
});

it('needs something to answer', async () => {
  await switchMail(true);
  await listen();
  expect(await sent()).toEqual([]);
});

it('is sent once when two workers listen at once', async () => {
  await switchMail(true);
  world.sources.posts.push(somePost());
  await Promise.all([listen(), listen()]);
  expect(await sent()).toHaveLength(1);
});

it('is not lost while the mail server is away, and not sent for a round that could not be saved', async () => {
  await switchMail(true);
  await world.query('alter table campaigns add constraint stuck check (last_listened_at is null)');
  await findAnother();
  expect((await world.query('select first_sent_on from daily_mails'))[0]).toEqual({ first_sent_on: null });
  await world.query('alter table campaigns drop constraint stuck');
  await world.query('alter table outbox rename to outbox_away');
  await listen();
  await world.query('alter table outbox_away rename to outbox');
  expect(await sent()).toEqual([]);
  await world.query("update pgboss.job set start_after = now() where state = 'retry'");
  await world.runTasks();
  expect(await sent()).toHaveLength(1);
});

it('is switched off by the signed address in its header, which leaves the daily mail on', async () => {
  await world.call('PUT', '/api/daily-mail', { isOn: true, atFirst: true });
  await findAnother();
  const [mail] = await sent();
  const address =
    /http:\/\/localhost:3000(\/api\/daily-mail\/first-off\?token=[\w.-]+)/.exec(mail?.body ?? '')?.[1] ?? '';
  expect(mail?.unsubscribeUrl).toContain(address);
  const token = address.replace(/.*token=/, '');
  await world.server.fetch(`/api/daily-mail/off?token=${token}`, { method: 'POST' });
  const settings = async () => (await world.call('GET', '/api/daily-mail')).body;
  expect(await settings()).toEqual({ isOn: true, atFirst: true });
  expect((await world.server.fetch(address, { method: 'POST' })).status).toBe(200);
  expect(await settings()).toEqual({ isOn: true, atFirst: false });
});
