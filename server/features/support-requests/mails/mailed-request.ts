import { and, eq, gt } from 'drizzle-orm';
import type { Database } from '#server/database/connect.ts';
import { supportMessages, supportRequests, users } from '#server/database/tables.ts';
import type { MessageRow, RequestRow } from '#server/features/support-requests/requests-as-jobs.ts';
import type { SupportMail } from './support-mail.ts';

/** Contents of a mail: the current request and the agent's message. */
export type MailedRequest = {
  row: RequestRow;
  owner: { name: string; email: string; mailsOff: string[] };
  message: MessageRow | null;
  /** True when the customer has written since that message. */
  isAnswered: boolean;
};

/** Reads what a mail is about; null when there is no such request. */
export async function findMailedRequest(
  { sql: tx }: Database,
  { requestId, messageId }: SupportMail,
): Promise<MailedRequest | null> {
  const owner = { name: users.name, email: users.email, mailsOff: users.mailsOff };
  const [found] = await tx
    .select({ row: supportRequests, owner })
    .from(supportRequests)
    .innerJoin(users, eq(users.id, supportRequests.ownerId))
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
  return { ...found, message, isAnswered: answer !== undefined };
}
