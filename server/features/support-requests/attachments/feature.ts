import { AppError } from '#server/app-error.ts';
import type { Database, Transaction } from '#server/database/connect.ts';
import type { AgentRule } from '#server/features/support-requests/agents.ts';
import type { Route } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import type { Files } from '#server/integrations/files/port.ts';
import { type Attachment, attachmentsAllowed } from '#shared/contracts/attachments.ts';
import { type AttachmentRepository, attachmentRepository, toAttachment } from './repository.ts';
import { attachmentRoutes } from './routes.ts';
import { attachmentService } from './service.ts';
import { deleteUnusedFiles } from './unused-files.ts';

type AttachmentFeatureDeps = {
  database: Database;
  files: Files;
  limits: Limits;
  now: () => number;
  randomId: () => string;
  isAgent: AgentRule;
};

/** Screenshots and logs of support requests. */
export function attachmentFeature({ limits, ...settings }: AttachmentFeatureDeps) {
  const repository = attachmentRepository(settings.database);
  const service = attachmentService({ ...settings, repository });
  const limit = limits('upload-attachment', 60, 600);
  const routes: Route[] = attachmentRoutes(service, limit);
  return {
    routes,

    /**
     * Makes these files of their owner the attachments of a request. What it had and is not named is let go, and
     * deleted as unused. The rows stay locked until the transaction ends, so a file is never in two requests. False when
     * the request has just these already.
     * @throws AppError attachments_full for too many, attachment_not_found about those that are gone, somebody else's or
     *   another request's.
     */
    bind: (
      transaction: Transaction,
      given: { ownerId: string; requestId: string; ids: string[] },
    ): Promise<boolean> => bindAttachments(repository, transaction, given),

    /** Attachments by the id of their request, oldest first; requests without any are left out. */
    async listFor(requestIds: string[]): Promise<Map<string, Attachment[]>> {
      const lists = new Map<string, Attachment[]>();
      for (const row of await repository.listBound(requestIds)) {
        const id = row.requestId ?? '';
        lists.set(id, [...(lists.get(id) ?? []), toAttachment(row)]);
      }
      return lists;
    },

    /** Deletes what no request named within a day, and files that a crash left without a row. */
    deleteUnused: (): Promise<void> => deleteUnusedFiles(repository, settings.files, settings.now()),
  };
}

type Binding = { ownerId: string; requestId: string; ids: string[] };

/** Makes these files, and no others, the attachments of a request; false where they are already. */
async function bindAttachments(
  repository: AttachmentRepository,
  transaction: Transaction,
  { ownerId, requestId, ids }: Binding,
): Promise<boolean> {
  const wanted = [...new Set(ids)];
  if (wanted.length > attachmentsAllowed) throw new AppError('attachments_full');
  if (wanted.length > 0) {
    const free = await repository.lockForBinding(transaction, { ownerId, requestId, ids: wanted });
    const gone = wanted.filter((id) => !free.includes(id));
    if (gone.length > 0) throw new AppError('attachment_not_found', {}, { about: gone });
  }
  return repository.setRequest(transaction, requestId, wanted);
}
