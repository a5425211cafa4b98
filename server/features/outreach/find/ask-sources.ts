import {
  type ConversationSource,
  type FoundPost,
  type SourceAnswer,
  SourceError,
  type SourceFailure,
} from '#server/integrations/sources/port.ts';
import type { SourceReport } from '#shared/contracts/conversation-sources.ts';
import type { SearchProgress } from '#shared/contracts/opportunities.ts';

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

type SourceResult = { posts: FoundPost[] } & Pick<SourceReport, 'outcome' | 'message'>;

async function resultOf(
  source: ConversationSource,
  { phrases, since, signal }: SourceQuery,
): Promise<SourceResult> {
  if (source.notConfigured !== null)
    return { posts: [], outcome: 'not-configured', message: source.notConfigured };
  try {
    return answered(await inTime(sourceTimeoutMs, signal, (ending) => source.find(phrases, since, ending)));
  } catch (error) {
    return failed(error);
  }
}

function answered({ posts, cached, missing }: SourceAnswer): SourceResult {
  const message = missing === null ? '' : `Some of its answers are missing: ${failureLabels[missing]}.`;
  return { posts, outcome: cached ? 'cached' : 'answered', message };
}

function failed(error: unknown): SourceResult {
  const { failure, quietUntil } =
    error instanceof SourceError ? error : { failure: 'unavailable' as const, quietUntil: null };
  const label = failureLabels[failure];
  const until = quietUntil ? ` It may be asked again at ${quietUntil.toISOString().slice(11, 16)} UTC.` : '';
  return {
    posts: [],
    outcome: failure === 'busy' ? 'waiting' : 'failed',
    message: `${label.charAt(0).toUpperCase()}${label.slice(1)}.${until}`,
  };
}

const failureLabels: Record<SourceFailure, string> = {
  'timed-out': 'it did not answer in time',
  busy: 'its limit keeps us from asking now',
  refused: 'it refused to answer',
  unreadable: 'its answer could not be read',
  'too-large': 'its answer was too large',
  unavailable: 'it could not be reached',
  'auth-required': 'it answers only signed-in accounts',
  'forbidden-address': 'it is not at a public address',
};

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
