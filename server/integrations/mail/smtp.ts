import { createTransport, type SendMailOptions } from 'nodemailer';
import { checkedMessage, type Mail, type MailMessage, MailRefusedError } from './port.ts';

/** Reason of a refused message, without its text. */
export type MailFailure = { code: string; status: number | null; command: string | null };

type SmtpMailOptions = {
  /** `smtps:` speaks TLS from the start, `smtp:` changes to it when the server offers that. */
  url: string;
  from: string;
  onFailure: (failure: MailFailure) => void;
  /** Longest silence of the server, in milliseconds. */
  silenceMs?: number;
};

/** Limit for one whole message, less than that of a task. */
const wholeMs = 60_000;

/** Hands messages to a mail server, through few connections that stay open for a while. */
export function smtpMail({ url, from, onFailure, silenceMs = 10_000 }: SmtpMailOptions): Mail {
  const transport = createTransport({
    url,
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
  return {
    reachesPeople: true,
    async send(message) {
      const options = { ...mailOptions(checkedMessage(message), from), signal: AbortSignal.timeout(wholeMs) };
      await transport.sendMail(options).catch((error: unknown) => {
        const failure = describeFailure(error);
        onFailure(failure);
        throw isFinal(failure) ? new MailRefusedError(String(error), { cause: error }) : error;
      });
    },
    close: () => transport.close(),
  };
}

function mailOptions(message: MailMessage, from: string): SendMailOptions {
  const { to, subject, text, html, replyTo, unsubscribeUrl, calendar, files = [], id } = message;
  const domain = /@([^>\s]+)/.exec(from)?.[1];
  return {
    from,
    // An object is one address, whatever it holds; a string would be parsed as a list.
    to: { name: '', address: to },
    subject,
    text,
    html,
    ...(replyTo && { replyTo: { name: '', address: replyTo } }),
    ...(id && { messageId: `<${id}@${domain}>` }),
    headers: { ...automatic, ...(unsubscribeUrl && unsubscribeHeaders(unsubscribeUrl)) },
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

function describeFailure(error: unknown): MailFailure {
  // The fields that nodemailer adds to its errors; an error of another origin has none of them.
  const { code, responseCode, command } = Object(error) as Record<string, unknown>;
  return {
    code: String(code ?? 'unknown'),
    status: typeof responseCode === 'number' ? responseCode : null,
    command: typeof command === 'string' ? command : null,
  };
}

/**
 * A 5xx about the recipient or the content is meant for good (RFC 5321, 4.2.1). One about the sender or
 * the sign-in is about our configuration, which can be fixed while the message waits.
 */
function isFinal({ code, status, command }: MailFailure): boolean {
  if (!['EENVELOPE', 'EMESSAGE'].includes(code) || command === 'MAIL FROM') return false;
  return status !== null && status >= 500;
}
