import { attachmentLimit } from '#shared/contracts/attachments.ts';
import type { MessageCode } from '#shared/messages/catalogue.ts';
import { type FoundSecrets, maskSecrets } from '#shared/rules/secrets/mask-secrets.ts';
import { fileText } from '#shared/rules/support/file-text.ts';

/** Body to send for a file: a text already without its secrets. */
export type PreparedFile = { body: Blob; masked: MaskedText | null };
export type MaskedText = { text: string; found: FoundSecrets[] };

/** Why a file is not even sent. */
export class FileProblem extends Error {
  readonly code: MessageCode;

  constructor(code: MessageCode) {
    super(code);
    this.code = code;
  }
}

export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'];

/** @throws FileProblem for a file that the server would refuse, as far as that is known here. */
export async function prepareFile(file: File): Promise<PreparedFile> {
  const problem = problemAtSight(file);
  if (problem) throw new FileProblem(problem);
  if (pictureTypes.includes(file.type)) return { body: file, masked: null };
  const text = fileText(new Uint8Array(await readBytes(file)));
  if (text === null) throw new FileProblem('attachment_type');
  const masked = maskSecrets(text);
  if (masked.found.length === 0) return { body: file, masked: null };
  return { body: new Blob([masked.text], { type: 'text/plain' }), masked };
}

/** Problem of a file before it is read; null when none is known. */
export function problemAtSight({ size, type }: File): MessageCode | null {
  if (size > attachmentLimit) return 'attachment_too_large';
  if (size === 0) return 'attachment_empty';
  const isUseless = /^(?:image|video|audio|font)\//.test(type) && !pictureTypes.includes(type);
  return isUseless ? 'attachment_type' : null;
}

async function readBytes(file: File): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer();
  } catch {
    // It was moved meanwhile, or is a folder.
    throw new FileProblem('attachment_unreadable');
  }
}
