import { longestMessage } from '#shared/contracts/contact.ts';
import { message } from '#shared/messages/catalogue.ts';
import { isEmail } from '#shared/rules/email.ts';
import { describeRoom } from './room.ts';

export const contactFields = ['fullName', 'email', 'phone', 'message'] as const;
export type ContactField = (typeof contactFields)[number];
export type ContactValues = Record<ContactField, string>;
export type ContactErrors = Partial<Record<ContactField, string>>;

/** What is wrong, in the order of the form; the server checks the same again (specification 5, Contact form). */
export function checkContact({ email, message: text }: ContactValues): ContactErrors {
  const errors: ContactErrors = {};
  if (!email.trim()) errors.email = 'Enter your email.';
  else if (!isEmail(email.trim())) errors.email = message('email_invalid').text;
  if (!text.trim()) errors.message = 'Enter a message.';
  else if (text.length > longestMessage) errors.message = describeRoom(text, longestMessage);
  return errors;
}
