import { longestMessage } from '#shared/contracts/contact.ts';
import { message } from '#shared/messages/catalogue.ts';
import { isEmail } from '#shared/rules/email.ts';

export const contactFields = ['fullName', 'email', 'phone', 'message'] as const;
export type ContactField = (typeof contactFields)[number];
export type ContactValues = Record<ContactField, string>;
export type ContactErrors = Partial<Record<ContactField, string>>;

const nearTheEnd = 500;

/** What is wrong, in the order of the form; the server checks the same again (specification 5, Contact form). */
export function checkContact({ email, message: text }: ContactValues): ContactErrors {
  const errors: ContactErrors = {};
  if (!email.trim()) errors.email = 'Enter your email.';
  else if (!isEmail(email.trim())) errors.email = message('email_invalid').text;
  if (!text.trim()) errors.message = 'Enter a message.';
  else if (text.length > longestMessage) errors.message = describeRoom(text);
  return errors;
}

/** How much still fits, once that matters. Nothing is cut off, so it can be too much. */
export function describeRoom(text: string): string | undefined {
  const left = longestMessage - text.length;
  if (left > nearTheEnd) return undefined;
  const characters = Math.abs(left) === 1 ? 'character' : 'characters';
  if (left >= 0) return `${left} ${characters} left.`;
  return `${-left} ${characters} too many. Nothing is cut off; please shorten the message.`;
}
