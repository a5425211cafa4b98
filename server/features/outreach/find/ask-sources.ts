import { type ConversationSource, type FoundPost, SourceError } from '#server/integrations/sources/port.ts';
import type { SourceReport } from '#shared/contracts/outreach/conversation-sources.ts';
import type { SearchProgress } from '#shared/contracts/outreach/opportunities.ts';

/** A source that has not answered by then is left behind: longer than its own time-out for one request. */
export const sourceTimeoutMs = 20_000;

export type SourceQuery = {
  phrases: string[];
  since: Date;
  signal: AbortSignal;
  onProgress?: (progress: SearchProgress) => void;
};

/** Asks one host and reports the result. Never throws and never exceeds its time. */
export async function askSource(
  source: ConversationSource,
  query: SourceQuery,
): Promise<{ posts: FoundPost[]; report: SourceReport }> {
  const { source: name, host } = source;
  const notify = (report: SourceReport | null) => query.onProgress?.({ source: name, host, report });
  notify(null);
  const { posts, ...outcome } = await resultOf(source, query);
  const report = { source: name, host, found: posts.length, ...outcome };
  notify(report);
  return { posts, report };
}

type SourceResult = { posts: FoundPost[] } & Pick<SourceReport, 'outcome' | 'reason'>;

async function resultOf(
  source: ConversationSource,
  { phrases, since, signal }: SourceQuery,
): Promise<SourceResult> {
  if (source.notConfigured !== null)
    return { posts: [], outcome: 'not-configured', reason: { code: source.notConfigured } };
  try {
    const find = (ending: AbortSignal) => source.find(phrases, since, ending);
    const { posts, cached, missing } = await inTime(sourceTimeoutMs, signal, find);
    return { posts, outcome: cached ? 'cached' : 'answered', reason: missing && { code: missing } };
  } catch (error) {
    const { failure, quietUntil } =
      error instanceof SourceError ? error : { failure: 'unavailable' as const, quietUntil: null };
    const reason = { code: failure, ...(quietUntil && { until: quietUntil.toISOString() }) };
    return { posts: [], outcome: failure === 'busy' ? 'waiting' : 'failed', reason };
  }
}

/**
 * Result of `work` within `ms`, even if it ignores its signal.
 * @throws SourceError 'timed-out' after that; what `work` throws before; the reason of `signal` once it ends.
 */
export async function inTime<T>(
  ms: number,
  signal: AbortSignal,
  work: (ending: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const over = Promise.withResolvers<never>();
  const end = (reason: unknown) => {
    ending.abort(reason);
    over.reject(reason);
  };
  const timer = setTimeout(() => end(new SourceError('timed-out')), ms);
  const stop = () => end(signal.reason);
  signal.addEventListener('abort', stop);
  try {
    signal.throwIfAborted();
    return await Promise.race([work(ending.signal), over.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
