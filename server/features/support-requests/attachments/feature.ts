import type { Database, Transaction } from '#server/database/connect.ts';
import type { AgentRule } from '#server/features/support-requests/agents.ts';
import type { Route } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import type { Files } from '#server/integrations/files/port.ts';
import type { Attachment } from '#shared/contracts/attachments.ts';
import { bindAttachments } from './bind-attachments.ts';
import { attachmentRepository, toAttachment } from './repository.ts';
import { attachmentRoutes } from './routes.ts';
import { attachmentService } from './service.ts';
import { deleteUnusedFiles } from './unused-files.ts';

type Settings = {
  database: Database;
  files: Files;
  limits: Limits;
  now: () => number;
  randomId: () => string;
  isAgent: AgentRule;
};

/** Screenshots and logs of support requests. */
export function attachmentFeature({ limits, ...settings }: Settings) {
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
