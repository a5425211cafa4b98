import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KeptMails, readOutbox } from '#server/testing/outbox.ts';
import { putOnPlan, submitJob } from '#server/testing/request-samples.ts';
import type { TestUser } from '#server/testing/test-server.ts';
import { type InboxWorld, openInboxWorld } from '#server/testing/worlds/inbox-world.ts';
import type { MailSettings } from '#shared/contracts/mail-settings.ts';
import type { JobDraft } from '#shared/contracts/support-requests.ts';

const supportEmail = 'help@spark.example';
const start = Date.parse('2026-11-02T09:00:00Z');
const all: MailSettings = {
  requestReceived: true,
  answer: true,
  waitingForYou: true,
  resolved: true,
  promiseBroken: true,
  paymentFailed: true,
};

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

/** A request with a contact address of its own. */
async function ask(changes: Partial<JobDraft> = {}, plan: 'free' | 'developer' = 'developer') {
  world.setTime(start);
  const email = `contact-${++people}@example.com`;
  return { email, ...(await world.ask(plan, { email, ...changes })) };
}

async function mailsTo(email: string) {
  return (await outbox.all()).filter(({ recipient }) => recipient === email);
}

async function mailTo(email: string, subject: string) {
  const find = async () => (await mailsTo(email)).find((mail) => mail.subject.startsWith(subject));
  await expect.poll(find, { timeout: 10_000 }).toBeDefined();
  const mail = await find();
  if (!mail) throw new Error('the mail is gone');
  return mail;
}

/** No mail about the request waits to be sent. */
async function settled(id: string) {
  const states = async () => {
    const { rows } = await world.database.pool.query(
      "select distinct state from pgboss.job where name = 'mail-support-request' and data->>'requestId' = $1",
      [id],
    );
    return rows.map(({ state }) => state);
  };
  await expect.poll(states, { timeout: 10_000 }).toEqual(['completed']);
}

const setMails = (body: object, { token }: TestUser) =>
  world.server.call('PUT', '/api/mail-settings', { token, body });
const readMails = ({ token }: TestUser) => world.server.call('GET', '/api/mail-settings', { token });

describe('a new request', () => {
  it('is confirmed to its contact address, with its text, the SLA and the link to the thread', async () => {
    const email = 'own-address@example.com';
    world.setTime(start);
    const founder = await world.server.signUp('free', email);
    await putOnPlan(world.database, founder, 'developer');
    await submitJob(world.server, founder, { email, issueDescriptions: ['First\n  issue 🎉', 'שלום'] });
    const mail = await mailTo(email, 'We have your request: Nobody can log in');
    expect(mail.replyTo).toBe(supportEmail);
    for (const part of [
      'Monday, 2 November 2026 at 13:00 (UTC)',
      'within 4 hours',
      'you get one support request back, kept for a plan that has a limit.',
      'First\n  issue 🎉',
      'שלום',
      'App: Dog Walks',
      'http://localhost:3000/settings',
    ]) {
      expect(mail.body).toContain(part);
    }
    const [, token = ''] = /http:\/\/localhost:3000\/support-answer#token=([\w-]{43})/.exec(mail.body) ?? [];
    const linked = await world.server.call('POST', '/api/support-thread', { body: { token } });
    expect(linked.body).toMatchObject({ requestTitle: 'Nobody can log in', messages: [] });
  });

  it('is mailed to us with the link to the inbox', async () => {
    const { id, email } = await ask({ requestTitle: `Told to us ${'x'.repeat(289)}` });
    const mail = await mailTo(supportEmail, 'New request: Told to us');
    expect(mail.subject.length).toBeLessThan(130);
    expect(mail.body).toContain(`Contact: ${email}`);
    expect(mail.body).toContain(`http://localhost:3000/startup-spark-suite/inbox/${id}`);
    expect(mail.body).not.toContain('support-answer');
  });

  it('shows HTML and signs of direction as what they are', async () => {
    const attack = '<script>alert(1)</script>';
    const { email } = await ask({ requestTitle: `${attack} \u202eturned`, issueDescriptions: [attack] });
    const mail = await mailTo(email, 'We have your request: ');
    expect(mail.subject).toBe(`We have your request: ${attack} turned`);
    expect(mail.html).not.toContain('<script');
    expect(mail.body).toContain(attack);
  });

  it('is mailed once, however often it is sent', async () => {
    const { email, founder } = await ask();
    const body = { appName: 'a', requestTitle: 'Twice', email, issueDescriptions: ['x'] };
    const headers = { 'idempotency-key': 'twice-the-same' };
    const replies = await Promise.all(
      [1, 2, 3].map(() => world.server.call('POST', '/api/jobs', { token: founder.token, body, headers })),
    );
    const [id = ''] = replies.map((reply) => (reply.body.job as { id: string }).id);
    await settled(id);
    expect((await mailsTo(email)).filter(({ subject }) => subject.includes('Twice'))).toHaveLength(1);
  });
});

describe('what happens to a request', () => {
  it('is mailed to the customer: a question, an answer, and that it is resolved', async () => {
    const { email, id } = await ask();
    await world.claim(id);
    await world.write(id, 'question', 'Which browser do you use?');
    const question = await mailTo(email, 'A question about your request: Nobody can log in');
    expect(question.body).toContain('Grace needs something from you');
    expect(question.body).toContain('Which browser do you use?');
    await world.write(id, 'reply', 'Clear the cache,\n  then try again.');
    const answer = await mailTo(email, 'Answer to your request: Nobody can log in');
    expect(answer.body).toContain('Clear the cache,\n  then try again.');
    await world.act(`${id}/resolve`);
    const resolved = await mailTo(email, 'Resolved: Nobody can log in');
    expect(resolved.body).toContain('answer within 14 days');
    for (const { body, html } of [question, answer, resolved]) {
      expect(body).toMatch(/\/support-answer#token=[\w-]{43}/);
      expect(body).toContain('http://localhost:3000/settings');
      expect(html).not.toContain('@support.example');
    }
  });

  it('is not mailed where it is a note', async () => {
    const { email, id } = await ask();
    await world.write(id, 'note', 'A difficult one.');
    await settled(id);
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
      'We have your request: Nobody can log in',
    ]);
  });

  it('is not mailed as resolved for a moment that is over', async () => {
    const { email, id } = await ask({ requestTitle: 'Twice over' });
    await world.claim(id);
    await world.write(id, 'reply');
    await world.act(`${id}/resolve`);
    await mailTo(email, 'Resolved: Twice over');
    await world.act(`${id}/reopen`);
    world.setTime(start + 1000);
    await world.act(`${id}/resolve`);
    await settled(id);
    // As if the first of them had waited for an outage until now.
    await world.database.pool.query(
      `update pgboss.job set state = 'retry', start_after = now(), completed_on = null
       where name = 'mail-support-request' and data->>'requestId' = $1 and data->>'resolvedAt' = $2`,
      [id, new Date(start).toISOString()],
    );
    await settled(id);
    const resolved = (await mailsTo(email)).filter(({ subject }) => subject.startsWith('Resolved'));
    expect(resolved).toHaveLength(2);
  });

  it('is reported to both sides when it is breached', async () => {
    const { email, id, founder } = await ask({ requestTitle: 'Late one' });
    world.setTime(start + 4 * 3_600_000 + 1);
    await world.claim(id);
    await world.write(id, 'reply');
    const mail = await mailTo(email, 'We are late with your request: Late one');
    expect(mail.body).toContain('We did not keep that promise, and we are sorry.');
    expect(mail.body).toContain('You have one support request back.');
    const told = await mailTo(supportEmail, 'Late: Late one');
    expect(told.body).toContain('First answer was due by: Monday, 2 November 2026 at 13:00 (UTC)');
    expect(await world.extraRequests(founder)).toBe(1);
  });
});

describe('the mail settings', () => {
  it('are all on until they are switched off, and each user has their own', async () => {
    const { founder } = await ask();
    expect((await readMails(founder)).body).toEqual(all);
    const some = { ...all, answer: false, promiseBroken: false };
    expect((await setMails(some, founder)).body).toEqual(some);
    expect((await readMails(founder)).body).toEqual(some);
    expect((await readMails((await ask()).founder)).body).toEqual(all);
    expect((await setMails(all, founder)).body).toEqual(all);
  });

  it.each([
    ['half of them', { answer: false }],
    ['another kind', { ...all, receipt: false }],
    ['a word', { ...all, answer: 'no' }],
  ])('are refused with %s and stay as they are', async (_case, body) => {
    const { founder } = await ask();
    const reply = await setMails(body, founder);
    expect([reply.status, reply.body.code]).toEqual([400, 'body_invalid']);
    expect((await readMails(founder)).body).toEqual(all);
  });

  it('keep mails from the customer, each by its own switch, and never from us', async () => {
    const { email, id, founder } = await ask({ requestTitle: 'Quiet one' });
    await mailTo(email, 'We have your request');
    await setMails({ ...all, waitingForYou: false, resolved: false, promiseBroken: false }, founder);
    world.setTime(start + 5 * 3_600_000);
    await world.claim(id);
    await world.write(id, 'question');
    await world.write(id, 'reply', 'This one is wanted.');
    await world.act(`${id}/resolve`);
    await mailTo(supportEmail, 'Late: Quiet one');
    await settled(id);
    expect((await mailsTo(email)).map(({ subject }) => subject).toSorted()).toEqual([
      'Answer to your request: Quiet one',
      'We have your request: Quiet one',
    ]);
  });

  it('keep the confirmation of a request from the customer too, and still reach us', async () => {
    const { founder } = await ask();
    await setMails({ ...all, requestReceived: false }, founder);
    const body = {
      appName: 'a',
      requestTitle: 'Unconfirmed',
      email: 'quiet@example.com',
      issueDescriptions: ['x'],
    };
    const reply = await world.server.call('POST', '/api/jobs', { token: founder.token, body });
    await settled((reply.body.job as { id: string }).id);
    await mailTo(supportEmail, 'New request: Unconfirmed');
    expect(await mailsTo('quiet@example.com')).toEqual([]);
  });
});
