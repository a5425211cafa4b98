import type * as z from 'zod';
import { parseStorable } from '#server/integrations/storable-json.ts';
import type { SourceClient } from './http/client.ts';
import { type HttpRequest, type HttpResponse, NoResponseError } from './http/http.ts';
import { secondsToWait, usualWaitSeconds } from './http/retry-after.ts';
import { LinkError, type PostingAccount, type ReadBack, type SendResult } from './port.ts';

/** The answer in the form it should have; null when it has another. */
export function readAs<T extends z.ZodType>(schema: T, { body }: HttpResponse): z.output<T> | null {
  try {
    const read = schema.safeParse(parseStorable(body));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** A successful answer in the form it should have; null for everything else, no answer among it. */
export async function askFor<T extends z.ZodType>(
  client: SourceClient,
  schema: T,
  url: string,
  call: HttpRequest,
): Promise<z.output<T> | null> {
  const answer = await answerOrNull(client, url, call);
  return answer && answer.status === 200 ? readAs(schema, answer) : null;
}

export async function answerOrNull(
  client: SourceClient,
  url: string,
  call: HttpRequest,
): Promise<HttpResponse | null> {
  return client.call(url, call).catch((error: unknown) => {
    if (error instanceof NoResponseError) return null;
    throw error;
  });
}

/** Result of a send whose response was lost. */
export function outcomeOfSilence(error: unknown): SendResult {
  if (!(error instanceof NoResponseError)) throw error;
  if (error.mayHaveArrived) return { outcome: 'unknown', text: '' };
  return { outcome: 'busy', text: '', retryAfterSeconds: usualWaitSeconds };
}

/** The same for a call that only prepares the reply: then nothing was posted. */
export function outcomeBeforeSending(error: unknown): SendResult {
  if (!(error instanceof NoResponseError)) throw error;
  return { outcome: 'busy', text: '', retryAfterSeconds: usualWaitSeconds };
}

/** For a success that does not show the reply: some machine on the way may have answered in place of the source. */
export const answerWithoutReply: SendResult = {
  outcome: 'unknown',
  text: '',
};

/** Statuses that mean the same at every source; null for the others. */
export function outcomeOfStatus(answer: HttpResponse, now: number, words = ''): SendResult | null {
  const wait = { retryAfterSeconds: secondsToWait(answer.headers, now) };
  switch (answer.status) {
    case 401:
      return { outcome: 'logged-out', text: words };
    case 404:
    case 410:
      return { outcome: 'closed', text: words };
    case 429:
      return { outcome: 'too-fast', text: words, ...wait };
    default:
      // Some machine on the way may say so for a source that has taken the reply.
      return answer.status >= 500 || answer.status < 300
        ? { outcome: 'unknown', text: words, ...wait }
        : null;
  }
}

/** For a call that comes before the reply: nothing was posted, whatever went wrong. */
export function nothingSent(result: SendResult): SendResult {
  return result.outcome === 'unknown' ? { ...result, outcome: 'busy' } : result;
}

/** For a look at a thread that came to nothing; `result` is what the same answer would mean for a reply. */
export function unseen({ session }: PostingAccount, result: SendResult): ReadBack {
  const isLoggedOut = session !== null && result.outcome === 'logged-out';
  return isLoggedOut ? { found: 'logged-out', text: result.text } : { found: 'unreadable' };
}

/** True when a call that only an account's holder may make gets a reply of this form; null without a reply. */
export async function isAnsweredAs<T extends z.ZodType>(
  client: SourceClient,
  schema: T,
  url: string,
  call: HttpRequest,
): Promise<boolean | null> {
  const answer = await answerOrNull(client, url, call);
  // A page may come from a machine before the source.
  if (!answer || /^\s*</.test(answer.body)) return null;
  if (answer.status === 200) return readAs(schema, answer) !== null;
  return [401, 403, 404].includes(answer.status) ? false : null;
}

/** @throws LinkError in place of what was caught while an account was being linked. */
export function refuseLink(error: unknown): never {
  if (error instanceof NoResponseError) {
    throw new LinkError(error.failure === 'forbidden-address' ? 'not-allowed' : 'unavailable', error);
  }
  throw error;
}

/** @throws LinkError unless this is the answer of such a source to somebody whom it knows. */
export function checkLinkAnswer({ status }: HttpResponse): void {
  if (status === 200) return;
  if (status === 401 || status === 403 || status === 400) throw new LinkError('wrong-credentials');
  if (status === 404 || (status >= 300 && status < 400)) throw new LinkError('not-found');
  throw new LinkError('unavailable');
}
