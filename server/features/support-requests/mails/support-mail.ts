import { and, desc, eq, gt, inArray, isNotNull, lt } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#server/database/connect.ts';
import { supportMails, supportMessages, supportRequests, users } from '#server/database/tables.ts';
import type { MessageRow, RequestRow } from '#server/features/support-requests/requests-as-jobs.ts';
import type { MailKind } from '#shared/contracts/mail-settings.ts';

/** A mail about a support request; what it says is composed when it is sent. */
export type SupportMail = {
  kind:
    | 'received'
    | 'answer'
    | 'waiting'
    | 'resolved'
    | 'broken'
    | 'customer_answered'
    | 'due_soon'
    | 'assigned'
    | 'not_added';
  requestId: string;
  /** The message that an 'answer', a 'waiting' or a 'customer_answered' carries; the mail of a 'not_added'. */
  messageId?: string;
  /** Why a mail, or some of its files, could not be added; for a 'not_added'. */
  reason?: string;
  /**
   * The contact address that a 'received' confirms; the customer's is only sent while it is that. The agent's address
   * of a 'due_soon' or an 'assigned'.
   */
  email?: string;
  /** Time of a 'resolved' mail, and of an 'answer' that resolved the request; ISO 8601. */
  resolvedAt?: string | undefined;
  /** True when the answer of a 'customer_answered' mail reopened the request. */
  reopened?: boolean;
  /** Recipient instead of all others of its kind. */
  only?: Recipient;
};

/** Mails to customers. */
export type CustomerMailKind = Exclude<SupportMail['kind'], 'customer_answered' | 'due_soon' | 'assigned'>;

/** To the request's contact address, to the team's address, or to one agent. */
export type Recipient = 'customer' | 'support' | 'agent';

export const recipients: Record<SupportMail['kind'], Recipient[]> = {
  received: ['customer', 'support'],
  answer: ['customer'],
  waiting: ['customer'],
  resolved: ['customer'],
  broken: ['customer', 'support'],
  customer_answered: ['support'],
  due_soon: ['agent'],
  assigned: ['agent'],
  not_added: ['customer'],
};

/** Mail setting that switches each kind off; null for one that answers a mail of theirs. */
export const settingOf: Record<CustomerMailKind, MailKind | null> = {
  not_added: null,
  received: 'requestReceived',
  answer: 'answer',
  waiting: 'waitingForYou',
  resolved: 'resolved',
  broken: 'answerOverdue',
};

/** Contents of a mail: the current request and the agent's message. */
export type MailedRequest = {
  row: RequestRow;
  owner: { name: string; email: string; mailsOff: string[] };
  /** Address of the agent who has the request; null without one. */
  agentEmail: string | null;
  message: MessageRow | null;
  /** Names of its files that are too large for the mail. */
  filesLeftOut: string[];
  /** True when the customer has written since that message. */
  isAnswered: boolean;
  /** True for an answer that resolved the request, which is resolved still. */
  isResolving: boolean;
  /** The mail, or its files, that could not be added as it came; `text` are its words that are not in the thread. */
  notAdded: { mailId: string; reason: string; text: string } | null;
  /** Messages of agents that were mailed before, oldest first. */
  sent: Pick<MessageRow, 'id' | 'kind'>[];
  /** File of the customer's mail that this one answers; null without one. */
  answeredFile: string | null;
};

/** Most of our earlier mails that a mail names. */
const mostSent = 20;

const agents = alias(users, 'agents');

/** Reads what a mail is about; null when there is no such request. */
export async function findMailedRequest(
  { sql: tx }: Database,
  { kind, requestId, messageId, resolvedAt, reason }: SupportMail,
): Promise<MailedRequest | null> {
  const owner = { name: users.name, email: users.email, mailsOff: users.mailsOff };
  const [found] = await tx
    .select({ row: supportRequests, owner, agentEmail: agents.email })
    .from(supportRequests)
    .innerJoin(users, eq(users.id, supportRequests.ownerId))
    .leftJoin(agents, eq(agents.id, supportRequests.claimedBy))
    .where(eq(supportRequests.id, requestId));
  if (!found) return null;
  const ofRequest = eq(supportMessages.requestId, requestId);
  const [message = null] = messageId
    ? await tx
        .select()
        .from(supportMessages)
        .where(and(ofRequest, eq(supportMessages.id, messageId)))
    : [];
  const isLater = message && gt(supportMessages.createdAt, message.createdAt);
  const [answer] = isLater
    ? await tx
        .select({ id: supportMessages.id })
        .from(supportMessages)
        .where(and(ofRequest, eq(supportMessages.kind, 'customer'), isLater))
        .limit(1)
    : [];
  const isResolving = kind === 'answer' && isResolvedAt(found.row, resolvedAt);
  const notAdded =
    reason === undefined || !messageId
      ? null
      : { mailId: messageId, reason, text: await findWords(tx, requestId, messageId) };
  const isBefore = and(ofRequest, message ? lt(supportMessages.createdAt, message.createdAt) : undefined);
  const sent = await tx
    .select({ id: supportMessages.id, kind: supportMessages.kind })
    .from(supportMessages)
    .where(and(isBefore, inArray(supportMessages.kind, ['reply', 'question'])))
    .orderBy(desc(supportMessages.createdAt), desc(supportMessages.id))
    .limit(mostSent);
  const isAnsweredMail = notAdded
    ? eq(supportMails.id, notAdded.mailId)
    : and(isBefore, eq(supportMessages.kind, 'customer'));
  const isThat = and(eq(supportMails.requestId, requestId), isNotNull(supportMails.file), isAnsweredMail);
  const isItsMessage = and(ofRequest, eq(supportMessages.id, supportMails.id));
  const [answered] = await tx
    .select({ file: supportMails.file })
    .from(supportMails)
    .leftJoin(supportMessages, isItsMessage)
    .where(isThat)
    .orderBy(desc(supportMails.createdAt))
    .limit(1);
  return {
    ...found,
    message,
    filesLeftOut: [],
    isAnswered: answer !== undefined,
    isResolving,
    notAdded,
    sent: sent.toReversed(),
    answeredFile: answered?.file ?? null,
  };
}

async function findWords(tx: Database['sql'], requestId: string, mailId: string): Promise<string> {
  const isThat = and(eq(supportMails.requestId, requestId), eq(supportMails.id, mailId));
  const [mail] = await tx.select({ text: supportMails.text }).from(supportMails).where(isThat);
  return mail?.text ?? '';
}

/** True while the request is resolved by what happened then. */
export function isResolvedAt({ resolvedAt }: RequestRow, at: string | undefined): boolean {
  return resolvedAt !== null && resolvedAt.toISOString() === at;
}
