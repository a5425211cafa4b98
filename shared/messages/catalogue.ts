import { accountMessages } from './account.ts';
import { aiMessages } from './ai.ts';
import { billingMessages } from './billing.ts';
import { contactMessages } from './contact.ts';
import { ideationMessages } from './ideation.ts';
import type { Message } from './message.ts';
import { outreachMessages } from './outreach.ts';
import { proofOfConceptMessages } from './proof-of-concept.ts';
import { requestMessages } from './request.ts';
import { supportRequestMessages } from './support-requests.ts';
import { surveyMessages } from './surveys.ts';
import { waitlistMessages } from './waitlist.ts';

const catalogue = {
  ...requestMessages,
  ...accountMessages,
  ...billingMessages,
  ...aiMessages,
  ...ideationMessages,
  ...proofOfConceptMessages,
  ...surveyMessages,
  ...supportRequestMessages,
  ...outreachMessages,
  ...contactMessages,
  ...waitlistMessages,
};

/** Names one text of the catalogue. */
export type MessageCode = keyof typeof catalogue;
export type MessageParams = Record<string, string | number>;

/** True for a code that the catalogue knows, such as one that came over the wire. */
export function isMessageCode(code: string): code is MessageCode {
  return Object.hasOwn(catalogue, code);
}

/** The message of a code with the `{name}` places of its title and text filled. */
export function message(code: MessageCode, params: MessageParams = {}): Message {
  const entry = catalogue[code];
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (hole, name) => String(params[name] ?? hole));
  return { ...entry, title: fill(entry.title), text: fill(entry.text) };
}
