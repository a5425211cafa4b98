import { ImapFlow, type MailboxObject, type SearchObject } from 'imapflow';
import type { Logger } from 'pino';
import { connectionLog } from '#server/integrations/mail/connection-log.ts';
import { type FailedMail, type Mailbox, type MailReader, mailLimit, type Position } from './port.ts';

type ImapMailboxOptions = {
  /** `imaps://user:password@host/folder`, the password percent-encoded; INBOX without a folder. */
  url: string;
  /** Signed addresses are made from it; mails to them are read before all others. */
  replyAddress: string;
  /** Trusted authorities (PEM); null for those that Node trusts. */
  certificates: string[] | null;
  log: Logger;
  /** Longest silence of the server, in milliseconds. */
  silenceMs?: number;
  now?: () => number;
};

/** Tries of a mail that can't be handled: pauses double from a minute to four hours, for two days. */
const mostTries = 20;

/** Mails whose headers are read at once. */
const batch = 500;

/** Mails that are searched at once: a server may say nothing before it has looked at all. */
const searchBatch = 5_000;

/** A mailbox without a known position is read from the mails of these days on. */
const recentDays = 30;
const dayMs = 86_400_000;

/** Longest visit, less than a task may take; the rest waits for the next. */
const visitMs = 60_000;

/** Longest search for signed addresses: it only decides which mails come first. */
const signedSearchMs = 20_000;

/** Headers that can name who a mail was delivered to. */
const recipientHeaders = ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to'];

/** Reads a folder by IMAP; mails stay in it. */
export function imapMailbox(options: ImapMailboxOptions): Mailbox {
  const { url, replyAddress, certificates, log, silenceMs = 20_000, now = Date.now } = options;
  const { protocol, host, hostname, port, username, password, pathname } = new URL(url);
  const secure = protocol === 'imaps:';
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  const folder = decodeURIComponent(pathname.slice(1)) || 'INBOX';
  const name = `${decodeURIComponent(username)}@${hostname}/${folder}`;
  // Without the user: addresses are left out of logs.
  const server = `mailbox ${folder} at ${host}`;
  const connection = connectionLog({ server, variable: 'IMAP_URL', log, now });
  const signedStart = replyAddress.replace(/@.*/, '+');
  const toSigned = { or: recipientHeaders.map((header) => ({ header: { [header]: signedStart } })) };
  /** Mails above the position that were read before their turn. */
  const ahead = new Set<string>();
  let isSearchTooSlow = false;

  return {
    async readNew(reader) {
      if (connection.isPaused()) return;
      const client = new ImapFlow({
        host: hostname,
        port: Number(port) || (secure ? 993 : 143),
        secure,
        // Send no password in the clear, except on this machine.
        doSTARTTLS: secure || isLocal ? undefined : true,
        tls: certificates ? { ca: certificates } : {},
        auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
        logger: false,
        connectionTimeout: silenceMs,
        greetingTimeout: silenceMs,
        socketTimeout: silenceMs,
      });
      try {
        await visit(client, await open(client, folder), reader);
        connection.reportSuccess();
      } catch (error) {
        const isOfServer = !client.usable || 'responseStatus' in Object(error);
        if (!isOfServer) throw error;
        connection.reportFailure(error);
      } finally {
        await client.logout().catch(() => client.close());
      }
    },
  };

  async function visit(client: ImapFlow, opened: MailboxObject, reader: MailReader): Promise<void> {
    const position = await begin(client, reader, opened);
    const save = () => reader.savePosition(name, position);
    await save();
    const earlier = [...position.failed];
    const above = await search(client, { uid: `${position.lastUid + 1}:*` });
    // The last mail is in such a range even when it is below it.
    const fresh = above.filter((uid) => uid > position.lastUid);
    const signed = isSearchTooSlow ? [] : await findSigned(client, fresh, toSigned).catch(searchNoMore);
    const endsAt = Date.now() + visitMs;
    for (const uids of inBatches(signed, batch)) if (!(await readWanted(uids))) return;
    for (const uids of inBatches(fresh, batch)) {
      if (!(await readWanted(uids))) return;
      position.lastUid = uids.at(-1) ?? position.lastUid;
      await save();
      for (const uid of uids) ahead.delete(keyOf(uid));
    }
    for (const mail of earlier.filter(({ nextAt }) => nextAt <= now())) {
      if (Date.now() > endsAt) return;
      const isOver = await readOne(client, mail.uid, reader, mail.tries + 1 >= mostTries);
      const others = position.failed.filter(({ uid }) => uid !== mail.uid);
      position.failed = isOver ? others : [...others, failedAgain(mail, now())];
      await save();
    }

    /** A time-out ends the connection, and would end each one after it. */
    function searchNoMore(error: unknown): never {
      isSearchTooSlow = true;
      throw error;
    }

    function keyOf(uid: number): string {
      return `${position.validity} ${uid}`;
    }

    /** False when the time of the visit is over. */
    async function readWanted(uids: number[]): Promise<boolean> {
      const failed = new Set(position.failed.map(({ uid }) => uid));
      const unread = uids.filter((uid) => !ahead.has(keyOf(uid)) && !failed.has(uid));
      for (const uid of await findWanted(client, unread, reader)) {
        if (Date.now() > endsAt) return false;
        if (await readOne(client, uid, reader)) ahead.add(keyOf(uid));
        else {
          position.failed.push(failedAgain({ uid, tries: 0 }, now()));
          await save();
        }
      }
      return Date.now() <= endsAt;
    }
  }

  /**
   * A mailbox that is new here is read from the newest mail on that came by any way, at most from the last days on. With
   * new numbers all of these days are read again: mails that were read from it before are known by their bytes.
   */
  async function begin(client: ImapFlow, reader: MailReader, opened: MailboxObject): Promise<Position> {
    const validity = String(opened.uidValidity);
    const known = await reader.findPosition(name);
    if (known?.validity === validity) return known;
    const since = now() - recentDays * dayMs;
    const first = await findFirst(client, since, known ? null : await reader.newestMailAt());
    return { validity, lastUid: (first ?? opened.uidNext) - 1, failed: [] };
  }

  /** False when it could not be handled and is to be tried again. */
  async function readOne(
    client: ImapFlow,
    uid: number,
    reader: MailReader,
    isLast = false,
  ): Promise<boolean> {
    let raw: Uint8Array | undefined;
    try {
      const found = await client.fetchOne(String(uid), { size: true, internalDate: true }, { uid: true });
      if (!found) return true;
      const isTooLarge = (found.size ?? 0) > mailLimit;
      const query = isTooLarge ? { headers: true } : { source: true };
      const fetched = await client.fetchOne(String(uid), query, { uid: true });
      raw = (fetched && (isTooLarge ? fetched.headers : fetched.source)) || undefined;
      const arrivedAt = new Date(found.internalDate ?? now());
      if (raw) await reader.handle(raw, { isTooLarge, arrivedAt });
      return true;
    } catch (err) {
      // A lost connection fails for every mail.
      if (!client.usable) throw err;
      const next = isLast ? 'given up' : 'tried again';
      log[isLast ? 'error' : 'warn']({ err, uid }, `a mail could not be handled and is ${next}`);
      if (isLast && raw) await reader.giveUp(raw);
      return isLast;
    }
  }
}

async function open(client: ImapFlow, folder: string): Promise<MailboxObject> {
  // A lost connection also fails the command that waits.
  client.on('error', () => {});
  await client.connect();
  return client.mailboxOpen(folder, { readOnly: true }).catch((error: Error) => {
    throw 'responseStatus' in error ? Object.assign(error, { isOfFolder: true }) : error;
  });
}

function failedAgain({ uid, tries }: Pick<FailedMail, 'uid' | 'tries'>, at: number): FailedMail {
  return { uid, tries: tries + 1, nextAt: at + Math.min(2 ** tries, 240) * 60_000 };
}

async function findWanted(client: ImapFlow, uids: number[], { isWanted }: MailReader): Promise<number[]> {
  if (uids.length === 0) return [];
  const wanted: number[] = [];
  const mails = await client.fetchAll(uids.join(','), { headers: recipientHeaders }, { uid: true });
  for (const { uid, headers } of mails)
    if (headers && (await isWanted(new Uint8Array(headers)).catch(() => false))) wanted.push(uid);
  return wanted.toSorted((a, b) => a - b);
}

async function search(client: ImapFlow, query: SearchObject): Promise<number[]> {
  const found = await client.search(query, { uid: true });
  if (!found) throw Object.assign(new Error('the server refused a search'), { responseStatus: 'NO' });
  return found.toSorted((a, b) => a - b);
}

/** The first mail since then, or after the newest one if that is later. */
async function findFirst(client: ImapFlow, since: number, newest: Date | null): Promise<number | undefined> {
  const after = newest?.getTime() ?? 0;
  if (after <= since) return (await search(client, { since: new Date(since) }))[0];
  // Servers compare days, in time zones of their own.
  const [first] = await search(client, { since: new Date(after - dayMs) });
  if (first === undefined) return undefined;
  const mails = await client.fetchAll(`${first}:*`, { internalDate: true }, { uid: true });
  const later = mails.filter(({ internalDate }) => new Date(internalDate ?? 0).getTime() > after);
  return later.map(({ uid }) => uid).toSorted((a, b) => a - b)[0];
}

/** Some servers refuse such a search, or search by whole words and find none: then their turn comes with all others. */
async function findSigned(client: ImapFlow, uids: number[], toSigned: SearchObject): Promise<number[]> {
  const signed: number[] = [];
  const endsAt = Date.now() + signedSearchMs;
  for (const range of inBatches(uids, searchBatch)) {
    if (Date.now() > endsAt) break;
    const query = { uid: `${range[0]}:${range.at(-1)}`, ...toSigned };
    signed.push(...((await client.search(query, { uid: true })) || []));
  }
  return signed.toSorted((a, b) => a - b);
}

function inBatches(uids: number[], size: number): number[][] {
  return Array.from({ length: Math.ceil(uids.length / size) }, (_none, index) =>
    uids.slice(index * size, (index + 1) * size),
  );
}
