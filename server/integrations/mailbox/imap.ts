import { ImapFlow } from 'imapflow';
import type { Logger } from 'pino';
import { type FailedMail, type Mailbox, type MailReader, mailLimit, type Position } from './port.ts';

type ImapMailboxOptions = {
  /** `imaps://user:password@host/folder`, the password percent-encoded; INBOX without a folder. */
  url: string;
  log: Logger;
  /** Longest silence of the server, in milliseconds. */
  silenceMs?: number;
  now: () => number;
};

/** Tries of a mail that can't be handled: pauses double from a minute to four hours, for two days. */
const mostTries = 20;

/** Mails whose headers are read at once. */
const batch = 500;

/** Longest visit, less than a task may take; the rest waits for the next. */
const visitMs = 60_000;

/** Headers that can name who a mail was delivered to. */
const recipientHeaders = ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to'];

/** Reads a folder by IMAP; mails stay in it. */
export function imapMailbox(options: ImapMailboxOptions): Mailbox {
  const { url, log, silenceMs = 20_000, now } = options;
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const secure = protocol === 'imaps:';
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  const folder = decodeURIComponent(pathname.slice(1)) || 'INBOX';
  const name = `${decodeURIComponent(username)}@${hostname}/${folder}`;

  async function open(): Promise<ImapFlow> {
    const client = new ImapFlow({
      host: hostname,
      port: Number(port) || (secure ? 993 : 143),
      secure,
      // Send no password in the clear, except on this machine.
      doSTARTTLS: secure || isLocal ? undefined : true,
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      logger: false,
      connectionTimeout: silenceMs,
      greetingTimeout: silenceMs,
      socketTimeout: silenceMs,
    });
    // A lost connection also fails the command that waits.
    client.on('error', (err) => log.warn({ err }, 'the connection to the mailbox was lost'));
    await client.connect();
    return client;
  }

  return {
    async readNew(reader) {
      const client = await open();
      try {
        await visit(client, reader);
      } finally {
        await client.logout().catch(() => client.close());
      }
    },
  };

  async function visit(client: ImapFlow, reader: MailReader): Promise<void> {
    const endsAt = Date.now() + visitMs;
    const { uidValidity, uidNext } = await client.mailboxOpen(folder, { readOnly: true });
    const position = await begin(client, reader, String(uidValidity), uidNext);
    const save = () => reader.savePosition(name, position);
    await save();
    const earlier = [...position.failed];
    const found = (await client.search({ uid: `${position.lastUid + 1}:*` }, { uid: true })) || [];
    // The last mail is in such a range even when it is below it.
    const fresh = found.filter((uid) => uid > position.lastUid).toSorted((a, b) => a - b);
    for (let from = 0; from < fresh.length; from += batch) {
      const uids = fresh.slice(from, from + batch);
      const wanted = await findWanted(client, uids, reader);
      for (const uid of uids) {
        if (Date.now() > endsAt) return save();
        if (wanted.has(uid)) {
          if (!(await readOne(client, uid, reader))) position.failed.push(failedAgain({ uid, tries: 0 }));
          position.lastUid = uid;
          await save();
        }
        position.lastUid = uid;
      }
      await save();
    }
    for (const mail of earlier.filter(({ nextAt }) => nextAt <= now())) {
      if (Date.now() > endsAt) return;
      const isOver = await readOne(client, mail.uid, reader, mail.tries + 1 >= mostTries);
      position.failed = position.failed.flatMap((one) => {
        if (one.uid !== mail.uid) return one;
        return isOver ? [] : failedAgain(one);
      });
      await save();
    }
  }

  function failedAgain({ uid, tries }: Pick<FailedMail, 'uid' | 'tries'>): FailedMail {
    return { uid, tries: tries + 1, nextAt: now() + Math.min(2 ** tries, 240) * 60_000 };
  }

  /** A mailbox that is new here is read from its first unread mail on, one with new numbers from its beginning. */
  async function begin(
    client: ImapFlow,
    reader: MailReader,
    validity: string,
    uidNext: number,
  ): Promise<Position> {
    const known = await reader.findPosition(name);
    if (known) return known.validity === validity ? known : { validity, lastUid: 0, failed: [] };
    const unread = (await client.search({ seen: false }, { uid: true })) || [];
    return { validity, lastUid: Math.min(uidNext, ...unread) - 1, failed: [] };
  }

  async function findWanted(
    client: ImapFlow,
    uids: number[],
    { isWanted }: MailReader,
  ): Promise<Set<number>> {
    const wanted = new Set<number>();
    const mails = await client.fetchAll(uids.join(','), { headers: recipientHeaders }, { uid: true });
    for (const { uid, headers } of mails)
      if (headers && (await isWanted(new Uint8Array(headers)).catch(() => false))) wanted.add(uid);
    return wanted;
  }

  /** False when it could not be handled and is to be tried again. */
  async function readOne(
    client: ImapFlow,
    uid: number,
    { handle, giveUp }: MailReader,
    isLastTry = false,
  ): Promise<boolean> {
    let raw: Uint8Array | undefined;
    try {
      const found = await client.fetchOne(String(uid), { size: true }, { uid: true });
      if (!found) return true;
      const isTooLarge = (found.size ?? 0) > mailLimit;
      const query = isTooLarge ? { headers: true } : { source: true };
      const fetched = await client.fetchOne(String(uid), query, { uid: true });
      raw = (fetched && (isTooLarge ? fetched.headers : fetched.source)) || undefined;
      if (!raw) return true;
      await handle(raw, { isTooLarge });
      return true;
    } catch (err) {
      // A lost connection fails for every mail.
      if (!client.usable) throw err;
      log[isLastTry ? 'error' : 'warn'](
        { err, uid },
        `a mail could not be handled and is ${isLastTry ? 'given up' : 'tried again'}`,
      );
      if (isLastTry && raw) await giveUp(raw);
      return isLastTry;
    }
  }
}
