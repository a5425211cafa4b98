import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

/** One message as it came over the wire. */
export type ArrivedMail = {
  from: string;
  to: string[];
  /** Name by which the client greeted. */
  greeting: string;
  raw: string;
  parsed: Email;
};

/** A real SMTP server in process: it speaks the protocol, records what arrives and refuses on demand. */
export type MailServer = {
  url: string;
  port: number;
  arrived: ArrivedMail[];
  /** How often somebody tried to sign in. */
  signIns(): number;
  /** Answers the next recipients or messages with these codes instead of taking them. */
  refuseNext(command: 'MAIL FROM' | 'RCPT TO' | 'DATA', ...codes: number[]): void;
  /** Recipients that it refuses for good. */
  unreachable: Set<string>;
  stop(): Promise<void>;
};

export async function startMailServer(port = 0, users: Record<string, string> = {}): Promise<MailServer> {
  const arrived: ArrivedMail[] = [];
  const refusals: Record<string, number[]> = { 'MAIL FROM': [], 'RCPT TO': [], DATA: [] };
  const answer = (command: string) => {
    const code = refusals[command]?.shift();
    return code ? Object.assign(new Error('not now, or never'), { responseCode: code }) : null;
  };
  const unreachable = new Set<string>();
  let signIns = 0;
  const needsAuth = Object.keys(users).length > 0;
  const server = new SMTPServer({
    authOptional: !needsAuth,
    allowInsecureAuth: true,
    // Its certificate is self-signed and untrusted.
    disabledCommands: ['STARTTLS'],
    // Clients keep their connections open.
    closeTimeout: 100,
    onAuth({ username = '', password }, _session, done) {
      signIns += 1;
      if (users[username] === password) done(null, { user: username });
      else done(new Error('wrong password'));
    },
    onMailFrom: (_address, _session, done) => done(answer('MAIL FROM')),
    onRcptTo({ address }, _session, done) {
      const refusal = Object.assign(new Error('no such mailbox'), { responseCode: 550 });
      done(unreachable.has(address) ? refusal : answer('RCPT TO'));
    },
    onData: (stream, session, done) =>
      void receive(stream, session).then((mail) => {
        const refusal = answer('DATA');
        if (!refusal) arrived.push(mail);
        done(refusal);
      }),
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const bound = (server.server.address() as AddressInfo).port;
  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    arrived,
    signIns: () => signIns,
    unreachable,
    refuseNext: (command, ...codes) => void refusals[command]?.push(...codes),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<ArrivedMail> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const raw = Buffer.concat(chunks);
  const { mailFrom, rcptTo } = session.envelope;
  return {
    from: mailFrom ? mailFrom.address : '',
    to: rcptTo.map(({ address }) => address),
    greeting: session.hostNameAppearsAs || '',
    raw: raw.toString('utf8'),
    parsed: await PostalMime.parse(raw),
  };
}
