import { createServer, type Socket } from 'node:net';
import { desc } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connectDatabase, type Database } from '#server/database/connect.ts';
import { outbox } from '#server/database/tables.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { type MailServer, startMailServer } from '#server/testing/mail-server.ts';
import { embeddedMail } from './embedded.ts';
import { type Mail, type MailMessage, MailRefusedError } from './port.ts';
import { smtpMail } from './smtp.ts';

let testDatabase: TestDatabase;
let database: Database;
let mailServer: MailServer;
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('testDatabaseUrl'));
  database = connectDatabase(testDatabase.url, () => {});
  mailServer = await startMailServer();
});
afterAll(async () => {
  await mailServer.stop();
  await database.close();
  await testDatabase.drop();
});

const from = 'Startup Spark <hello@spark.example>';
const lines: Record<string, unknown>[] = [];
const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
const plainSmtp = { from, clientName: null, certificates: null, triesNow: false, log, silenceMs: 400 };
const makeSmtp = (url: string, more: Partial<Parameters<typeof smtpMail>[0]> = {}) =>
  smtpMail({ url, ...plainSmtp, ...more });

/** The newest mail as its reader would see it; null where there is none. */
type Seen = {
  to: string[];
  subject: string;
  text: string;
  html: string | null;
  replyTo: string | null;
  unsubscribeUrl: string | null;
  calendar: string | null;
  files: { name: string; type: string; content: string }[];
};
type Subject = { mail: Mail; newest(): Promise<Seen | null>; count(): Promise<number> };

const adapters: Record<string, () => Subject> = {
  embedded: () => ({
    mail: embeddedMail(database),
    count: () => database.sql.$count(outbox),
    async newest() {
      const [row] = await database.sql.select().from(outbox).orderBy(desc(outbox.id)).limit(1);
      return row ? { ...row, to: [row.recipient], text: row.body, files: row.files ?? [] } : null;
    },
  }),
  smtp: () => ({
    mail: makeSmtp(mailServer.url),
    count: async () => mailServer.arrived.length,
    newest: async () => seenBySmtp(mailServer),
  }),
};

function seenBySmtp({ arrived }: MailServer): Seen | null {
  const mail = arrived.at(-1);
  if (!mail) return null;
  const { parsed } = mail;
  const list = parsed.headers.find(({ key }) => key === 'list-unsubscribe')?.value;
  const calendar = parsed.attachments.find(({ mimeType }) => mimeType === 'text/calendar');
  return {
    to: mail.to,
    subject: parsed.subject ?? '',
    // The end of a message is a line break of the protocol.
    text: (parsed.text ?? '').replace(/\r?\n$/, ''),
    html: parsed.html?.replace(/\r?\n$/, '') ?? null,
    replyTo: parsed.replyTo?.[0]?.address ?? null,
    unsubscribeUrl: list?.replace(/^<|>$/g, '') ?? null,
    calendar: calendar ? decoded(calendar.content) : null,
    files: parsed.attachments
      .filter(({ disposition }) => disposition === 'attachment')
      .map(({ filename, mimeType, content }) => ({
        name: filename ?? '',
        type: mimeType,
        content: Buffer.from(content as Uint8Array).toString('base64'),
      })),
  };
}

function decoded(content: string | ArrayBuffer | Uint8Array): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content);
}

const plain: MailMessage = { to: 'ada@example.com', subject: 'Hello', text: 'Good morning.' };
const calendar = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:REQUEST\r\nEND:VCALENDAR';

describe.each(Object.entries(adapters))('%s mail', (_name, make) => {
  it('carries every part of a message as it was written', async () => {
    const { mail, newest } = make();
    const message = {
      to: 'ada+list@example.com',
      subject: 'Grüße 🎉 an alle, auch an Zoë: 日本語',
      text: 'Ünïcödé\nand a second line with a . alone:\n.\nend 🎉',
      html: '<p>Ünïcödé &amp; more <b>bold</b> 🎉</p>',
      replyTo: 'visitor@exämple.com',
      unsubscribeUrl: `https://spark.example/api/notify/unsubscribe?token=${'x'.repeat(43)}`,
      calendar,
      files: [
        {
          name: 'Größe 決済.pdf',
          type: 'application/pdf',
          content: Buffer.from('%PDF-1.7\n\0\xff', 'latin1'),
        },
        { name: 'log.txt', type: 'text/plain', content: Buffer.from('ü\n.\n') },
      ],
    };
    await mail.send(message);
    const seen = await newest();
    expect(seen).toMatchObject({ to: [message.to], subject: message.subject, text: message.text });
    expect(seen).toMatchObject({ html: message.html, unsubscribeUrl: message.unsubscribeUrl });
    expect(seen?.replyTo).toMatch(/^visitor@(exämple|xn--exmple-cua)\.com$/);
    expect(seen?.files.filter(({ type }) => type !== 'application/ics')).toEqual(
      message.files.map((file) => ({ ...file, content: file.content.toString('base64') })),
    );
    expect(seen?.calendar?.trim().split(/\r?\n/)).toEqual(calendar.split('\r\n'));
    mail.close();
  });

  it('omits absent parts', async () => {
    const { mail, newest } = make();
    await mail.send(plain);
    expect(await newest()).toMatchObject({
      text: plain.text,
      html: null,
      replyTo: null,
      unsubscribeUrl: null,
      calendar: null,
      files: [],
    });
    mail.close();
  });

  it('sends a subject on one line', async () => {
    const { mail, newest } = make();
    for (const lineBreak of ['\r\n', '\n', '\r', '\u2028', '\0\r\n ']) {
      await mail.send({
        ...plain,
        subject: `Hi${lineBreak}Bcc: eve@evil.example${lineBreak}${lineBreak}Body`,
      });
      const seen = await newest();
      expect(seen).toMatchObject({
        subject: 'Hi Bcc: eve@evil.example Body',
        to: [plain.to],
        text: plain.text,
      });
    }
    mail.close();
  });

  it.each([
    ['a line break and a header', 'ada@example.com\r\nBcc: eve@evil.example'],
    ['a line break and a command', 'ada@example.com>\r\nRCPT TO:<eve@evil.example'],
    ['a bare line feed', 'ada@example.com\neve@evil.example'],
    ['two addresses', 'ada@example.com, eve@evil.example'],
    ['two addresses without a space', 'ada@example.com,eve@evil.example'],
    ['a name with an address', 'Ada <eve@evil.example>'],
    ['a group', 'all: ada@example.com, eve@evil.example;'],
    ['a quoted name', '"ada@example.com" eve@evil.example'],
    ['no address', 'nobody'],
    ['nothing', ''],
  ])('refuses %s for good, as recipient and as address to answer to', async (_case, address) => {
    const { mail, count } = make();
    const before = await count();
    await expect(mail.send({ ...plain, to: address })).rejects.toBeInstanceOf(MailRefusedError);
    await expect(mail.send({ ...plain, replyTo: address })).rejects.toBeInstanceOf(MailRefusedError);
    expect(await count()).toBe(before);
    mail.close();
  });
});

describe('smtp mail', () => {
  it('names the sender, and a repeated mail by the same id', async () => {
    const mail = makeSmtp(mailServer.url);
    await mail.send({ ...plain, id: 'contact-7' });
    await mail.send({ ...plain, id: 'contact-7' });
    const [first, second] = mailServer.arrived.slice(-2);
    expect(first?.from).toBe('hello@spark.example');
    expect(first?.parsed.from).toMatchObject({ name: 'Startup Spark', address: 'hello@spark.example' });
    expect([first?.parsed.messageId, second?.parsed.messageId]).toEqual(
      Array(2).fill('<contact-7@spark.example>'),
    );
    mail.close();
  });

  it('offers to unsubscribe with one click, and an invitation that calendars understand', async () => {
    const mail = makeSmtp(mailServer.url);
    await mail.send({ ...plain, unsubscribeUrl: 'https://spark.example/leave?token=t', calendar });
    const { raw } = mailServer.arrived.at(-1) ?? { raw: '' };
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
    expect(raw).toMatch(/^Content-Type: text\/calendar; charset=utf-8; method=REQUEST\r?$/m);
    mail.close();
  });

  it('asks for no automatic answer, also beside other headers', async () => {
    const mail = makeSmtp(mailServer.url);
    for (const unsubscribeUrl of [undefined, 'https://spark.example/leave?token=t']) {
      await mail.send({ ...plain, ...(unsubscribeUrl && { unsubscribeUrl }) });
      const { raw } = mailServer.arrived.at(-1) ?? { raw: '' };
      expect(raw).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
      expect(raw).toMatch(/^X-Auto-Response-Suppress: All\r?$/m);
    }
    mail.close();
  });

  it('can be sent again after 451, and fails for good after 550', async () => {
    const mail = makeSmtp(mailServer.url);
    const before = mailServer.arrived.length;
    for (const command of ['RCPT TO', 'DATA'] as const) {
      mailServer.refuseNext(command, 451);
      await expect(mail.send(plain)).rejects.not.toBeInstanceOf(MailRefusedError);
      mailServer.refuseNext(command, 550);
      await expect(mail.send(plain)).rejects.toBeInstanceOf(MailRefusedError);
    }
    await mail.send(plain);
    expect(mailServer.arrived.length).toBe(before + 1);
    mail.close();
  });

  it.each(['MAIL FROM', 'RCPT TO', 'DATA'] as const)(
    'goes out from the account where a server refuses another sender at %s',
    async (command) => {
      const mail = makeSmtp(mailServer.url);
      await mail.send({ ...plain, bounceTo: 'reply+1@in.example' });
      expect(mailServer.arrived.at(-1)?.from).toBe('reply+1@in.example');
      mailServer.refuseNext(command, 554);
      await mail.send({ ...plain, bounceTo: 'reply+2@in.example' });
      expect(mailServer.arrived.at(-1)?.from).toBe('hello@spark.example');
      mail.close();
    },
  );

  it('can be sent again when the sender or the sign-in is refused: settings can be mended', async () => {
    const mail = makeSmtp(mailServer.url);
    const before = lines.length;
    for (const _try of [1, 2]) {
      mailServer.refuseNext('MAIL FROM', 550);
      await expect(mail.send(plain)).rejects.not.toBeInstanceOf(MailRefusedError);
    }
    expect(lines.slice(before)).toMatchObject([{ reason: 'sender refused' }]);
    mail.close();
    const strict = await startMailServer(0, { spark: 'right' });
    const stranger = makeSmtp(strict.url.replace('//', '//spark:wrong@'));
    await expect(stranger.send(plain)).rejects.not.toBeInstanceOf(MailRefusedError);
    expect(lines.slice(-2)).toMatchObject([{ reason: 'sender refused' }, { reason: 'wrong password' }]);
    const known = makeSmtp(strict.url.replace('//', '//spark:right@'));
    await known.send(plain);
    expect(strict.arrived).toHaveLength(1);
    stranger.close();
    known.close();
    await strict.stop();
  });

  it('can be sent again when the server is down', async () => {
    const gone = await startMailServer();
    await gone.stop();
    const mail = makeSmtp(gone.url);
    await expect(mail.send(plain)).rejects.not.toBeInstanceOf(MailRefusedError);
    const back = await startMailServer(gone.port);
    await mail.send(plain);
    expect(back.arrived).toHaveLength(1);
    mail.close();
    await back.stop();
  });

  it('gives up soon on a server that takes the connection and never speaks', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket.on('error', () => {})));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const mail = makeSmtp(`smtp://127.0.0.1:${typeof address === 'object' && address?.port}`);
    const started = performance.now();
    await expect(mail.send(plain)).rejects.not.toBeInstanceOf(MailRefusedError);
    expect(performance.now() - started).toBeLessThan(5_000);
    mail.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
  });

  it('tries a wrong password once for all mails, and again after a pause that grows', async () => {
    const strict = await startMailServer(0, { spark: 'right' });
    let minutes = 0;
    const now = () => minutes * 60_000;
    const mail = makeSmtp(strict.url.replace('//', '//spark:wrong@'), { now, triesNow: true });
    const before = lines.length;
    for (; minutes < 60; minutes += 1)
      await Promise.allSettled(Array.from({ length: 3 }, () => mail.send(plain)));
    // At minutes 0, 5, 15 and 35.
    expect(strict.signIns()).toBe(4);
    expect(lines.slice(before).map(({ msg }) => msg)).toEqual([
      `the mail server 127.0.0.1:${strict.port} can't be used: wrong password. Check the user and the password in SMTP_URL. The next try is in 5 minutes, later each hour.`,
    ]);
    mail.close();
    await strict.stop();
  });

  it('names the public host in its greeting', async () => {
    const mail = makeSmtp(mailServer.url, { clientName: 'spark.example' });
    await mail.send(plain);
    expect(mailServer.arrived.at(-1)?.greeting).toBe('spark.example');
    mail.close();
  });

  it('logs why a mail was not accepted, without the mail', () => {
    expect(lines).toContainEqual(expect.objectContaining({ code: 'EMESSAGE', status: 550, command: 'DATA' }));
    expect(JSON.stringify(lines)).not.toContain('ada@');
  });
});
