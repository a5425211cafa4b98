import { AppError } from '#server/app-error.ts';
import type { MessageCode } from '#shared/messages/catalogue.ts';

/** Largest accepted body in bytes (256 KB), where an endpoint names no other. */
export const bodyLimit = 256 * 1024;

/** Longest wait for all of a text body; uploads have as long as `listener.ts` allows a request. */
const slowestMs = 30_000;

/**
 * Reads a JSON body.
 * @throws AppError 415 for another content type, 413 past the limit, 408 when slow, 400 for bad UTF-8 or JSON.
 */
export async function readBody(request: Request, limit = bodyLimit): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new AppError('body_type');
  return parseJson(await readBodyText(request, limit));
}

/**
 * Reads a body of any type as the text that it is.
 * @throws AppError 413 past the limit, 408 when slow, 400 for bad UTF-8.
 */
export async function readBodyText(request: Request, limit = bodyLimit): Promise<string> {
  const slow = Promise.withResolvers<never>();
  const timer = setTimeout(() => slow.reject(new AppError('body_too_slow')), slowestMs);
  const bytes = await Promise.race([readBytes(request, limit), slow.promise]).finally(() =>
    clearTimeout(timer),
  );
  return decode(bytes);
}

/**
 * Reads the bytes of a body and stops where it grows too large.
 * @throws AppError `tooLarge`, or 400 when it was cut off.
 */
export async function readBytes(
  request: Request,
  limit = bodyLimit,
  tooLarge: MessageCode = 'body_too_large',
): Promise<Uint8Array> {
  const declared = request.headers.get('content-length');
  if (Number(declared ?? 0) > limit) throw new AppError(tooLarge);
  // A declared length is enforced by Node's parser, so only chunked bodies need counting.
  if (declared !== null) return new Uint8Array(await request.arrayBuffer().catch(cutOff));
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read().catch(cutOff)) ?? { done: true, value: undefined };
    if (done) return Buffer.concat(chunks);
    size += value.byteLength;
    if (size > limit) throw new AppError(tooLarge);
    chunks.push(value);
  }
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

function parseJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    throw new AppError('body_not_json');
  }
}
