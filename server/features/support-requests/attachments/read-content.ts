import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { fileTypeFromBuffer } from 'file-type';
import { AppError } from '#server/app-error.ts';
import { type AttachmentType, attachmentLimit } from '#shared/contracts/support-requests/attachments.ts';
import { type PlainText, plainText } from './plain-text.ts';

type Content = { type: AttachmentType; bytes: Uint8Array; masked: number };

/** More than any screenshot has; opening it could exhaust a phone's memory. */
const longestSide = 16_384;
const mostPixels = 64_000_000;

/**
 * Type of a file by its content, and the bytes to store: a picture without metadata, a text without secrets, a PDF as it is.
 * @throws AppError attachment_empty, attachment_heic, attachment_type, attachment_picture_size, attachment_too_large.
 */
export async function readContent(bytes: Uint8Array): Promise<Content> {
  if (bytes.length === 0) throw new AppError('attachment_empty');
  if (isHeic(bytes)) throw new AppError('attachment_heic');
  // UTF-16 is a text although it is full of NUL, and must not be detected as anything else.
  const found = isUtf16(bytes) ? undefined : (await fileTypeFromBuffer(bytes))?.mime;
  if (found === 'image/png' || found === 'image/jpeg' || found === 'image/webp') {
    if (bytes.length > attachmentLimit) throw new AppError('attachment_too_large');
    const size = pictureSize(bytes, found);
    if (!size || size.width === 0 || size.height === 0) throw new AppError('attachment_type');
    const { width, height } = size;
    if (Math.max(width, height) > longestSide || width * height > mostPixels)
      throw new AppError('attachment_picture_size');
    return { type: found, bytes: copyPicture(bytes, found), masked: 0 };
  }
  if (found === 'application/pdf') {
    if (bytes.length > attachmentLimit) throw new AppError('attachment_too_large');
    return { type: found, bytes, masked: 0 };
  }
  if (found && documents.test(found)) throw new AppError('attachment_type');
  const text = await readText(bytes);
  if ('refused' in text) throw new AppError(text.refused);
  return { type: 'text/plain', ...text };
}

/** Formats that look like text and are no plain text. */
const documents = /postscript|rtf|xml|svg|html|eps/;

/** By the brand at its head, whatever the file is called. */
function isHeic(bytes: Uint8Array): boolean {
  return /^ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)$/.test(
    Buffer.from(bytes.subarray(4, 12)).toString('latin1'),
  );
}

function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/** Below this a text is read before a thread could start, in bytes. */
const shortText = 64 * 1024;

/** One at a time, to leave a processor to requests. */
let last: Promise<unknown> = Promise.resolve();

/** A text file as stored. Long texts are read in a worker thread, to keep requests responsive. */
async function readText(bytes: Uint8Array): Promise<PlainText> {
  if (bytes.length <= shortText) return plainText(bytes);
  const reading = last.then(() => inThread(bytes));
  last = reading.catch(() => {});
  return reading;
}

function inThread(bytes: Uint8Array): Promise<PlainText> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(join(import.meta.dirname, 'read-text-thread.ts'), {
      workerData: bytes,
      execArgv: [],
    });
    worker.once('message', resolve);
    worker.once('error', reject);
    // After a message this comes too late to matter.
    worker.once('exit', () => reject(new Error('the thread that reads a text ended without a result')));
  });
}

/**
 * The parts that make the picture, up to its end mark. Place, time, names, comments, previews and what follows the end
 * are left out; colours stay, and the orientation of a JPEG.
 */
function copyPicture(bytes: Uint8Array, type: 'image/png' | 'image/jpeg' | 'image/webp'): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (type === 'image/png') return copyPng(bytes, view);
  return type === 'image/jpeg' ? copyJpeg(bytes, view) : copyWebp(bytes, view);
}

const nameAt = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));

/** Pixels, frames and colours; a name that begins with a capital is needed to read any PNG. */
const pngParts =
  /^(?:[A-Z][A-Za-z]{3}|gAMA|cHRM|sRGB|iCCP|cICP|mDCV|cLLI|sBIT|bKGD|tRNS|hIST|sPLT|pHYs|acTL|fcTL|fdAT)$/;

function copyPng(bytes: Uint8Array, view: DataView): Uint8Array {
  const parts = [bytes.subarray(0, 8)];
  let at = 8;
  let name = '';
  while (at + 12 <= bytes.length && name !== 'IEND') {
    const end = Math.min(bytes.length, at + 12 + view.getUint32(at));
    name = nameAt(bytes, at + 4);
    // The end mark holds nothing, whatever length it claims.
    if (name === 'IEND') parts.push(Buffer.from('0000000049454e44ae426082', 'hex'));
    else if (pngParts.test(name)) parts.push(bytes.subarray(at, end));
    at = end;
  }
  return Buffer.concat(parts);
}

const jpegEnd = 0xd9;
const jpegScan = 0xda;

function copyJpeg(bytes: Uint8Array, view: DataView): Uint8Array {
  const parts = [bytes.subarray(0, 2)];
  let at = 2;
  while (at + 2 <= bytes.length) {
    const marker = view.getUint8(at + 1);
    if (view.getUint8(at) !== 0xff || marker === 0xff || !hasLength(marker)) {
      if (view.getUint8(at) === 0xff && marker === jpegEnd) break;
      // Fill bytes, and what has no place between two segments.
      at += 1;
      continue;
    }
    if (at + 4 > bytes.length) break;
    const end = Math.min(bytes.length, at + 2 + Math.max(2, view.getUint16(at + 2)));
    parts.push(segmentToKeep(bytes.subarray(at, end), marker));
    at = end;
    if (marker !== jpegScan) continue;
    at = endOfScan(bytes, end);
    parts.push(bytes.subarray(end, at));
  }
  return Buffer.concat([...parts, Buffer.from([0xff, jpegEnd])]);
}

/** Restarts, begin and end stand alone. */
function hasLength(marker: number): boolean {
  return marker >= 0xc0 && !(marker >= 0xd0 && marker <= jpegEnd);
}

/** Place of the marker behind the scan's data, in which zeros and restarts follow 0xff. */
function endOfScan(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

/** Of the segments of programs only those without which the picture looks wrong. */
function segmentToKeep(segment: Uint8Array, marker: number): Uint8Array {
  // Frames, tables, scans and restarts make the picture (ITU-T T.81, table B.1).
  const isOfPicture = (marker <= 0xcf && marker !== 0xc8) || (marker >= jpegScan && marker <= 0xdd);
  if (isOfPicture) return segment;
  if (marker === 0xe1) return orientationOnly(segment);
  const name = Buffer.from(segment).toString('latin1', 4, 16);
  const isColour =
    (marker === 0xe0 && name.startsWith('JFIF\0') && segment.length === 18) ||
    (marker === 0xe2 && name.startsWith('ICC_PROFILE\0')) ||
    (marker === 0xee && name.startsWith('Adobe') && segment.length === 16);
  return isColour ? segment : new Uint8Array();
}

/** A segment of 36 bytes: its head, the mark of little-endian TIFF, one tag. Value and end come after it. */
const exifOfOneTag = 'ffe10022457869660000' + '49492a0008000000' + '0100' + '1201' + '0300' + '01000000';

/** A segment with the orientation alone (EXIF, tag 0x0112); empty when there is none. */
function orientationOnly(segment: Uint8Array): Uint8Array {
  const exif = Buffer.from(segment);
  if (exif.toString('latin1', 4, 10) !== 'Exif\0\0' || exif.length < 20) return new Uint8Array();
  const isLittle = exif.toString('latin1', 10, 12) === 'II';
  const short = (at: number) => (isLittle ? exif.readUInt16LE(at) : exif.readUInt16BE(at));
  const first = 10 + (isLittle ? exif.readUInt32LE(14) : exif.readUInt32BE(14));
  for (let at = first + 2; at + 12 <= exif.length && at < first + 2 + 12 * short(first); at += 12) {
    if (short(at) !== 0x0112) continue;
    const orientation = Buffer.from(`${exifOfOneTag}${'0'.repeat(16)}`, 'hex');
    orientation.writeUInt8(short(at + 8) & 0xff, 28);
    return orientation;
  }
  return new Uint8Array();
}

const webpParts = /^(?:VP8[ LX]|ALPH|ANIM|ANMF|ICCP)$/;
const webpFrameParts = /^(?:VP8[ L]|ALPH)$/;

function copyWebp(bytes: Uint8Array, view: DataView): Uint8Array {
  const end = Math.min(bytes.length, 8 + view.getUint32(4, true));
  return withWebpSize(bytes.subarray(0, 12), copyWebpChunks(bytes.subarray(0, end), 12, webpParts));
}

/** A frame of an animation holds chunks too, behind 16 bytes of place and time. */
function copyWebpChunks(bytes: Uint8Array, start: number, kept: RegExp): Buffer[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Buffer[] = [];
  let at = start;
  while (at + 8 <= bytes.length) {
    const size = view.getUint32(at + 4, true);
    const end = Math.min(bytes.length, at + 8 + size + (size % 2));
    const name = nameAt(bytes, at);
    const chunk = Buffer.from(bytes.subarray(at, end));
    // Its header must not announce EXIF (8) and XMP (4).
    if (name === 'VP8X' && chunk.length > 8) chunk.writeUInt8(chunk.readUInt8(8) & ~12, 8);
    if (name === 'ANMF' && kept.test(name))
      parts.push(withWebpSize(chunk.subarray(0, 24), copyWebpChunks(chunk, 24, webpFrameParts)));
    else if (kept.test(name)) parts.push(chunk);
    at = end;
  }
  return parts;
}

/** The size behind a name, of all that follows it. */
function withWebpSize(head: Uint8Array, parts: Uint8Array[]): Buffer {
  const whole = Buffer.concat([head, ...parts]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

/** Pixels by a picture's header. */
type Size = { width: number; height: number };

/** Read from the header alone; null when it is malformed. */
function pictureSize(bytes: Uint8Array, type: 'image/png' | 'image/jpeg' | 'image/webp'): Size | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (type === 'image/png') return pngSize(view);
    return type === 'image/jpeg' ? jpegSize(view) : webpSize(view);
  } catch (error) {
    // The header announces more bytes than there are.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function pngSize(view: DataView): Size | null {
  return text(view, 12) === 'IHDR' ? { width: view.getUint32(16), height: view.getUint32(20) } : null;
}

/** Walks the segments to the frame header; those before it hold thumbnails and colours. */
function jpegSize(view: DataView): Size | null {
  let at = 2;
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    const isScan = marker === 0xda || marker === 0xd9;
    if (isScan) return null;
    at += 2 + Math.max(2, view.getUint16(at + 2));
  }
  return null;
}

function webpSize(view: DataView): Size | null {
  switch (text(view, 12)) {
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 };
    default:
      return null;
  }
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}

function text(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((place) => view.getUint8(at + place)));
}
