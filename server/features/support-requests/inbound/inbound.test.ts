import { createHmac } from 'node:crypto';
import pino from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { startImapFake } from '#fakes/imap/imap.ts';
import { readMailbox } from '#server/features/support-requests/tasks.ts';
import { memoryLimits } from '#server/http/limits.ts';
import { imapMailbox } from '#server/integrations/mailbox/imap.ts';
import { png } from '#server/testing/pictures.ts';
import { jobDraft } from '#server/testing/request-samples.ts';
import { startTestServer } from '#server/testing/test-server.ts';
import { openInboxWorld } from '#server/testing/worlds/inbox-world.ts';

const secret = 'a-secret-of-the-mail-webhook-32-long';
const start = Date.parse('2026-11-02T09:00:00Z');
const replyTo = 'reply@in.spark.example';

const settings = {
  INBOUND_MAIL: 'webhook',
  REPLY_ADDRESS: replyTo,
  MAIL_WEBHOOK_SECRET: secret,
  // Shared by all processes, so that each knows the addresses of the others.
  SECRET_KEY: 'a-secret-key-of-all-processes-32-long',
};
const world = openInboxWorld(settings);

let people = 0;

/** A request with a contact of its own, and the address that its mails are answered to. */
async function ask() {
  world.setTime(start);
  const email = `person-${++people}@example.com`;
  const asked = await world.ask('developer', { email });
  const [mail] = await world.sent(email);
  return { ...asked, email, address: mail?.replyTo ?? '' };
}

type MailParts = { from: string; to: string; id?: string; headers?: string[]; text?: string };

function mailOf({
  from,
  to,
  id = `<${++people}@mail.example>`,
  headers = [],
  text = 'It works.',
}: MailParts) {
  return [
    `From: Ada <${from}>`,
    `To: Support <${to}>`,
    `Message-ID: ${id}`,
    'Subject: Re: Answer to your request',
    ...headers,
    ...(headers.some((line) => line.startsWith('Content-Type'))
      ? []
      : ['Content-Type: text/plain; charset=utf-8']),
    '',
    text,
  ].join('\r\n');
}

/** With files, as base64. */
function withFiles(parts: MailParts, files: [name: string, type: string, bytes: Uint8Array | string][]) {
  const pieces = files.map(([name, type, bytes]) =>
    [
      '--border',
      `Content-Type: ${type}; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(bytes).toString('base64'),
    ].join('\r\n'),
  );
  const text = [
    '--border',
    'Content-Type: text/plain',
    '',
    parts.text ?? 'See here.',
    ...pieces,
    '--border--',
  ];
  return mailOf({
    ...parts,
    headers: [
      ...(parts.headers ?? []),
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="border"',
    ],
    text: text.join('\r\n'),
  });
}

function post(raw: string, { key = secret, at = start, server = world.server } = {}) {
  const timestamp = String(Math.floor(at / 1000));
  const signature = createHmac('sha256', key).update(`msg-1.${timestamp}.${raw}`).digest('base64');
  return server.fetch('/api/webhooks/mail', {
    method: 'POST',
    headers: {
      'content-type': 'message/rfc822',
      'webhook-id': 'msg-1',
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body: raw,
  });
}

/** More nested parts than the parser takes. */
function tooDeep() {
  const parts = Array.from({ length: 60 }, (_, depth) => [
    `Content-Type: multipart/mixed; boundary="b${depth}"`,
    '',
    `--b${depth}`,
  ]);
  return ['From: Eve <eve@evil.example>', `To: <${replyTo}>`, ...parts.flat(), '', 'deep'].join('\r\n');
}

const received = { status: 200, body: { received: true } };
async function sendMail(parts: MailParts) {
  const reply = await post(mailOf(parts));
  expect({ status: reply.status, body: await reply.json() }).toEqual(received);
}
const messagesOf = async (id: string) => (await world.read(id)).messages;
const notAdded = async (email: string) =>
  (await world.sent(email, 'Your mail was not added')).map(({ body }) => body);

describe('an answer by mail', () => {
  it('is added without what it quotes and its secrets, and makes it our turn', async () => {
    const { id, email, address } = await ask();
    expect(address).toMatch(/^reply\+[0-9a-z]{44}@in\.spark\.example$/);
    await world.claim(id);
    await world.write(id, 'question', 'Which browser?');
    world.setTime(start + 1000);
    const text = [
      'Firefox. My password: tuna-and-rice-9',
      '',
      'On Mon, 2 Nov 2026 at 10:00, Startup Spark <hello@spark.example> wrote:',
      '> Which browser?',
    ].join('\r\n');
    await sendMail({ from: email.toUpperCase(), to: address.toUpperCase(), text });
    expect((await messagesOf(id)).at(-1)).toMatchObject({
      kind: 'customer',
      author: email,
      text: 'Firefox. My password: [masked: password]',
    });
    expect(await world.read(id)).toMatchObject({ waitingForCustomer: false, promise: { state: 'running' } });
    expect((await world.mails(id)).at(-1)).toBe('customer_answered:support');
  });

  it('is taken from HTML alone, without the quoted part', async () => {
    const { id, email, address } = await ask();
    await sendMail({
      from: email,
      to: address,
      headers: ['Content-Type: text/html'],
      text: '<p>It is <b>white</b>.</p><blockquote>Which page?</blockquote>',
    });
    expect((await messagesOf(id)).map(({ text }) => text)).toEqual(['It is white.']);
  });

  it('is counted once, however often and by whichever process it comes', async () => {
    const { id, email, address } = await ask();
    const raw = withFiles({ from: email, to: address, id: '<the-same@mail.example>' }, [
      ['log.txt', 'text/plain', 'a line'],
    ]);
    for (const server of [world.server, world.other, world.server])
      expect((await post(raw, { server })).status).toBe(200);
    expect(await messagesOf(id)).toMatchObject([{ text: 'See here.', attachments: [{ name: 'log.txt' }] }]);
  });

  it('brings its files within the limits, and says which were not added', async () => {
    const { id, email, address } = await ask();
    const raw = withFiles({ from: email, to: address }, [
      ['shot.png', 'image/png', png(2, 2)],
      ['server.log', 'text/plain', 'password=tuna-and-rice-9'],
      ['contract.pdf', 'application/pdf', '%PDF-1.4 \u0000 binary'],
      ['IMG_1.HEIC', 'image/heic', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
    ]);
    await post(raw);
    const [message] = await messagesOf(id);
    expect(message?.attachments.map(({ name }) => name).toSorted()).toEqual([
      'contract.pdf',
      'server.log',
      'shot.png',
    ]);
    const [letter] = await notAdded(email);
    expect(letter).toContain('"IMG_1.HEIC": iPhone picture: send it as JPEG');
    expect(letter).not.toContain('server.log');
  });

  it('is refused to unknown, forged and older addresses, which looks the same from outside', async () => {
    const { founder, id, email, address } = await ask();
    const forged = address.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@'));
    const unknown = address.replace(/\+./, (begin) => (begin === '+1' ? '+2' : '+1'));
    for (const to of [forged, unknown, replyTo, 'someone@else.example']) await sendMail({ from: email, to });
    expect(await messagesOf(id)).toEqual([]);
    const moved = await world.server.call('PUT', `/api/jobs/${id}`, {
      token: founder.token,
      body: jobDraft({ email: 'new-contact@example.com' }),
    });
    expect(moved.status).toBe(200);
    await sendMail({ from: email, to: address });
    expect(await messagesOf(id)).toEqual([]);
    expect(await notAdded(email)).toEqual([]);
    expect(await notAdded('new-contact@example.com')).toEqual([]);
  });

  it('from another sender is not added, and the contact learns it', async () => {
    const { id, email, address } = await ask();
    await sendMail({ from: 'stranger@example.com', to: address });
    expect(await messagesOf(id)).toEqual([]);
    expect(await notAdded(email)).toEqual([expect.stringContaining('from another address')]);
    expect(await notAdded('stranger@example.com')).toEqual([]);
  });

  it('from other senders is told once an hour', async () => {
    const limited = await startTestServer({ limits: memoryLimits, now: () => start }, settings, world.server);
    const { email, address } = await ask();
    for (const _twice of [1, 2]) {
      const raw = mailOf({ from: 'stranger@example.com', to: address });
      expect((await post(raw, { server: limited })).status).toBe(200);
    }
    expect(await notAdded(email)).toHaveLength(1);
    await limited.close();
  });

  it("from the owner's own address is shown as the owner's", async () => {
    const { founder, id, address } = await ask();
    await sendMail({ from: founder.email, to: address });
    expect(await messagesOf(id)).toMatchObject([{ author: founder.email }]);
  });

  it('to a request that is closed, and without a text, says so', async () => {
    const { id, email, address } = await ask();
    await sendMail({ from: email, to: address, text: '> only a quote' });
    await world.claim(id);
    await world.write(id, 'reply');
    await world.act(`${id}/resolve`);
    const at = start + 15 * 86_400_000;
    world.setTime(at);
    expect((await post(mailOf({ from: email, to: address }), { at })).status).toBe(200);
    expect((await notAdded(email)).toSorted()).toEqual([
      expect.stringContaining('It held no text'),
      expect.stringContaining('resolved more than 14 days ago'),
    ]);
    expect(await messagesOf(id)).toHaveLength(1);
  });

  it.each([
    ['an auto-reply', ['Auto-Submitted: auto-replied']],
    ['a bulk mail', ['Precedence: bulk']],
    ['a mail of a list', ['List-Id: <news.example.com>']],
    ['a bounce', ['Return-Path: <>']],
    ['a delivery report', ['Content-Type: multipart/report; boundary="x"']],
  ])('that is %s is dropped', async (_case, headers) => {
    const { id, email, address } = await ask();
    await sendMail({ from: email, to: address, headers });
    expect(await messagesOf(id)).toEqual([]);
    expect(await notAdded(email)).toEqual([]);
  });
});

describe('the webhook of mails', () => {
  it('takes only what is signed with its secret, within five minutes', async () => {
    const { id, email, address } = await ask();
    const raw = mailOf({ from: email, to: address });
    const late = 5 * 60_000 + 1000;
    for (const options of [{ key: 'another secret' }, { at: start - late }, { at: start + late }]) {
      const refused = await post(raw, options);
      expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
        400,
        'mail_webhook_refused',
      ]);
    }
    const bare = await world.server.fetch('/api/webhooks/mail', { method: 'POST', body: raw });
    expect(bare.status).toBe(400);
    expect(await messagesOf(id)).toEqual([]);
  });
});

describe('a mailbox', async () => {
  const imap = await startImapFake();
  afterAll(() => imap.stop());
  const box = openInboxWorld({ INBOUND_MAIL: 'imap', REPLY_ADDRESS: replyTo, IMAP_URL: imap.url });

  it('is read by IMAP: each unread mail once, and it stays there', async () => {
    box.setTime(start);
    const { id } = await box.ask('developer', { email: 'imap@example.com' });
    const [mail] = await box.sent('imap@example.com');
    imap.deliver(mailOf({ from: 'imap@example.com', to: mail?.replyTo ?? '', text: 'By IMAP.' }));
    imap.deliver('not a mail at all');
    imap.deliver(tooDeep());
    for (const _twice of [1, 2]) await box.server.app.runDueTasks(readMailbox);
    expect((await box.read(id)).messages.map(({ text }) => text)).toEqual(['By IMAP.']);
    expect(imap.flags()).toEqual([['\\Seen'], ['\\Seen'], ['\\Seen']]);
  });

  it('gives way to other mails after one that failed, which stays unread', async () => {
    const busy = await startImapFake();
    const mailbox = imapMailbox({ url: busy.url, log: pino({ level: 'silent' }) });
    for (let count = 0; count < 50; count++)
      busy.deliver(mailOf({ from: 'a@b.example', to: 'c', text: 'bad' }));
    busy.deliver(mailOf({ from: 'a@b.example', to: 'c', text: 'good' }));
    for (const _twice of [1, 2])
      await mailbox.readNew(async (raw) => {
        if (Buffer.from(raw).includes('bad')) throw new Error('not now');
      });
    const flags = busy.flags();
    expect(flags.at(-1)).toEqual(['\\Seen']);
    expect(flags.slice(0, 50).flat()).toEqual([]);
    await busy.stop();
  });

  it('has no webhook beside it', async () => {
    expect((await box.server.fetch('/api/webhooks/mail', { method: 'POST', body: '' })).status).toBe(404);
  });
});
