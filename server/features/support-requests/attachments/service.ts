import { AppError } from '#server/app-error.ts';
import type { Transaction } from '#server/database/connect.ts';
import type { AgentRule } from '#server/features/support-requests/agents.ts';
import { type Files, FilesError } from '#server/integrations/files/port.ts';
import type { Caller } from '#server/integrations/identity/port.ts';
import type { Attachment } from '#shared/contracts/attachments.ts';
import { fileName } from './file-name.ts';
import { readContent } from './read-content.ts';
import { type AttachmentRepository, type AttachmentRow, toAttachment } from './repository.ts';
import { removeQuietly } from './unused-files.ts';

/** Files of one user that no request has named yet. */
const mostUnbound = 20;

type AttachmentServiceDeps = {
  repository: AttachmentRepository;
  files: Files;
  now: () => number;
  randomId: () => string;
  isAgent: AgentRule;
};

export type AttachmentService = ReturnType<typeof attachmentService>;

export function attachmentService({ repository, files, now, randomId, isAgent }: AttachmentServiceDeps) {
  return {
    /** @throws AppError sync_refused, attachments_unused for a user who holds too many files already. */
    async checkRoom(ownerId: string): Promise<void> {
      await repository.transaction((transaction) => requireRoom(repository, transaction, ownerId));
    },

    /**
     * Keeps what was uploaded; a text without its secrets.
     * @throws AppError for what is empty, no picture or text, one too many, or when the store is away.
     */
    async add(
      ownerId: string,
      given: string,
      uploaded: Uint8Array,
    ): Promise<{ attachment: Attachment; masked: number }> {
      const { type, bytes, masked } = await readContent(uploaded);
      const createdAt = new Date(now());
      const row: AttachmentRow = {
        id: randomId(),
        ownerId,
        requestId: null,
        type,
        createdAt,
        name: fileName(given, type),
        size: bytes.length,
      };
      // The file first: a crash leaves one without a row, which is cleared away, and never a row without its file.
      await orStoreDown(() => files.put(row.id, bytes, type));
      try {
        await repository.transaction(async (transaction) => {
          await requireRoom(repository, transaction, ownerId);
          await repository.add(transaction, row);
        });
      } catch (error) {
        // After other errors the row may or may not exist.
        if (error instanceof AppError) await removeQuietly(files, row.id);
        throw error;
      }
      return { attachment: toAttachment(row), masked };
    },

    /** @throws AppError attachment_not_found for whoever is neither its owner nor an agent. */
    async read(caller: Caller, id: string): Promise<{ row: AttachmentRow; bytes: Uint8Array<ArrayBuffer> }> {
      const row = await repository.find(id);
      if (!row || !(row.ownerId === caller.subject || isAgent(caller)))
        throw new AppError('attachment_not_found');
      const bytes = await orStoreDown(() => files.read(id));
      if (!bytes) throw new AppError('attachment_not_found');
      return { row, bytes };
    },

    /** @throws AppError attachment_not_found also for one that a request has. */
    async remove(ownerId: string, id: string): Promise<void> {
      if (!(await repository.removeUnbound(ownerId, id))) throw new AppError('attachment_not_found');
      await removeQuietly(files, id);
    },
  };
}

async function requireRoom(
  repository: AttachmentRepository,
  transaction: Transaction,
  ownerId: string,
): Promise<void> {
  if (!(await repository.lockOwner(transaction, ownerId))) throw new AppError('sync_refused');
  if ((await repository.countUnbound(transaction, ownerId)) < mostUnbound) return;
  throw new AppError('attachments_unused', { most: mostUnbound });
}

async function orStoreDown<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof FilesError)
      throw new AppError('attachment_store_down', {}, { cause, retryAfter: 5 });
    throw cause;
  }
}
