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

type Values = Record<string, string | number>;
type Holes<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Holes<Rest>
  : never;
type HolesOf<Code extends MessageCode> = Holes<(typeof catalogue)[Code]['title' | 'text']>;

/** Values for the `{name}` places of a code's title and text; any, where the code isn't known before it runs. */
export type MessageParams<Code extends MessageCode = MessageCode> = MessageCode extends Code
  ? Values
  : Record<HolesOf<Code>, string | number>;

/** Arguments after a code: its parameters where it has any, then `More`. */
export type ParamsThen<Code extends MessageCode, More extends unknown[] = []> = MessageCode extends Code
  ? [params?: Values, ...More]
  : [HolesOf<Code>] extends [never]
    ? [params?: Record<string, never>, ...More]
    : [params: MessageParams<Code>, ...More];

/** True for a code that the catalogue knows, such as one that came over the wire. */
export function isMessageCode(code: string): code is MessageCode {
  return Object.hasOwn(catalogue, code);
}

/** The message of a code with the `{name}` places of its title and text filled. */
export function message<Code extends MessageCode>(code: Code, ...[params]: ParamsThen<Code>): Message {
  const values: Values = params ?? {};
  const entry: Message = catalogue[code];
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (hole, name) => String(values[name] ?? hole));
  return { ...entry, title: fill(entry.title), text: fill(entry.text) };
}
