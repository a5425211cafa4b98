import { isEmail } from '#shared/rules/text/email.ts';
import { type MailMessage, MailRefusedError } from './port.ts';

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
