import { fileTypeFromBuffer } from 'file-type';
import { AppError } from '#server/app-error.ts';
import { type AttachmentType, attachmentLimit } from '#shared/contracts/attachments.ts';
import { withoutMetadata } from './picture-metadata.ts';
import { pictureSize } from './picture-size.ts';
import { readText } from './read-text.ts';

type Content = { type: AttachmentType; bytes: Uint8Array; masked: number };

/** A side and a whole that no screenshot has; opening more could take a phone's memory. */
const longestSide = 16_384;
const mostPixels = 64_000_000;

/**
 * What a file is by its content, and what of it is kept: a picture without what the device wrote into it, a text
 * without its secrets.
 * @throws AppError attachment_empty, attachment_type, attachment_picture_size, attachment_too_large.
 */
export async function readContent(bytes: Uint8Array): Promise<Content> {
  if (bytes.length === 0) throw new AppError('attachment_empty');
  // UTF-16 is a text although it is full of NUL, and is taken for nothing else.
  const found = isUtf16(bytes) ? undefined : (await fileTypeFromBuffer(bytes))?.mime;
  if (found === 'image/png' || found === 'image/jpeg' || found === 'image/webp') {
    if (bytes.length > attachmentLimit) throw new AppError('attachment_too_large');
    const size = pictureSize(bytes, found);
    if (!size || size.width === 0 || size.height === 0) throw new AppError('attachment_type');
    const { width, height } = size;
    if (Math.max(width, height) > longestSide || width * height > mostPixels)
      throw new AppError('attachment_picture_size');
    return { type: found, bytes: withoutMetadata(bytes, found), masked: 0 };
  }
  if (found && documents.test(found)) throw new AppError('attachment_type');
  const text = await readText(bytes);
  if ('refused' in text) throw new AppError(text.refused);
  return { type: 'text/plain', ...text };
}

/** Forms that are written in letters and yet are no plain text. */
const documents = /pdf|postscript|rtf|xml|svg|html|eps/;

function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}
