import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Logger } from 'pino';
import { connectionLog } from './connection-log.ts';
import { checkedMessage, type Mail, type MailMessage, MailRefusedError } from './port.ts';

type SmtpMailOptions = {
  /** `smtps:` speaks TLS from the start, `smtp:` changes to it when the server offers that. */
  url: string;
  from: string;
  /** Host that the greeting names; null for that of this machine. */
  clientName: string | null;
  /** Trusted authorities (PEM); null for those that Node trusts. */
  certificates: string[] | null;
  /** Tries the connection at once, so that the log says what is wrong before the first mail. */
  triesNow: boolean;
  log: Logger;
  /** Longest silence of the server, in milliseconds. */
  silenceMs?: number;
  now?: () => number;
};

/** Limit for one whole message, less than that of a task. */
const wholeMs = 60_000;

/** Hands messages to a mail server, through few connections that stay open for a while. */
export function smtpMail(options: SmtpMailOptions): Mail {
  const { url, from, clientName, certificates, triesNow, log, silenceMs = 10_000, now } = options;
  const { host } = new URL(url);
  const connection = connectionLog({ server: `mail server ${host}`, variable: 'SMTP_URL', log, now });
  const transport = createTransport({
    url,
    ...(clientName && { name: clientName }),
    ...(certificates && { tls: { ca: certificates } }),
    pool: true,
    maxConnections: 3,
    // A second try is the task's business, which has the longer patience.
    maxRequeues: 0,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    dnsTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  let connected: Promise<unknown> | null = null;

  function lose(error: unknown): never {
    connected = null;
    connection.reportFailure(error);
    throw error;
  }

  /** One try for all mails that wait, so that a wrong password is not tried for each. */
  function connect(): Promise<unknown> {
    if (connection.isPaused()) {
      const code = 'EAUTH';
      return Promise.reject(Object.assign(new Error('the password was refused a while ago'), { code }));
    }
    connected ??= transport.verify().catch(lose);
    return connected;
  }

  async function send(message: MailMessage): Promise<void> {
    const { bounceTo, ...others } = message;
    await connect();
    const signal = AbortSignal.timeout(wholeMs);
    try {
      await transport.sendMail({ ...mailOptions(others, from, bounceTo), signal });
    } catch (error) {
      const failure = describeFailure(error);
      const isContent = failure.code === 'EMESSAGE';
      // Some servers take no other envelope sender than the account's; many say so only after recipient or content.
      if (bounceTo && isFinal(failure) && (isContent || failure.code === 'EENVELOPE')) return send(others);
      if (!isOfMessage(failure)) return lose(error);
      log.warn(failure, 'a mail was not accepted');
      const of = isContent ? 'content' : 'address';
      throw isFinal(failure) ? new MailRefusedError(String(error), { of, cause: error }) : error;
    }
    connection.reportSuccess();
  }

  if (triesNow) void connect().catch(() => {});
  return {
    reachesPeople: true,
    send: async (message) => send(checkedMessage(message)),
    close: () => transport.close(),
  };
}

function mailOptions(message: MailMessage, from: string, bounceTo?: string): SendMailOptions {
  const { to, subject, text, html, replyTo, unsubscribeUrl, calendar, files = [], id } = message;
  const domain = /@([^>\s]+)/.exec(from)?.[1];
  const messageId = (one: string) => (one.startsWith('<') ? one : `<${one}@${domain}>`);
  const references = message.references?.map(messageId) ?? [];
  return {
    from,
    ...(bounceTo && { envelope: { from: bounceTo, to } }),
    // An object is one address, whatever it holds; a string would be parsed as a list.
    to: { name: '', address: to },
    subject,
    text,
    html,
    ...(replyTo && { replyTo: { name: '', address: replyTo } }),
    ...(id && { messageId: messageId(id) }),
    ...(references.length > 0 && { references, inReplyTo: references.at(-1) }),
    headers: {
      ...(!message.isPersonal && automatic),
      ...(unsubscribeUrl && unsubscribeHeaders(unsubscribeUrl)),
    },
    attachments: files.map(({ name, type, content }) => ({
      filename: name,
      contentType: type,
      content: Buffer.from(content),
    })),
    ...(calendar && { icalEvent: { method: 'REQUEST', filename: 'invitation.ics', content: calendar } }),
  };
}

/** Keeps vacation notices and other automatic answers away (RFC 3834; the second is Exchange's). */
const automatic = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

function unsubscribeHeaders(url: string) {
  return {
    'List-Unsubscribe': `<${url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** Reason of a refused message, without its text. */
type MailFailure = { code: string; status: number | null; command: string | null };

function describeFailure(error: unknown): MailFailure {
  // The fields that nodemailer adds to its errors; an error of another origin has none of them.
  const { code, responseCode, command } = Object(error) as Record<string, unknown>;
  return {
    code: String(code ?? 'unknown'),
    status: typeof responseCode === 'number' ? responseCode : null,
    command: typeof command === 'string' ? command : null,
  };
}

/** One about the sender or the sign-in is about our configuration, which can be fixed while the message waits. */
function isOfMessage({ code, command }: MailFailure): boolean {
  return code === 'EENVELOPE' ? command !== 'MAIL FROM' : ['EMESSAGE', 'ESTREAM'].includes(code);
}

/** A 5xx about the recipient or the content is meant for good (RFC 5321, 4.2.1). */
function isFinal({ status }: MailFailure): boolean {
  return status !== null && status >= 500;
}
