import { type Attachment, uploadAttachment } from '#shared/contracts/support-requests/attachments.ts';
import { readToken } from '#web/identity/token.ts';
import { readError } from './api-error.ts';
import { address, notReached, tokenForCall } from './call.ts';

type UploadOptions = {
  /** Hears how much has been sent, from 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
};

/**
 * Sends one file as it is. XMLHttpRequest, because `fetch` tells nothing of what it has sent.
 * @throws ApiError for every outcome but success; what the aborted signal carries when it was ended here.
 */
export async function upload(
  file: Blob,
  name: string,
  { onProgress, signal }: UploadOptions = {},
): Promise<{ attachment: Attachment; masked: number }> {
  const token = await tokenForCall();
  const response = await send(file, name, token, { onProgress, signal });
  // As with `call`: a token may be outdated before its time.
  const fresh = token && response.status === 401 ? await readToken(true).catch(() => null) : null;
  const isOutdated = fresh !== null && fresh !== token;
  const last = isOutdated ? await send(file, name, fresh, { onProgress, signal }) : response;
  if (last.ok) return last.json();
  throw await readError(last);
}

async function send(
  file: Blob,
  name: string,
  token: string | null,
  { onProgress, signal }: UploadOptions,
): Promise<Response> {
  signal?.throwIfAborted();
  const sending = new XMLHttpRequest();
  sending.open(uploadAttachment.method, address(uploadAttachment, { query: { name } }));
  sending.setRequestHeader('Accept', 'application/json');
  sending.setRequestHeader('Content-Type', 'application/octet-stream');
  if (token) sending.setRequestHeader('Authorization', `Bearer ${token}`);
  sending.upload.addEventListener('progress', ({ loaded, total }) => {
    if (total > 0) onProgress?.(loaded / total);
  });
  await settled(sending, file, signal);
  const { status, statusText, responseText } = sending;
  return new Response(responseText, { status, statusText });
}

function settled(sending: XMLHttpRequest, file: Blob, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => sending.abort();
    signal?.addEventListener('abort', end, { once: true });
    sending.addEventListener('load', () => resolve());
    sending.addEventListener('abort', () => reject(signal?.reason));
    sending.addEventListener('error', () => reject(notReached()));
    sending.addEventListener('loadend', () => signal?.removeEventListener('abort', end));
    sending.send(file);
  });
}
