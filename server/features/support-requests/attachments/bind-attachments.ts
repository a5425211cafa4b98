import { AppError } from '#server/app-error.ts';
import type { Transaction } from '#server/database/connect.ts';
import { attachmentsAllowed } from '#shared/contracts/attachments.ts';
import type { AttachmentRepository } from './repository.ts';

type Binding = { ownerId: string; requestId: string; ids: string[] };

/** Makes these files, and no others, the attachments of a request; false where they are already. */
export async function bindAttachments(
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
