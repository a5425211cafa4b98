import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KeptMails, readOutbox } from '#server/testing/outbox.ts';
import { jobDraft, putOnPlan, submitJob } from '#server/testing/request-samples.ts';
import { type InboxWorld, openInboxWorld } from '#server/testing/worlds/inbox-world.ts';
import type { Job } from '#shared/contracts/support-requests.ts';

const supportEmail = 'help@spark.example';
const issue = 'BUY CHEAP WATCHES at https://evil.example';

let world: InboxWorld;
let outbox: KeptMails;
beforeAll(async () => {
  world = await openInboxWorld({ PROCESS_ROLE: 'all', SUPPORT_EMAIL: supportEmail });
  outbox = readOutbox(world.server.databaseUrl);
});
afterAll(async () => {
  await outbox.close();
  await world.close();
});

let people = 0;
const newAddress = () => `person-${++people}@example.com`;
const mailsTo = async (email: string) => (await outbox.all()).filter(({ recipient }) => recipient === email);
async function mailTo(email: string, subject: string) {
  const find = async () => (await mailsTo(email)).find((mail) => mail.subject.startsWith(subject));
  await expect.poll(find, { timeout: 10_000 }).toBeDefined();
  const mail = await find();
  if (!mail) throw new Error('the mail is gone');
  return mail;
}
const tokenIn = (body: string) => /#token=([\w-]{43})/.exec(body)?.[1];
const statusOf = async (token = '') =>
  (await world.server.call('POST', '/api/support-thread', { body: { token } })).status;

/** Somebody with an account of this address, and a request with this contact. */
async function ask(account: string, email: string) {
  const founder = await world.server.signUp('free', account);
  await putOnPlan(world.database, founder, 'developer');
  const fields = { email, appName: 'Watches', issueDescriptions: [issue], requestTitle: 'A title' };
  const { body } = await submitJob(world.server, founder, fields);
  const { id } = body.job as Job;
  const edit = (changes: object) =>
    world.server.call('PUT', `/api/jobs/${id}`, {
      token: founder.token,
      body: { ...jobDraft(fields), ...changes },
    });
  return { founder, id, edit };
}

describe('the confirmation of a request', () => {
  it('quotes everything to the address of the account', async () => {
    const email = newAddress();
    await ask(email, email.toUpperCase());
    const { body } = await mailTo(email.toUpperCase(), 'We have your request: A title');
    for (const part of [issue, 'App: Watches', 'https://dogs.example/login']) expect(body).toContain(part);
    expect(body).not.toContain('If somebody else gave your address');
  });

  it('quotes a stranger nothing but the title, and says how to stop it', async () => {
    const stranger = newAddress();
    await ask(newAddress(), stranger);
    const { body, html } = await mailTo(stranger, 'We have your request: A title');
    for (const part of ['evil.example', 'Watches', 'dogs.example']) {
      expect(body).not.toContain(part);
      expect(html).not.toContain(part);
    }
    expect(body).toContain(`If somebody else gave your address, write to ${supportEmail}, and we stop them.`);
    // We are told everything.
    expect((await mailTo(supportEmail, 'New request: A title')).body).toContain('Request: A title');
  });
});

describe('a new contact address', () => {
  it('gets a mail with the link that leads to the thread now, each time it is one', async () => {
    const [first, second] = [newAddress(), newAddress()];
    const { edit } = await ask(first, first);
    const oldToken = tokenIn((await mailTo(first, 'We have your request')).body);
    // A mail says what holds when it is written: ours names the first address only if it is written by now.
    const told = async () => (await mailsTo(supportEmail)).filter(({ body }) => body.includes(first)).length;
    await expect.poll(told, { timeout: 10_000 }).toBe(1);
    expect((await edit({ email: second })).status).toBe(200);
    const token = tokenIn((await mailTo(second, 'We have your request: A title')).body);
    expect([await statusOf(oldToken), await statusOf(token)]).toEqual([404, 200]);
    expect((await edit({ email: first })).status).toBe(200);
    await expect.poll(async () => (await mailsTo(first)).length, { timeout: 10_000 }).toBe(2);
    const tokens = (await mailsTo(first)).map(({ body }) => tokenIn(body));
    expect(tokens).toContain(oldToken);
    expect(new Set(tokens).size).toBe(2);
    expect(await told()).toBe(1);
  });

  it('is not mailed about when only other words change', async () => {
    const email = newAddress();
    const { edit, id } = await ask(email, email);
    await edit({ requestTitle: 'Other words' });
    expect(await world.mails(id)).toEqual(['received:customer', 'received:support']);
  });
});

it('mails us when a customer answers, and when that reopens a request', async () => {
  const email = newAddress();
  const { founder, id } = await ask(email, email);
  await world.claim(id);
  await world.write(id, 'reply');
  await world.answer(founder, id, 'It is still white.');
  const told = await mailTo(supportEmail, 'Customer answered: A title');
  expect(told.body).toContain('It is still white.');
  expect(told.body).toContain(`/startup-spark-suite/inbox/${id}`);
  expect(told.body).not.toContain('support-answer');
  await world.act(`${id}/resolve`);
  await world.answer(founder, id, 'White again.');
  expect((await mailTo(supportEmail, 'Reopened: A title')).body).toContain('White again.');
  expect((await mailsTo(email)).some(({ body }) => body.includes('White again.'))).toBe(false);
});
