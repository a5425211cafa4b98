import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import hoodiecrow from 'hoodiecrow-imap';

export type ImapFake = {
  /** `IMAP_URL` of its one account. */
  url: string;
  /** Delivers a mail to the inbox. */
  deliver(raw: string, flags?: string[]): void;
  /** Flags of each mail in the inbox, oldest first. */
  flags(): string[][];
  stop(): Promise<void>;
};

/** Its part that is used here; the package has no types. */
type Hoodiecrow = {
  server: Server;
  listen(port: number, done: () => void): void;
  close(done: () => void): void;
  appendMessage(mailbox: string, flags: string[], date: undefined, raw: string): void;
  getMailbox(name: string): { messages: { flags: string[] }[] };
};

/** An IMAP server on loopback with one account and an empty inbox. */
export async function startImapFake(): Promise<ImapFake> {
  const imap = hoodiecrow({ plugins: ['ID', 'UNSELECT', 'NAMESPACE'], storage: { INBOX: {} } }) as Hoodiecrow;
  await new Promise<void>((resolve) => imap.listen(0, resolve));
  if (!imap.server.listening) await once(imap.server, 'listening');
  const { port } = imap.server.address() as AddressInfo;
  return {
    url: `imap://testuser:testpass@127.0.0.1:${port}/INBOX`,
    deliver: (raw, flags = []) =>
      imap.appendMessage('INBOX', flags, undefined, raw.replace(/\r?\n/g, '\r\n')),
    flags: () => imap.getMailbox('INBOX').messages.map(({ flags }) => flags),
    stop: () => new Promise<void>((resolve) => imap.close(resolve)),
  };
}
