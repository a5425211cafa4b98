import type * as z from 'zod';
import { parseStorable } from '#server/integrations/storable-json.ts';
import type { SourceClient } from './http/client.ts';
import {
  type HttpRequest,
  type HttpResponse,
  NoResponseError,
  secondsToWait,
  usualWaitSeconds,
} from './http/http.ts';
import { LinkError, type ReadBack, type SendResult } from './port.ts';

/** The body in the form it should have; null when it has another. */
export function readAs<T extends z.ZodType>(schema: T, { body }: HttpResponse): z.output<T> | null {
  try {
    const read = schema.safeParse(parseStorable(body));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** A successful response in the form it should have; null for everything else, no response among it. */
export async function findAs<T extends z.ZodType>(
  client: SourceClient,
  schema: T,
  url: string,
  request: HttpRequest,
): Promise<z.output<T> | null> {
  const response = await client.call(url, request).catch(nullWithoutResponse);
  return response?.status === 200 ? readAs(schema, response) : null;
}

/** For `catch`: null in place of a response that never came. */
export function nullWithoutResponse(error: unknown): null {
  if (error instanceof NoResponseError) return null;
  throw error;
}

// ---- sending -----------------------------------------------------------------------------------

/** A request that only prepares a reply was refused; `result` is what the same response would mean for a reply. */
export class Refusal extends Error {
  readonly result: SendResult;
  constructor(result: SendResult) {
    super(`refused: ${result.outcome}`);
    this.result = result;
  }
}

/** Result of a send whose response was lost. */
export function outcomeOfSilence(error: unknown): SendResult {
  if (!(error instanceof NoResponseError)) throw error;
  if (error.mayHaveArrived) return { outcome: 'unknown', text: '' };
  return { outcome: 'busy', text: '', retryAfterSeconds: usualWaitSeconds };
}

/** The same for a request that only prepares the reply: nothing was posted, whatever went wrong. */
export function outcomeBeforeSending(error: unknown): SendResult {
  if (error instanceof NoResponseError) {
    return { outcome: 'busy', text: '', retryAfterSeconds: usualWaitSeconds };
  }
  if (!(error instanceof Refusal)) throw error;
  return error.result.outcome === 'unknown' ? { ...error.result, outcome: 'busy' } : error.result;
}

/** For a success that does not show the reply: some machine on the way may have answered in place of the source. */
export const responseWithoutReply: SendResult = { outcome: 'unknown', text: '' };

/** Outcome by the status, which means the same at every source; `text` is the source's own. */
export function outcomeOfStatus(response: HttpResponse, now: number, text = ''): SendResult {
  const wait = { retryAfterSeconds: secondsToWait(response.headers, now) };
  switch (response.status) {
    case 401:
      return { outcome: 'logged-out', text };
    case 404:
    case 410:
      return { outcome: 'closed', text };
    case 429:
      return { outcome: 'too-fast', text, ...wait };
    default: {
      // Some machine on the way may say so for a source that has taken the reply.
      const isUnknown = response.status >= 500 || response.status < 300;
      return isUnknown ? { outcome: 'unknown', text, ...wait } : { outcome: 'refused', text };
    }
  }
}

// ---- reading back ------------------------------------------------------------------------------

/** A reply as found in a thread. */
export type SeenReply = { externalId: string; url: string; text: string; writtenAt: Date | null };

/** Clocks differ: a reply may seem to be written this much before it was sent. */
const clockDifferenceMs = 60_000;

/** Picks the searched reply among an account's replies to one post. The text decides among several. */
export function pickReply(
  replies: SeenReply[],
  { text, since, sameWords }: { text: string; since: Date; sameWords: boolean },
): ReadBack {
  const earliest = since.getTime() - clockDifferenceMs;
  const young = replies.filter(({ writtenAt }) => writtenAt === null || writtenAt.getTime() >= earliest);
  const known = [...new Map(young.map((reply) => [reply.externalId, reply])).values()];
  const same = known.filter((reply) => changedText(reply.text, text) === null);
  const [first, ...others] = sameWords || same.length > 0 ? same : known;
  if (!first) return { found: 'nothing' };
  if (others.length > 0) return { found: 'ambiguous' };
  const { externalId, url } = first;
  return { found: 'posted', externalId, url, changedText: changedText(first.text, text) };
}

/** The words that are shown, where they are not those that were sent, as after a word filter. */
export function changedText(shown: string, sent: string): string | null {
  return bareText(shown) === bareText(sent) ? null : shown;
}

/** Without spaces, line breaks and the signs that sources turn into markup. */
function bareText(text: string): string {
  return text.normalize('NFKC').replace(/[\s*<>\u200b\ufeff]+/g, '');
}

// ---- linking -----------------------------------------------------------------------------------

/** @throws LinkError in place of what was caught while an account was being linked. */
export function refuseLink(error: unknown): never {
  if (error instanceof NoResponseError) {
    throw new LinkError(error.failure === 'forbidden-address' ? 'not-allowed' : 'unavailable', error);
  }
  if (error instanceof Refusal) throw new LinkError('not-found', error);
  throw error;
}

/** @throws LinkError unless this is the response of such a source to a known account. */
export function checkLinkResponse({ status }: HttpResponse): void {
  if (status === 200) return;
  if (status === 401 || status === 403 || status === 400) throw new LinkError('wrong-credentials');
  if (status === 404 || (status >= 300 && status < 400)) throw new LinkError('not-found');
  throw new LinkError('unavailable');
}
