import { AppError } from '#server/app-error.ts';
import {
  listForMessages,
  listForRequests,
} from '#server/features/support-requests/attachments/attachments.ts';
import { toHistoryEntry, toJob, toMessage } from '#server/features/support-requests/requests-as-jobs.ts';
import { isDueSoon } from '#server/features/support-requests/sla/sla.ts';
import type { SupportDeps } from '#server/features/support-requests/support-deps.ts';
import type { Caller } from '#server/integrations/identity/port.ts';
import type { Attachment } from '#shared/contracts/support-requests/attachments.ts';
import {
  type Agent,
  type InboxEntry,
  type InboxQueue,
  type InboxThread,
  inboxPageSize,
} from '#shared/contracts/support-requests/support-inbox.ts';
import { preview } from '#shared/rules/text/plain-text.ts';
import { listAgentRows } from './agents.ts';
import { findInboxPage, findInboxThread, type InboxRow } from './repository.ts';

/** A page of the agents' inbox; callers check access first. */
export async function listInbox(
  deps: SupportDeps,
  caller: Caller,
  asked: { queue: InboxQueue; search: string; after: string | undefined },
) {
  const { rows, counts } = await findInboxPage(deps.database, { ...asked, agentId: caller.subject });
  const page = rows.slice(0, inboxPageSize);
  const next = rows.length > inboxPageSize ? (page.at(-1)?.place ?? null) : null;
  return { entries: await describe(deps, page, caller), next, counts };
}

/** @throws AppError job_not_found */
export async function readInboxThread(deps: SupportDeps, caller: Caller, id: string): Promise<InboxThread> {
  const { database, describeIdea } = deps;
  const found = await findInboxThread(database, id);
  const [entry] = await describe(deps, found ? [found] : [], caller);
  if (!found || !entry) throw new AppError('job_not_found');
  const files = await listForMessages(database, id);
  const messages = found.messages.map((row) => toMessage(row, files.get(row.id) ?? []));
  const { ownerId, trailId, surveySlug: surveyId } = found.row;
  const idea = trailId || surveyId ? await describeIdea(ownerId, { trailId, surveyId }) : null;
  return { ...entry, idea, messages, history: found.history.map(toHistoryEntry) };
}

export async function listAgents(deps: SupportDeps, { subject }: Caller): Promise<Agent[]> {
  const rows = await listAgentRows(deps);
  return rows.map(({ id, name }) => ({ id, name: agentName(name), isMe: id === subject }));
}

/** Not the e-mail address, where an account has no name. */
export function agentName(name: string): string {
  return name || 'Support';
}

async function describe(
  { database, now }: SupportDeps,
  rows: InboxRow[],
  { subject }: Caller,
): Promise<InboxEntry[]> {
  const files = await listForRequests(
    database,
    rows.map(({ row }) => row.id),
  );
  const at = now();
  return rows.map((found) => toEntry(found, { files: files.get(found.row.id) ?? [], subject, at }));
}

function toEntry(
  found: InboxRow,
  { files, subject, at }: { files: Attachment[]; subject: string; at: Date },
): InboxEntry {
  const { row, messageCount, newMessages, customer, lastMessage } = found;
  const { claimedBy, customerWaitsSince } = row;
  return {
    ...toJob(row, { attachments: files, messageCount, newMessages }),
    customer,
    dueSoon: row.resolvedAt === null && isDueSoon(row, at),
    lastMessage: lastMessage && { ...lastMessage, text: preview(lastMessage.text, snippetLength) },
    agent:
      claimedBy === null ? null : { name: agentName(found.agentName ?? ''), isMe: claimedBy === subject },
    customerWaitsSince: customerWaitsSince?.toISOString() ?? null,
  };
}

const snippetLength = 160;
