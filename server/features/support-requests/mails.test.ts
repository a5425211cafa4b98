import { describe, expect, it } from 'vitest';
import { jobDraft, putOnPlan, submitJob } from '#server/testing/request-samples.ts';
import type { TestUser } from '#server/testing/test-server.ts';
import { openInboxWorld } from '#server/testing/worlds/inbox-world.ts';
import type { MailSettings } from '#shared/contracts/mail-settings.ts';
import type { Job, JobDraft } from '#shared/contracts/support-requests/support-requests.ts';

const supportEmail = 'help@spark.example';
const start = Date.parse('2026-11-02T09:00:00Z');
const all: MailSettings = {
  requestReceived: true,
  answer: true,
  waitingForYou: true,
  resolved: true,
  answerOverdue: true,
  paymentFailed: true,
  surveyAnswers: true,
};

const world = openInboxWorld({ SUPPORT_EMAIL: supportEmail });

let people = 0;
const newAddress = () => `person-${++people}@example.com`;

/** A request with a contact address of its own. */
async function ask(changes: Partial<JobDraft> = {}) {
  world.setTime(start);
  const email = newAddress();
  return { email, ...(await world.ask('developer', { email, ...changes })) };
}

/** Somebody with an account of this address, and a request with this contact. */
async function askAs(account: string, email: string, changes: Partial<JobDraft> = {}) {
  world.setTime(start);
  const founder = await world.server.signUp('free', account);
  await putOnPlan(world.database, founder, 'developer');
  const fields = { email, ...changes };
  const { body } = await submitJob(world.server, founder, fields);
  const { id } = body.job as Job;
  const edit = (edited: Partial<JobDraft>) =>
    world.server.call('PUT', `/api/jobs/${id}`, {
      token: founder.token,
      body: jobDraft({ ...fields, ...edited }),
    });
  return { founder, id, edit };
}

/** The only mail to this address with such a subject. */
async function mailTo(email: string, subject: string) {
  const mails = await world.sent(email, subject);
  expect(mails.map((mail) => mail.subject)).toHaveLength(1);
  const [mail] = mails;
  if (!mail) throw new Error(`no mail "${subject}"`);
  return mail;
}

const subjectsTo = async (email: string) =>
  (await world.sent(email)).map(({ subject }) => subject).toSorted();
const tokenIn = (body: string) => /http:\/\/localhost:3000\/support-answer#token=([\w-]{43})/.exec(body)?.[1];
const readLinked = (token = '') => world.server.call('POST', '/api/support-thread', { body: { token } });

const setMails = (body: object, { token }: TestUser) =>
  world.server.call('PUT', '/api/mail-settings', { token, body });
const readMails = ({ token }: TestUser) => world.server.call('GET', '/api/mail-settings', { token });

describe('a new request', () => {
  it('is confirmed to the address of the account, with its text, the SLA and the link to the thread', async () => {
    const email = newAddress();
    await askAs(email, email.toUpperCase(), { issueDescriptions: ['First\n  issue 🎉', 'שלום'] });
    const mail = await mailTo(email.toUpperCase(), 'We have your request: Nobody can log in');
    expect(mail.replyTo).toBe(supportEmail);
    for (const part of [
      'First answer due by: 2 Nov 2026, 13:00 UTC',
      'you get one request back, for a plan with a limit.',
      'First\n  issue 🎉',
      'שלום',
      'App: Dog Walks',
      'https://dogs.example/login',
      'http://localhost:3000/settings',
    ]) {
      expect(mail.body).toContain(part);
    }
    expect(mail.body).not.toContain('Not yours?');
    const linked = await readLinked(tokenIn(mail.body));
    expect(linked.body).toMatchObject({ requestTitle: 'Nobody can log in', messages: [] });
  });

  it('quotes a stranger nothing but the title, and that not in the subject, and says how to stop it', async () => {
    const stranger = newAddress();
    const fields = {
      issueDescriptions: ['BUY CHEAP WATCHES at https://evil.example'],
      requestTitle: 'A title',
    };
    await askAs(newAddress(), stranger, fields);
    const { subject, body, html } = await mailTo(stranger, 'We have your request');
    expect(subject).toBe('We have your request');
    for (const part of ['evil.example', 'Dog Walks', 'dogs.example']) {
      expect(body).not.toContain(part);
      expect(html).not.toContain(part);
    }
    expect(body).toContain(`Not yours? Write to ${supportEmail}.`);
    // The team gets everything.
    expect((await mailTo(supportEmail, 'New request: A title')).body).toContain('evil.example');
  });

  it('is mailed to us with the link to the inbox', async () => {
    const { id, email } = await ask({ requestTitle: `Told to us ${'x'.repeat(289)}` });
    const mail = await mailTo(supportEmail, 'New request: Told to us');
    expect(mail.subject.length).toBeLessThan(130);
    expect(mail.body).toContain(`Contact: ${email}`);
    expect(mail.body).toContain(`http://localhost:3000/startup-spark-suite/inbox/${id}`);
    expect(mail.body).not.toContain('support-answer');
  });

  it('escapes HTML and strips direction characters', async () => {
    const attack = '<script>alert(1)</script>';
    const email = newAddress();
    await askAs(email, email, { requestTitle: `${attack} \u202eturned`, issueDescriptions: [attack] });
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
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    // One for each of the two requests.
    expect(await world.sent(email, 'We have your request')).toHaveLength(2);
  });
});

describe('a new contact address', () => {
  it('gets a mail with the link that leads to the thread now, each time it is one', async () => {
    const [first, second] = [newAddress(), newAddress()];
    const { edit } = await askAs(first, first, { requestTitle: 'Moved' });
    const oldToken = tokenIn((await mailTo(first, 'We have your request')).body);
    expect((await edit({ email: second })).status).toBe(200);
    const token = tokenIn((await mailTo(second, 'We have your request')).body);
    expect([(await readLinked(oldToken)).status, (await readLinked(token)).status]).toEqual([404, 200]);
    expect((await edit({ email: first })).status).toBe(200);
    const tokens = (await world.sent(first)).map(({ body }) => tokenIn(body));
    expect(tokens).toHaveLength(2);
    expect(new Set([...tokens, oldToken]).size).toBe(2);
    expect(await world.sent(supportEmail, 'New request: Moved')).toHaveLength(1);
  });

  it('gets no mail when only other fields change', async () => {
    const email = newAddress();
    const { edit, id } = await askAs(email, email);
    await edit({ requestTitle: 'Other words' });
    expect(await world.mails(id)).toEqual(['received:customer', 'received:support']);
  });
});

describe('a change of a request', () => {
  it('is mailed to the customer: a question, an answer, and that it is resolved', async () => {
    const { email, id } = await ask();
    await world.claim(id);
    await world.write(id, 'question', 'Which browser do you use?');
    const question = await mailTo(email, 'Grace needs something from you');
    expect(question.body).toContain('Which browser do you use?');
    await world.write(id, 'reply', 'Clear the cache,\n  then try again.');
    const answer = await mailTo(email, 'Grace answered your request');
    expect(answer.body).toContain('Clear the cache,\n  then try again.');
    await world.act(`${id}/resolve`);
    const resolved = await mailTo(email, 'Your request is resolved');
    expect(resolved.body).toContain('Answer within 14 days');
    for (const { body, html } of [question, answer, resolved]) {
      expect(body).toMatch(/\/support-answer#token=[\w-]{43}/);
      expect(body).toContain('http://localhost:3000/settings');
      expect(html).not.toContain('@support.example');
    }
  });

  it('is not mailed for a note', async () => {
    const { email, id } = await ask();
    await world.write(id, 'note', 'A difficult one.');
    expect(await subjectsTo(email)).toEqual(['We have your request']);
  });

  it('is not mailed as resolved once it was reopened', async () => {
    const { email, id } = await ask({ requestTitle: 'Twice over' });
    await world.claim(id);
    await world.write(id, 'reply');
    await world.act(`${id}/resolve`);
    // The first of them waits for an outage.
    await world.act(`${id}/reopen`);
    world.setTime(start + 1000);
    await world.act(`${id}/resolve`);
    expect(await world.sent(email, 'Your request is resolved')).toHaveLength(1);
  });

  it('is mailed to us: a customer’s answer, and that it reopens a request', async () => {
    const { email, founder, id } = await ask({ requestTitle: 'White page' });
    await world.claim(id);
    await world.write(id, 'reply');
    await world.answer(founder, id, 'It is still white.');
    const answered = await mailTo(supportEmail, 'Customer answered: White page');
    expect(answered.body).toContain('It is still white.');
    expect(answered.body).toContain(`/startup-spark-suite/inbox/${id}`);
    expect(answered.body).not.toContain('support-answer');
    await world.act(`${id}/resolve`);
    await world.answer(founder, id, 'White again.');
    expect((await mailTo(supportEmail, 'Reopened: White page')).body).toContain('White again.');
    expect((await world.sent(email)).some(({ body }) => body.includes('White again.'))).toBe(false);
  });

  it('is reported to both sides when it is breached', async () => {
    const { email, id, founder } = await ask({ requestTitle: 'Late one' });
    world.setTime(start + 4 * 3_600_000 + 1);
    await world.claim(id);
    await world.write(id, 'reply');
    const mail = await mailTo(email, 'We did not keep our promise');
    expect(mail.body).toContain('You have one request back');
    const told = await mailTo(supportEmail, 'Late: Late one');
    expect(told.body).toContain('Answer was due by: 2 Nov 2026, 13:00 UTC');
    expect(await world.extraRequests(founder)).toBe(1);
  });
});

describe('the mail settings', () => {
  it('are all on until they are switched off, and each user has their own', async () => {
    const { founder } = await ask();
    expect((await readMails(founder)).body).toEqual(all);
    const some = { ...all, answer: false, answerOverdue: false };
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
    await setMails({ ...all, waitingForYou: false, resolved: false, answerOverdue: false }, founder);
    world.setTime(start + 5 * 3_600_000);
    await world.claim(id);
    await world.write(id, 'question');
    await world.write(id, 'reply', 'This one is wanted.');
    await world.act(`${id}/resolve`);
    await mailTo(supportEmail, 'Late: Quiet one');
    expect(await subjectsTo(email)).toEqual(['Re: We have your request', 'We have your request']);
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
    await world.server.call('POST', '/api/jobs', { token: founder.token, body });
    await mailTo(supportEmail, 'New request: Unconfirmed');
    expect(await world.sent('quiet@example.com')).toEqual([]);
  });
});
