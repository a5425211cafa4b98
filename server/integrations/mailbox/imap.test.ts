import { type AddressInfo, createServer, type Socket } from 'node:net';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ImapFake, startImapFake } from '#fakes/imap/imap.ts';
import { connectionLog } from '#server/integrations/mail/connection-log.ts';
import { imapMailbox } from './imap.ts';
import type { MailReader, Position } from './port.ts';

type Line = { reason?: string; msg: string };

let imap: ImapFake;
beforeEach(async () => {
  imap = await startImapFake();
});
afterEach(() => imap.stop());

/** A mailbox, all that was read from it, and the headers that were looked at, as the last line of each mail. */
function open(url = imap.url, { now = Date.now, silenceMs = 5_000 } = {}) {
  const lines: Line[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
  const options = { replyAddress: 'reply@in.example', certificates: null, silenceMs };
  const mailbox = imapMailbox({ url, ...options, log, now });
  const read: string[] = [];
  const arrivals: Date[] = [];
  let looked = 0;
  let newest: Date | null = null;
  let position: Position | null = null;
  const reader: MailReader = {
    async isWanted(headers) {
      looked += 1;
      return /reply\+/i.test(Buffer.from(headers).toString());
    },
    async handle(raw, { arrivedAt }) {
      read.push(Buffer.from(raw).toString().trim().split('\r\n').at(-1) ?? '');
      arrivals.push(arrivedAt);
    },
    newestMailAt: async () => newest,
    giveUp: async () => {},
    findPosition: async () => position,
    savePosition: async (_mailbox, saved) => {
      position = structuredClone(saved);
    },
  };
  return {
    visit: () => mailbox.readNew(reader),
    reader,
    read,
    arrivals,
    lines,
    storeUntil: (time: Date) => {
      newest = time;
    },
    looked: () => looked,
    position: () => position,
    forget: () => {
      position = null;
    },
    renumber: () => {
      if (position) position = { ...position, validity: 'an earlier one', lastUid: 4_000_000_000 };
    },
  };
}

const mailTo = (to: string, text: string, header = 'To') =>
  `From: a@b.example\n${header}: ${to}\nSubject: Hi\n\n${text}`;

describe('a mailbox', () => {
  it('reads mails to signed addresses before all others, and each once', async () => {
    for (let n = 0; n < 600; n += 1) imap.deliver(mailTo('team@in.example', `other ${n}`));
    imap.deliver(mailTo('reply+abc@in.example', 'first'));
    imap.deliver(mailTo('Reply+def@in.example', 'second', 'Delivered-To'));
    const box = open();
    const lookedAt: number[] = [];
    const { handle } = box.reader;
    box.reader.handle = async (...args) => {
      lookedAt.push(box.looked());
      await handle(...args);
    };
    await box.visit();
    expect(box.read).toEqual(['first', 'second']);
    // Of the others not even the headers.
    expect(lookedAt).toEqual([2, 2]);
    expect(box.position()).toMatchObject({ lastUid: 602, failed: [] });
    await box.visit();
    expect([box.read.length, box.looked()]).toEqual([2, 602]);
  });

  it.each(['forget', 'renumber'] as const)(
    'reads only the mails of the last days where its position is unknown: %s',
    async (lose) => {
      const old = new Date(Date.now() - 40 * 86_400_000);
      imap.deliver(mailTo('reply+abc@in.example', 'long ago'), [], old);
      for (let n = 0; n < 50; n += 1) imap.deliver(mailTo('team@in.example', 'other'), [], old);
      imap.deliver(mailTo('reply+def@in.example', 'lately, and read by others'), ['\\Seen']);
      const box = open();
      await box.visit();
      box[lose]();
      await box.visit();
      expect(box.read).toEqual(Array(2).fill('lately, and read by others'));
      expect(box.looked()).toBe(2);
      expect(box.position()).toMatchObject({ lastUid: 52 });
    },
  );
});

describe('a mailbox whose server', () => {
  it('refuses to search by header is read all the same', async () => {
    imap.failSearches('refuse');
    imap.deliver(mailTo('reply+abc@in.example', 'found'));
    const box = open();
    await box.visit();
    expect([box.read, box.lines]).toEqual([['found'], []]);
  });

  it('is too slow to search by header is searched no more', async () => {
    imap.failSearches('hang');
    imap.deliver(mailTo('reply+abc@in.example', 'found'));
    const box = open(imap.url, { silenceMs: 500 });
    for (const _twice of [1, 2]) await box.visit();
    expect(box.read).toEqual(['found']);
    expect(box.lines.map(({ reason }) => reason)).toEqual(['connection lost', undefined]);
  });
});

describe('a mail', () => {
  it('is said to have arrived when it came to the mailbox', async () => {
    const at = new Date('2026-11-02T09:00:00Z');
    imap.deliver(mailTo('reply+abc@in.example', 'found'), [], at);
    const box = open(imap.url, { now: () => at.getTime() + 600_000 });
    await box.visit();
    expect(box.arrivals).toEqual([at]);
  });

  it('that came by another way before is not read again from a mailbox without a position', async () => {
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    for (const minutes of [2_000, 30, 10, 5])
      imap.deliver(mailTo('reply+abc@in.example', `${minutes} minutes ago`), [], minutesAgo(minutes));
    const box = open();
    box.storeUntil(minutesAgo(20));
    await box.visit();
    expect(box.read).toEqual(['10 minutes ago', '5 minutes ago']);
    box.renumber();
    await box.visit();
    expect(box.read.slice(2)).toEqual(['2000', '30', '10', '5'].map((minutes) => `${minutes} minutes ago`));
  });
});

describe('a mailbox that can not be read', () => {
  it('says why once, with what to check, and when it can again', async () => {
    const { port } = new URL(imap.url);
    await imap.stop();
    const box = open(imap.url);
    for (const _minute of [1, 2, 3]) await box.visit();
    imap = await startImapFake(Number(port));
    await box.visit();
    const mailbox = `mailbox INBOX at 127.0.0.1:${port}`;
    expect(box.lines.map(({ msg }) => msg)).toEqual([
      `the ${mailbox} can't be used: connection refused. Check the port in IMAP_URL, and that the server runs.`,
      `the ${mailbox} can be used again`,
    ]);
  });

  it('tries a wrong password again after a pause that grows', async () => {
    let minutes = 0;
    const box = open(imap.url.replace('testpass', 'wrong'), { now: () => minutes * 60_000 });
    const before = imap.signIns();
    for (; minutes < 150; minutes += 1) await box.visit();
    // At minutes 0, 5, 15, 35, 75 and 135.
    expect(imap.signIns() - before).toBe(6);
    expect(box.lines.map(({ reason }) => reason)).toEqual(Array(3).fill('wrong password'));
  });

  it('names a folder that can not be opened', async () => {
    const box = open(imap.url.replace('INBOX', 'Nowhere'));
    await box.visit();
    expect(box.lines).toMatchObject([{ reason: 'folder not opened' }]);
  });

  it('names the reason of each failure to connect', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const urls = {
      'time-out': `imap://u:p@127.0.0.1:${(silent.address() as AddressInfo).port}`,
      'TLS failed': imap.url.replace('imap:', 'imaps:'),
      'unknown host': 'imaps://u:p@mail.invalid',
    };
    for (const [reason, url] of Object.entries(urls)) {
      const box = open(url, { silenceMs: 300 });
      await box.visit();
      expect(box.lines).toMatchObject([{ reason }]);
    }
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
  });
});

it.each([
  [{ code: 'ESOCKET', originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'certificate not trusted'],
  [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID', tlsFailed: true }, 'certificate not trusted'],
  [{ code: 'ESOCKET', originalCode: 'ERR_SSL_WRONG_VERSION_NUMBER' }, 'TLS failed'],
  [{ tlsFailed: true }, 'TLS failed'],
  [{ code: 'EAUTH', responseCode: 538 }, 'TLS failed'],
  [{ code: 'EAUTH', responseCode: 454 }, 'sign-in not possible now'],
  [{ authenticationFailed: true, serverResponseCode: 'UNAVAILABLE' }, 'sign-in not possible now'],
  [{ code: 'EPROTOCOL', responseCode: 554 }, 'refused by the server'],
])('the failure %j is named %s', (failure, reason) => {
  const lines: Line[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
  connectionLog({ server: 'server', variable: 'URL', log }).reportFailure(failure);
  expect(lines).toMatchObject([{ reason }]);
});
