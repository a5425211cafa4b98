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
  async function send(message: MailMessage): Promise<void> {
    const { bounceTo, ...others } = message;
    const signal = AbortSignal.timeout(wholeMs);
    try {
      await transport.sendMail({ ...mailOptions(others, from, bounceTo), signal });
    } catch (error) {
      const failure = describeFailure(error);
      // Some servers take no other envelope sender than the account's.
      if (bounceTo && isOfEnvelope(failure)) return send(others);
      onFailure(failure);
      throw isFinal(failure) ? new MailRefusedError(String(error), { cause: error }) : error;
    }
  }

  return {
    reachesPeople: true,
    send: async (message) => send(checkedMessage(message)),
    close: () => transport.close(),
  };
}

function mailOptions(message: MailMessage, from: string, bounceTo?: string): SendMailOptions {
  const { to, subject, text, html, replyTo, unsubscribeUrl, calendar, id } = message;
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
function isFinal(failure: MailFailure): boolean {
  const { code, status, command } = failure;
  if (command === 'MAIL FROM') return false;
  return isOfEnvelope(failure) || (code === 'EMESSAGE' && status !== null && status >= 500);
}

/** Also a sender is often refused only after the recipient. */
function isOfEnvelope({ code, status }: MailFailure): boolean {
  return code === 'EENVELOPE' && status !== null && status >= 500;
}
