import { ImapFlow } from 'imapflow';
import type { Logger } from 'pino';
import { type Mailbox, mailLimit } from './port.ts';

type ImapMailboxOptions = {
  /** `imaps://user:password@host/folder`, the password percent-encoded; INBOX without a folder. */
  url: string;
  log: Logger;
  /** Longest silence of the server, in milliseconds. */
  silenceMs?: number;
};

/** Mails of one visit; the rest waits for the next. */
const batch = 50;

/** Reads a folder by IMAP; mails stay in it. */
export function imapMailbox({ url, log, silenceMs = 20_000 }: ImapMailboxOptions): Mailbox {
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const secure = protocol === 'imaps:';
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  /** Failures of each mail that is still unread: it is tried again after the others. */
  let failures = new Map<number, number>();
  const folder = decodeURIComponent(pathname.slice(1)) || 'INBOX';

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

  const failuresOf = (uid: number) => failures.get(uid) ?? 0;

  return {
    async readNew(handle) {
      const client = await open();
      try {
        await client.mailboxOpen(folder);
        const unread = (await client.search({ seen: false }, { uid: true })) || [];
        failures = new Map(unread.map((uid) => [uid, failures.get(uid) ?? 0]));
        const fewestFirst = unread.toSorted((a, b) => failuresOf(a) - failuresOf(b));
        for (const uid of fewestFirst.slice(0, batch)) await readOne(client, uid, handle);
      } finally {
        await client.logout().catch(() => client.close());
      }
    },
  };

  async function readOne(client: ImapFlow, uid: number, handle: Parameters<Mailbox['readNew']>[0]) {
    const found = await client.fetchOne(String(uid), { size: true }, { uid: true });
    if (!found) return;
    if ((found.size ?? 0) > mailLimit) log.warn({ uid, size: found.size }, 'a mail is too large to be read');
    else {
      const fetched = await client.fetchOne(String(uid), { source: true }, { uid: true });
      if (fetched === false || fetched.source === undefined) return;
      try {
        await handle(fetched.source);
      } catch (err) {
        failures.set(uid, failuresOf(uid) + 1);
        log.warn({ err, uid }, 'a mail could not be handled and stays unread');
        return;
      }
    }
    await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
  }
}
