import type { supportHistory, supportMessages, supportRequests } from '#server/database/tables.ts';
import type { Attachment } from '#shared/contracts/support-requests/attachments.ts';
import type { Job } from '#shared/contracts/support-requests/support-requests.ts';
import type { HistoryEntry, SupportMessage } from '#shared/contracts/support-requests/support-threads.ts';
import { describeSla } from './sla/sla.ts';

export type RequestRow = typeof supportRequests.$inferSelect;
export type MessageRow = typeof supportMessages.$inferSelect;
/** With whether it came as a mail that is stored. */
export type ReadMessage = MessageRow & { hasMail: boolean };
export type HistoryRow = typeof supportHistory.$inferSelect;

/** Fields outside the request's row; `messageCount` excludes notes, `newMessages` counts unseen ones of agents. */
export type JobParts = { attachments: Attachment[]; messageCount: number; newMessages: number };

/** A support request as the wire has it. */
export function toJob(row: RequestRow, { attachments, messageCount, newMessages }: JobParts): Job {
  const { id, appName, requestTitle, appUrl, email, issueDescriptions, status, surveySlug, trailId } = row;
  return {
    id,
    appName,
    requestTitle,
    appUrl,
    email,
    issueDescriptions,
    status,
    created_at: row.createdAt.toISOString(),
    ...(surveySlug === null ? {} : { surveySlug }),
    trailId,
    attachments,
    claimed: row.claimedBy !== null,
    waitingForCustomer: row.waitingSince !== null,
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
    messageCount,
    newMessages,
    updatedAt: row.updatedAt.toISOString(),
    due: describeSla(row),
  };
}

export function toMessage(
  { id, kind, authorName, text, createdAt, hasMail }: ReadMessage,
  attachments: Attachment[],
): SupportMessage {
  return {
    id,
    kind,
    author: authorName,
    text,
    attachments,
    created_at: createdAt.toISOString(),
    ...(hasMail && { hasMail }),
  };
}

/** Numbered by its `place` in the list: the stored number would reveal hidden entries. */
export function toHistoryEntry(
  { actor, actorName, action, from, to, createdAt }: HistoryRow,
  place: number,
): HistoryEntry {
  return {
    id: place + 1,
    actor,
    actorName,
    action,
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
    created_at: createdAt.toISOString(),
  };
}
