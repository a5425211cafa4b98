import { AppError } from '#server/app-error.ts';
import type { MessageCode } from '#shared/messages/catalogue.ts';

/** Largest accepted body in bytes (256 KB), where an endpoint names no other. */
export const bodyLimit = 256 * 1024;

/** Longest wait for all of a text body, or for the next bytes of a file. */
const slowestMs = 30_000;

/**
 * Reads a JSON body.
 * @throws AppError 415 for another content type, 413 past the limit, 408 when slow, 400 for bad UTF-8 or JSON.
 */
export async function readBody(request: Request, limit = bodyLimit): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new AppError('body_type');
  const json = await readBodyText(request, limit);
  if (json.length > bodyLimit && hasManyValues(json)) throw new AppError('body_too_large');
  return parseJson(json);
}

/**
 * Reads a body of any type as the text that it is.
 * @throws AppError 413 past the limit, 408 when slow, 400 for bad UTF-8.
 */
export async function readBodyText(request: Request, limit = bodyLimit): Promise<string> {
  return decode(await inTime(() => readBytes(request, limit)));
}

/** @throws AppError 413 past the limit, or 400 when it was cut off. */
async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const declared = request.headers.get('content-length');
  if (declared === null || Number(declared) > limit)
    return readFile(request, limit, { tooLarge: 'body_too_large' });
  // A declared length is enforced by Node's parser, so only chunked bodies need counting.
  return new Uint8Array(await request.arrayBuffer().catch(cutOff));
}

type FileOptions = {
  tooLarge: MessageCode;
  /** Longest wait from now for the rest of the file; asked before each part. */
  leftMs?: () => number;
  /** Sees each part as it comes; the next one is read after it. */
  onPart?: (part: Uint8Array) => Promise<void>;
};

/**
 * Reads the bytes of a file, however long it takes while some come, and stops where it grows too large. No byte is held
 * twice: each part is copied to its place as it comes, or when the length is known.
 * @throws AppError `tooLarge`, 408 when no more come, or 400 when it was cut off.
 */
export async function readFile(request: Request, limit: number, options: FileOptions): Promise<Uint8Array> {
  const { tooLarge, leftMs = () => slowestMs, onPart } = options;
  const declared = Number(request.headers.get('content-length') ?? 0);
  if (declared > limit) throw new AppError(tooLarge);
  const whole = declared > 0 ? Buffer.allocUnsafe(declared) : null;
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const waitMs = Math.min(slowestMs, leftMs());
    const { done, value } = (reader && (await inTime(() => reader.read().catch(cutOff), waitMs))) ?? {
      done: true,
      value: undefined,
    };
    if (done) return whole ? whole.subarray(0, size) : joined(parts, size);
    if (size + value.byteLength > limit) throw new AppError(tooLarge);
    await onPart?.(value);
    if (!whole) parts.push(value);
    else if (size + value.byteLength > declared) cutOff();
    else whole.set(value, size);
    size += value.byteLength;
  }
}

/** Empties the parts. */
function joined(parts: Uint8Array[], size: number): Uint8Array {
  const whole = Buffer.allocUnsafe(size);
  let at = 0;
  for (let part = parts.shift(); part; part = parts.shift()) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}

async function inTime<T>(work: () => Promise<T>, ms = slowestMs): Promise<T> {
  const slow = Promise.withResolvers<never>();
  const timer = setTimeout(() => slow.reject(new AppError('body_too_slow')), ms);
  return Promise.race([work(), slow.promise]).finally(() => clearTimeout(timer));
}

function cutOff(): never {
  throw new AppError('body_cut_off');
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new AppError('body_not_utf8');
  }
}

/** More than the largest body of any endpoint; a megabyte of short values takes 0.1 s to parse. */
const mostValues = 50_000;

function hasManyValues(json: string): boolean {
  let values = 0;
  let isText = false;
  for (let at = 0; at < json.length && values <= mostValues; at += 1) {
    const character = json[at];
    if (isText && character === '\\') at += 1;
    else if (character === '"') isText = !isText;
    else if (!isText && (character === ',' || character === '[' || character === '{')) values += 1;
  }
  return values > mostValues;
}

function parseJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    throw new AppError('body_not_json');
  }
}
