import { isEmail } from '#shared/rules/text/addresses.ts';

/** `text` and `html` say the same. `calendar` is an RFC 5545 file, attached as a draft of an invitation. */
export type MailMessage = {
  /** One plain address, as `isEmail` knows it; so is `replyTo`. */
  to: string;
  subject: string;
  text: string;
  html?: string;
  replyTo?: string;
  /** Named in the headers that mail programs turn into their own 'unsubscribe' button (RFC 8058). */
  unsubscribeUrl?: string;
  calendar?: string;
  files?: { name: string; type: string; content: Uint8Array }[];
  /** The same for each attempt to send the same mail, so that mail programs show a repetition once. */
  id?: string;
  /** Earlier mails of its conversation, oldest first: ids of ours, and whole Message-IDs of others. */
  references?: string[];
  /** True for the words of a person: then nothing says that a program wrote it. */
  isPersonal?: boolean;
  /** Plain address for the news that it can't be delivered; the sender's where there is none. */
  bounceTo?: string;
};

/** The mail server will never take this message, `of` its address or its content; any other rejection may pass. */
export class MailRefusedError extends Error {
  readonly of: 'address' | 'content';
  constructor(text: string, { of = 'address', cause }: { of?: 'address' | 'content'; cause?: unknown } = {}) {
    super(text, { cause });
    this.of = of;
  }
}

export type Mail = {
  /** False when sent mail reaches no one: then promise no link. */
  reachesPeople: boolean;
  /**
   * Hands a message over for delivery; may be called again with the same one when it rejects.
   * @throws MailRefusedError when trying again is useless; any other error may pass.
   */
  send(message: MailMessage): Promise<void>;
  /** Lets go of its connections; nothing can be sent afterwards. */
  close(): void;
};

/**
 * A message whose headers can't be anything else than what they are called: one recipient, one address
 * to answer to, a subject on one line. Every adapter sends only such messages.
 * @throws MailRefusedError for an address that is not exactly one.
 */
export function checkedMessage(message: MailMessage): MailMessage {
  const { to, replyTo, subject } = message;
  if (!isEmail(to)) throw new MailRefusedError('the recipient is not one plain mail address');
  if (replyTo !== undefined && !isEmail(replyTo)) {
    throw new MailRefusedError('the address to answer to is not one plain mail address');
  }
  return { ...message, subject: subject.replace(/[\s\p{Cc}]+/gu, ' ').trim() };
}
