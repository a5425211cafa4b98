import { AppError } from '#server/app-error.ts';
import type { Transaction } from '#server/database/connect.ts';
import { type Files, FilesError } from '#server/integrations/files/port.ts';
import type { Caller } from '#server/integrations/identity/port.ts';
import type { MailMessage } from '#server/integrations/mail/port.ts';
import { type Attachment, attachmentsAllowed } from '#shared/contracts/attachments.ts';
import { fileName } from './file-name.ts';
import { readContent } from './read-content.ts';
import {
  type AttachmentRepository,
  type AttachmentRow,
  type MessageBinding,
  toAttachment,
} from './repository.ts';

/** Files of one user that no request has named yet. */
const mostUnbound = 20;

/** Bytes of all files in one mail: many servers take 10 MB, and encoding adds a third. */
const mostMailed = 7_000_000;

export type ReadFile = { row: AttachmentRow; bytes: Uint8Array<ArrayBuffer> };
export type MailedFiles = { files: NonNullable<MailMessage['files']>; leftOut: string[] };

type AttachmentServiceDeps = {
  repository: AttachmentRepository;
  files: Files;
  now: () => number;
  randomId: () => string;
  isAgent: (caller: Caller) => boolean;
};

export type AttachmentService = ReturnType<typeof attachmentService>;

export function attachmentService({ repository, files, now, randomId, isAgent }: AttachmentServiceDeps) {
  async function readOr404(row: AttachmentRow | null): Promise<ReadFile> {
    const bytes = row ? await orStoreDown(() => files.read(row.id)) : null;
    if (!row || !bytes) throw new AppError('attachment_not_found');
    return { row, bytes };
  }

  /** Locks files that are free for it. @throws AppError attachments_full, attachment_not_found */
  async function lockWanted(
    transaction: Transaction,
    { ids, ...binding }: { uploadedBy: string; requestId?: string; ids: string[] },
  ): Promise<string[]> {
    const wanted = [...new Set(ids)];
    if (wanted.length === 0) return [];
    if (wanted.length > attachmentsAllowed) throw new AppError('attachments_full');
    const free = await repository.lockForBinding(transaction, { ...binding, ids: wanted });
    const gone = wanted.filter((id) => !free.includes(id));
    if (gone.length > 0) throw new AppError('attachment_not_found', {}, { about: gone });
    return wanted;
  }

  return {
    /** @throws AppError sync_refused, attachments_unused for a user with too many unused files. */
    async checkRoom(ownerId: string): Promise<void> {
      await repository.transaction((transaction) => requireRoom(repository, transaction, ownerId));
    },

    /**
     * Stores an upload; a text without its secrets.
     * @throws AppError for what is empty, no picture or text, one too many, or when the store is away.
     */
    async add(
      ownerId: string,
      uploadName: string,
      uploaded: Uint8Array,
    ): Promise<{ attachment: Attachment; masked: number }> {
      const { type, bytes, masked } = await readContent(uploaded);
      const row: AttachmentRow = {
        id: randomId(),
        ownerId,
        requestId: null,
        messageId: null,
        type,
        createdAt: new Date(now()),
        name: fileName(uploadName, type),
        size: bytes.length,
      };
      // The file first: a crash leaves one without a row, which is cleared away, and never a row without its file.
      await orStoreDown(() => files.put(row.id, bytes, type));
      try {
        await repository.transaction(async (transaction) => {
          const newest = await requireRoom(repository, transaction, ownerId);
          // Lists are in the order of the uploads, also of those in one millisecond.
          if (newest && newest >= row.createdAt) row.createdAt = new Date(newest.getTime() + 1);
          await repository.add(transaction, row);
        });
      } catch (error) {
        // After other errors the row may or may not exist.
        if (error instanceof AppError) await removeQuietly(files, row.id);
        throw error;
      }
      return { attachment: toAttachment(row), masked };
    },

    /** @throws AppError attachment_not_found for anybody but its owner and agents. */
    async read(caller: Caller, id: string): Promise<ReadFile> {
      const row = await repository.find(id);
      return readOr404(row?.ownerId === caller.subject || isAgent(caller) ? row : null);
    },

    /** A file of a message in this thread that is no note. @throws AppError attachment_not_found */
    readInThread: async (requestId: string, id: string): Promise<ReadFile> =>
      readOr404(await repository.findInThread(requestId, id)),

    /** Files of a message for its mail; of those that are too large for a mail only the names. */
    async readForMail(requestId: string, messageId = ''): Promise<MailedFiles> {
      const rows = messageId ? await repository.listBound([requestId]) : [];
      const mailed: MailedFiles = { files: [], leftOut: [] };
      let total = 0;
      for (const { id, name, type, size } of rows.filter((row) => row.messageId === messageId)) {
        const content = total + size <= mostMailed ? await orStoreDown(() => files.read(id)) : null;
        if (content) mailed.files.push({ name, type, content });
        else mailed.leftOut.push(name);
        if (content) total += size;
      }
      return mailed;
    },

    /** @throws AppError attachment_not_found also for one that a request has. */
    async remove(ownerId: string, id: string): Promise<void> {
      if (!(await repository.removeUnbound(ownerId, id))) throw new AppError('attachment_not_found');
      await removeQuietly(files, id);
    },

    /**
     * Makes these files of their owner the attachments of a request, and no others: what it had besides is deleted as
     * unused. The rows stay locked until the transaction ends, so a file is never in two requests. False when the
     * request has just these already.
     * @throws AppError attachments_full for too many, attachment_not_found about those that are gone, another account's or
     *   another request's.
     */
    async bind(
      transaction: Transaction,
      { ownerId, requestId, ids }: { ownerId: string; requestId: string; ids: string[] },
    ): Promise<boolean> {
      const wanted = await lockWanted(transaction, { uploadedBy: ownerId, requestId, ids });
      return repository.setRequest(transaction, requestId, wanted);
    },

    /** Makes these uploads the attachments of a new message. @throws AppError as `bind` does. */
    async bindToMessage(transaction: Transaction, { ids, ...message }: MessageBinding): Promise<void> {
      const wanted = await lockWanted(transaction, { uploadedBy: message.uploadedBy, ids });
      if (wanted.length > 0) await repository.setMessage(transaction, { ...message, ids: wanted });
    },

    /** Attachments by the id of their request, oldest first; requests without any are left out. */
    async listFor(requestIds: string[]): Promise<Map<string, Attachment[]>> {
      const rows = await repository.listBound(requestIds);
      return listsBy(rows, ({ requestId, messageId }) => (messageId === null ? requestId : null));
    },

    /** Attachments of a request's messages, by the id of the message. */
    async listForMessages(requestId: string): Promise<Map<string, Attachment[]>> {
      return listsBy(await repository.listBound([requestId]), ({ messageId }) => messageId);
    },

    /** Deletes files that no request named within a day, and those that a crash left without a row. */
    async deleteUnused(): Promise<void> {
      const moment = new Date(now() - unusedAfterMs);
      // Their files are deleted with those that have no row.
      await repository.removeUnboundBefore(moment);
      for await (const old of files.listOlderThan(moment)) {
        const known = new Set(await repository.listKnown(old));
        for (const id of old) if (!known.has(id)) await files.remove(id);
      }
    },
  };
}

function listsBy(
  rows: AttachmentRow[],
  keyOf: (row: AttachmentRow) => string | null,
): Map<string, Attachment[]> {
  const lists = new Map<string, Attachment[]>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key !== null) lists.set(key, [...(lists.get(key) ?? []), toAttachment(row)]);
  }
  return lists;
}

const unusedAfterMs = 86_400_000;

/** While the store is away the file stays, without a row: it is deleted as unused later. */
async function removeQuietly(files: Files, id: string): Promise<void> {
  await files.remove(id).catch((error: unknown) => {
    if (!(error instanceof FilesError)) throw error;
  });
}

/** @returns when the newest of the unused files was made. */
async function requireRoom(
  repository: AttachmentRepository,
  transaction: Transaction,
  ownerId: string,
): Promise<Date | null> {
  if (!(await repository.lockOwner(transaction, ownerId))) throw new AppError('sync_refused');
  const { total, newest } = await repository.readUnbound(transaction, ownerId);
  if (total < mostUnbound) return newest;
  throw new AppError('attachments_unused', { most: mostUnbound });
}

export async function orStoreDown<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof FilesError)
      throw new AppError('attachment_store_down', {}, { cause, retryAfter: 5 });
    throw cause;
  }
}
