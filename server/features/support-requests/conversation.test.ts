import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { signUpVerified } from '#server/testing/agents.ts';
import { openMailingServer, supportEmail } from '#server/testing/mailing-server.ts';
import { putOnPlan, submitJob } from '#server/testing/request-samples.ts';
import type { TestUser } from '#server/testing/test-server.ts';
import type { InboxThread } from '#shared/contracts/support-requests/support-inbox.ts';

const secret = 'a-secret-of-the-mail-webhook-32-long';
const mailing = openMailingServer(
  {},
  {
    SUPPORT_AGENTS: 'grace@support.example',
    MAIL_FROM: 'The Crew <hello@spark.example>',
    INBOUND_MAIL: 'webhook',
    REPLY_ADDRESS: 'reply@in.spark.example',
    MAIL_WEBHOOK_SECRET: secret,
  },
);
let agent: TestUser;
beforeAll(async () => {
  agent = await signUpVerified(mailing.server, 'grace@support.example', 'Grace');
});

/** A request of a founder with this address, who is its contact. */
async function ask(email: string) {
  const founder = await mailing.server.signUp('free', email);
  await putOnPlan(mailing.database, founder, 'developer');
  const { body } = await submitJob(mailing.server, founder, { email });
  const { id } = body.job as { id: string };
  await act(`${id}/claim`, {});
  return { founder, id, email };
}

function act(path: string, body: object) {
  return mailing.server.call('POST', `/api/inbox/${path}`, { token: agent.token, body });
}

let messages = 0;
async function write(id: string, kind: 'question' | 'reply', text: string) {
  const { status } = await act(`${id}/messages`, { id: `message-${++messages}`, kind, text });
  expect(status).toBe(200);
}

async function send() {
  await mailing.retryNow();
  await mailing.server.app.runDueTasks();
}

const mailsTo = (email: string) => mailing.arrived().filter(({ to }) => to.includes(email));
const read = async (id: string) =>
  (await mailing.server.call('GET', `/api/inbox/${id}`, { token: agent.token }))
    .body as unknown as InboxThread;

/** Hands in a mail as the mail server of its recipient does. */
async function deliver(lines: string[]) {
  const raw = lines.join('\r\n');
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', secret).update(`msg-1.${timestamp}.${raw}`).digest('base64');
  const { status } = await mailing.server.fetch('/api/webhooks/mail', {
    method: 'POST',
    headers: {
      'content-type': 'message/rfc822',
      'webhook-id': 'msg-1',
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body: raw,
  });
  expect(status).toBe(200);
}

const header = (raw: string, name: string) =>
  new RegExp(`^${name}:(.*(?:\\r?\\n[ \\t].*)*)`, 'mi').exec(raw)?.[1]?.replaceAll(/\s+/g, ' ').trim() ??
  null;

describe('mails of one request', () => {
  it('are one conversation in every mail program', async () => {
    const { id, email } = await ask('thread@example.com');
    await write(id, 'question', 'Which browser?');
    await send();
    const [received, question] = mailsTo(email);
    await deliver([
      `From: Ada <${email}>`,
      `To: <${question?.parsed.replyTo?.[0]?.address}>`,
      'Subject: Re: We have your request: Nobody can log in',
      'Message-ID: <of-ada@phone.example>',
      `In-Reply-To: ${question?.parsed.messageId}`,
      '',
      'Firefox.',
    ]);
    await write(id, 'reply', 'Clear the cache.');
    await act(`${id}/resolve`, {});
    await send();
    const [, , answer, resolved] = mailsTo(email);
    const ids = [received, question, answer, resolved].map((mail) => mail?.parsed.messageId ?? '');
    expect(new Set(ids).size).toBe(4);
    const [first = '', second = '', third = ''] = ids;
    const ofAda = '<of-ada@phone.example>';
    expect(
      [received, question, answer, resolved].map((mail) => [
        mail?.parsed.subject,
        header(mail?.raw ?? '', 'References'),
        header(mail?.raw ?? '', 'In-Reply-To'),
      ]),
    ).toEqual([
      ['We have your request: Nobody can log in', null, null],
      ['Re: We have your request: Nobody can log in', first, first],
      ['Re: We have your request: Nobody can log in', `${first} ${second} ${ofAda}`, ofAda],
      ['Re: We have your request: Nobody can log in', `${first} ${second} ${third} ${ofAda}`, ofAda],
    ]);
    const toTeam = mailsTo(supportEmail).filter(({ raw }) => raw.includes(id));
    expect(toTeam.map(({ raw }) => header(raw, 'References'))).toEqual([null, toTeam[0]?.parsed.messageId]);
  });

  it('let nobody in who only names one of them', async () => {
    const { id, email } = await ask('guess@example.com');
    await send();
    const before = mailing.arrived().length;
    for (const to of ['reply@in.spark.example', 'hello@spark.example'])
      await deliver([
        `From: Ada <${email}>`,
        `To: <${to}>`,
        `In-Reply-To: ${mailsTo(email)[0]?.parsed.messageId}`,
        `References: ${mailsTo(email)[0]?.parsed.messageId}`,
        '',
        'Let me in.',
      ]);
    await send();
    expect((await read(id)).messages).toEqual([]);
    expect(mailing.arrived()).toHaveLength(before);
  });

  it('say that a program wrote them, but for the words of an agent', async () => {
    const { id, email } = await ask('own@example.com');
    await write(id, 'question', 'Which browser?');
    await write(id, 'reply', 'Clear the cache.');
    await act(`${id}/resolve`, {});
    await send();
    const signs = mailsTo(email).map(({ raw }) =>
      ['Auto-Submitted', 'X-Auto-Response-Suppress', 'Precedence'].map((name) => header(raw, name)),
    );
    const notice = ['auto-generated', 'All', null];
    const words = [null, null, null];
    expect(signs).toEqual([notice, words, words, notice]);
  });

  it('keep their order after an outage of the mail server', async () => {
    const { id, email } = await ask('outage@example.com');
    await send();
    await mailing.stopMail();
    await write(id, 'reply', 'The first answer.');
    await send();
    await mailing.startMail();
    await write(id, 'reply', 'The second answer.');
    // The first one waits for its next try; the second is new.
    await mailing.server.app.runDueTasks();
    expect(mailsTo(email)).toEqual([]);
    await send();
    expect(mailsTo(email).map(({ parsed }) => /The \w+ answer\./.exec(parsed.text ?? '')?.[0])).toEqual([
      'The first answer.',
      'The second answer.',
    ]);
  });

  it('come back to their request when they can not be delivered', async () => {
    const { id, email } = await ask('gone@example.com');
    await send();
    const [mail] = mailsTo(email);
    expect(mail?.from).toMatch(/^reply\+\w{44}@in\.spark\.example$/);
    expect(mail?.parsed.from?.address).toBe('hello@spark.example');
    const before = mailing.arrived().length;
    await deliver([
      'Return-Path: <>',
      'From: Mail Delivery System <MAILER-DAEMON@mx.example.com>',
      `To: <${mail?.from}>`,
      'Subject: Undelivered Mail Returned to Sender',
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      '',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example.com',
      '',
      `Original-Recipient: rfc822;${email}`,
      'Final-Recipient: rfc822; ada@elsewhere.example',
      'Action: failed',
      'Status: 5.1.1',
      '--b--',
    ]);
    await send();
    const { messages, history } = await read(id);
    expect(history.at(-1)).toMatchObject({ actor: 'system', action: 'mail_undelivered', to: email });
    expect(messages).toEqual([]);
    expect(mailing.arrived()).toHaveLength(before);
    // The team's mails are no customer's.
    expect(mailsTo(supportEmail).at(-1)?.from).toBe('hello@spark.example');
  });

  it('are known in what answers them by the name and address of their sender', async () => {
    const { id, email } = await ask('quotes@example.com');
    await send();
    const address = mailsTo(email)[0]?.from;
    const headers = 'Sent: Friday 08:00\nTo: Ada\nSubject: A question\n\n';
    const ofOthers = `From: The Crew <shop@x.example>\n${headers}Why?`;
    const quotes = [
      'Am Fr., 27. Nov. 2026 um 08:00 schrieb The Crew <hello@spark.example>:\n\nOther words',
      `On Friday, "The Crew" <${address}> wrote:\n> Other words`,
      `From: The Crew\n${headers}Other words`,
      ofOthers,
    ];
    for (const [number, quote] of quotes.entries())
      await deliver([
        `From: Ada <${email}>`,
        `To: <${address}>`,
        'Subject: Re: We have your request: Nobody can log in',
        '',
        `Answer ${number}.`,
        '',
        quote,
      ]);
    expect((await read(id)).messages.map(({ text }) => text).toSorted()).toEqual([
      'Answer 0.',
      'Answer 1.',
      'Answer 2.',
      `Answer 3.\n\n${ofOthers}`,
    ]);
  });

  it('are sent in our own name where the mail server takes no other', async () => {
    const { id, email } = await ask('strict@example.com');
    mailing.refuseNext('RCPT TO', 553);
    await send();
    expect(mailsTo(email)).toHaveLength(1);
    expect((await read(id)).history.map(({ action }) => action)).not.toContain('mail_undelivered');
  });
});
