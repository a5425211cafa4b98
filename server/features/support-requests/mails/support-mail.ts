import type { MailKind } from '#shared/contracts/mail-settings.ts';

/** A mail about a support request; what it says is composed when it is sent. */
export type SupportMail = {
  kind: 'received' | 'answer' | 'waiting' | 'resolved' | 'broken' | 'customer_answered';
  requestId: string;
  /** The message that an 'answer', a 'waiting' or a 'customer_answered' carries. */
  messageId?: string;
  /** The contact address that a 'received' confirms; the customer's is only sent while it is that. */
  email?: string;
  /** The moment that a 'resolved' tells of, ISO 8601. */
  resolvedAt?: string;
  /** Whether the answer that a 'customer_answered' tells of opened the request again. */
  reopened?: boolean;
  /** In place of everybody whom its kind is for. */
  only?: Recipient;
};

/** What customers are told. */
export type CustomerMailKind = Exclude<SupportMail['kind'], 'customer_answered'>;

/** To the request's contact address, or to us. */
export type Recipient = 'customer' | 'support';

export const recipients: Record<SupportMail['kind'], Recipient[]> = {
  received: ['customer', 'support'],
  answer: ['customer'],
  waiting: ['customer'],
  resolved: ['customer'],
  broken: ['customer', 'support'],
  customer_answered: ['support'],
};

/** What each is called where customers switch it off. */
export const settingOf: Record<CustomerMailKind, MailKind> = {
  received: 'requestReceived',
  answer: 'answer',
  waiting: 'waitingForYou',
  resolved: 'resolved',
  broken: 'promiseBroken',
};
