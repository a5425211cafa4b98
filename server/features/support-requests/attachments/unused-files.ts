import { type Files, FilesError } from '#server/integrations/files/port.ts';
import type { AttachmentRepository } from './repository.ts';

const unusedAfterMs = 86_400_000;

/** Deletes files that no request named within a day, and those that a crash left without a row. */
export async function deleteUnusedFiles(
  { removeUnboundBefore, listKnown }: AttachmentRepository,
  files: Files,
  now: number,
): Promise<void> {
  const moment = new Date(now - unusedAfterMs);
  for (const id of await removeUnboundBefore(moment)) await removeQuietly(files, id);
  const old = await files.listOlderThan(moment);
  const known = new Set(await listKnown(old));
  for (const id of old) if (!known.has(id)) await files.remove(id);
}

/** While the store is away the file stays, without a row: it is deleted as unused later. */
export async function removeQuietly(files: Files, id: string): Promise<void> {
  await files.remove(id).catch((error: unknown) => {
    if (!(error instanceof FilesError)) throw error;
  });
}
