import type { MailKind } from '#shared/contracts/mail-settings.ts';

/** A mail about a support request; what it says is composed when it is sent. */
export type SupportMail = {
  kind: 'received' | 'answer' | 'waiting' | 'resolved' | 'broken' | 'customer_answered';
  requestId: string;
  /** The message that an 'answer', a 'waiting' or a 'customer_answered' carries. */
  messageId?: string;
  /** The contact address that a 'received' confirms; the customer's is only sent while it is that. */
  email?: string;
  /** Time of a 'resolved' mail, ISO 8601. */
  resolvedAt?: string;
  /** True when the answer of a 'customer_answered' mail reopened the request. */
  reopened?: boolean;
  /** Recipient instead of all others of its kind. */
  only?: Recipient;
};

/** Mails to customers. */
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

/** Mail setting that switches each kind off. */
export const settingOf: Record<CustomerMailKind, MailKind> = {
  received: 'requestReceived',
  answer: 'answer',
  waiting: 'waitingForYou',
  resolved: 'resolved',
  broken: 'promiseBroken',
};
