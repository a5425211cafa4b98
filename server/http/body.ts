import { AppError } from '#server/app-error.ts';

/** Largest accepted body in bytes (256 KB). */
export const bodyLimit = 256 * 1024;

/**
 * Reads a JSON body.
 * @throws AppError 415 for another content type, 413 past the limit, 400 for bad UTF-8 or JSON.
 */
export async function readBody(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new AppError('body_type');
  return parseJson(decode(await readBytes(request)));
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const declared = request.headers.get('content-length');
  if (Number(declared ?? 0) > bodyLimit) throw new AppError('body_too_large');
  // A declared length is enforced by Node's parser, so only chunked bodies need counting.
  if (declared !== null) return new Uint8Array(await request.arrayBuffer().catch(cutOff));
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read().catch(cutOff)) ?? { done: true, value: undefined };
    if (done) return Buffer.concat(chunks);
    size += value.byteLength;
    if (size > bodyLimit) throw new AppError('body_too_large');
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
