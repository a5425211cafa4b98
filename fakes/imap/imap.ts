import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import hoodiecrow from 'hoodiecrow-imap';

export type ImapFake = {
  /** `IMAP_URL` of its one account. */
  url: string;
  /** Delivers a mail to the inbox. */
  deliver(raw: string, flags?: string[], at?: Date): void;
  /** How often somebody tried to sign in. */
  signIns(): number;
  /** Flags of each mail in the inbox, oldest first. */
  flags(): string[][];
  stop(): Promise<void>;
};

/** Its part that is used here; the package has no types. */
type Hoodiecrow = {
  server: Server;
  listen(port: number, done: () => void): void;
  close(done: () => void): void;
  appendMessage(mailbox: string, flags: string[], date: Date | undefined, raw: string): void;
  getMailbox(name: string): { messages: { flags: string[] }[] };
};

/** An IMAP server on loopback with one account and an empty inbox. */
export async function startImapFake(onPort = 0): Promise<ImapFake> {
  let signIns = 0;
  const user = {
    // Read once for each try.
    get password() {
      signIns += 1;
      return 'testpass';
    },
  };
  const plugins = ['ID', 'UNSELECT', 'NAMESPACE'];
  const imap = hoodiecrow({ plugins, storage: { INBOX: {} }, users: { testuser: user } }) as Hoodiecrow;
  await new Promise<void>((resolve) => imap.listen(onPort, resolve));
  if (!imap.server.listening) await once(imap.server, 'listening');
  const { port } = imap.server.address() as AddressInfo;
  return {
    url: `imap://testuser:testpass@127.0.0.1:${port}/INBOX`,
    deliver: (raw, flags = [], at = undefined) =>
      imap.appendMessage('INBOX', flags, at, raw.replace(/\r?\n/g, '\r\n')),
    signIns: () => signIns,
    flags: () => imap.getMailbox('INBOX').messages.map(({ flags }) => flags),
    stop: () => new Promise<void>((resolve) => imap.close(resolve)),
  };
}
