import { AppError } from '#server/app-error.ts';
import { toHistoryEntry, toJob, toMessage } from '#server/features/support-requests/requests-as-jobs.ts';
import type { Caller } from '#server/integrations/identity/port.ts';
import type { User } from '#shared/contracts/account.ts';
import type { Attachment } from '#shared/contracts/attachments.ts';
import {
  type InboxEntry,
  type InboxQueue,
  type InboxThread,
  inboxPageSize,
} from '#shared/contracts/support-inbox.ts';
import type { JobStatus } from '#shared/contracts/support-requests.ts';
import { claim, release, reopen, resolve, setStatus } from './changes.ts';
import { agentName, type HeldRequest, holdRequest, type InboxSettings } from './held-request.ts';
import { writeMessage } from './messages.ts';
import type { InboxRow } from './repository.ts';

export type InboxService = ReturnType<typeof inboxService>;

type Settings = InboxSettings & {
  listAttachments: (requestIds: string[]) => Promise<Map<string, Attachment[]>>;
  readUser: (caller: Caller) => Promise<User>;
};

/** What agents see and do; whether somebody is one is decided before. */
export function inboxService({ listAttachments, readUser, ...settings }: Settings) {
  const { inbox } = settings;

  async function describe(rows: InboxRow[], { subject }: Caller): Promise<InboxEntry[]> {
    const files = await listAttachments(rows.map(({ row }) => row.id));
    return rows.map((found) => toEntry(found, files.get(found.row.id) ?? [], subject));
  }

  async function readThread(caller: Caller, id: string): Promise<InboxThread> {
    const found = await inbox.findThread(id);
    const [entry] = await describe(found ? [found] : [], caller);
    if (!found || !entry) throw new AppError('job_not_found');
    return { ...entry, messages: found.messages.map(toMessage), history: found.history.map(toHistoryEntry) };
  }

  /** @throws AppError sync_refused, job_not_found, and what `work` throws. */
  async function change(
    caller: Caller,
    id: string,
    work: (held: HeldRequest) => Promise<void>,
  ): Promise<InboxThread> {
    const agent = { id: caller.subject, name: agentName((await readUser(caller)).name) };
    await holdRequest(settings, agent, id, work);
    return readThread(caller, id);
  }

  return {
    readThread,

    async list(caller: Caller, asked: { queue: InboxQueue; search: string; offset: number }) {
      const { rows, counts } = await inbox.list({ ...asked, agentId: caller.subject });
      const entries = await describe(rows.slice(0, inboxPageSize), caller);
      return { entries, hasMore: rows.length > inboxPageSize, counts };
    },

    claim: (caller: Caller, id: string, takeOver: boolean) =>
      change(caller, id, (held) => claim(held, takeOver)),
    release: (caller: Caller, id: string) => change(caller, id, release),
    setStatus: (caller: Caller, id: string, status: JobStatus) =>
      change(caller, id, (held) => setStatus(held, status)),
    resolve: (caller: Caller, id: string) => change(caller, id, resolve),
    reopen: (caller: Caller, id: string) => change(caller, id, reopen),
    write: (caller: Caller, id: string, message: Parameters<typeof writeMessage>[1]) =>
      change(caller, id, (held) => writeMessage(held, message)),
  };
}

function toEntry(found: InboxRow, attachments: Attachment[], subject: string): InboxEntry {
  const { row, messageCount, customer } = found;
  const { claimedBy, customerWaitsSince } = row;
  return {
    ...toJob(row, { attachments, messageCount }),
    customer,
    agent:
      claimedBy === null ? null : { name: agentName(found.agentName ?? ''), isMe: claimedBy === subject },
    customerWaitsSince: customerWaitsSince?.toISOString() ?? null,
  };
}
