import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import hoodiecrow from 'hoodiecrow-imap';

export type ImapFake = {
  /** `IMAP_URL` of its one account. */
  url: string;
  /** Delivers a mail to the inbox. */
  deliver(raw: string, flags?: string[], at?: Date): void;
  /** Refuses searches by header, or never answers them. */
  failSearches(how: 'refuse' | 'hang'): void;
  /** How often somebody tried to sign in. */
  signIns(): number;
  /** Flags of each mail in the inbox, oldest first. */
  flags(): string[][];
  stop(): Promise<void>;
};

type Handler = (connection: Connection, parsed: Command, data: unknown, done: () => void) => void;
type Command = { tag: string; attributes: { value: string }[] };
type Connection = { send(response: object, ...context: unknown[]): void };

/** Its part that is used here; the package has no types. */
type Hoodiecrow = {
  getCommandHandler(name: string): Handler;
  setCommandHandler(name: string, handler: Handler): void;
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
  let failing: 'refuse' | 'hang' | null = null;
  const search = imap.getCommandHandler('UID SEARCH');
  imap.setCommandHandler('UID SEARCH', (connection, parsed, data, done) => {
    if (!failing || parsed.attributes.every(({ value }) => value !== 'HEADER'))
      return search(connection, parsed, data, done);
    if (failing === 'hang') return;
    const text = { type: 'TEXT', value: 'Too complex' };
    connection.send({ tag: parsed.tag, command: 'BAD', attributes: [text] }, 'REFUSED', parsed, data);
    done();
  });
  return {
    failSearches: (how) => {
      failing = how;
    },
    url: `imap://testuser:testpass@127.0.0.1:${port}/INBOX`,
    deliver: (raw, flags = [], at = undefined) =>
      imap.appendMessage('INBOX', flags, at, raw.replace(/\r?\n/g, '\r\n')),
    signIns: () => signIns,
    flags: () => imap.getMailbox('INBOX').messages.map(({ flags }) => flags),
    stop: () => new Promise<void>((resolve) => imap.close(resolve)),
  };
}
