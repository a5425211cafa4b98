import type { Logger } from 'pino';
import type { Database } from '#server/database/connect.ts';
import { SourceError } from './port.ts';
import { type Grant, type HostBuckets, hostBuckets } from './rate-limits.ts';
import { type ReplyCache, replyCache } from './reply-cache.ts';
import {
  type AskedHost,
  type CallAnswer,
  type CallOptions,
  type CallOutcome,
  callSource,
} from './source-call.ts';
import { longestQuietMs } from './source-fault.ts';

export type SourceClientOptions = CallOptions & {
  database: Database;
  log: Logger;
  random?: () => number;
};

export type SourceClient = {
  /**
   * GETs JSON from all URLs at once, and only from the first ones when the host's pace allows no more. CallOutcomes come in
   * the order of `urls`; it never rejects for what a source does, and holds no connection of the database meanwhile.
   */
  ask<T>(host: AskedHost<T>, urls: string[], signal: AbortSignal): Promise<CallOutcome<T>[]>;
};

type Parts = SourceClientOptions & { buckets: HostBuckets; cache: ReplyCache };

/** Asks sources with a name of our own, in their pace, within time and size (reference 1, common rules). */
export function sourceClient(settings: SourceClientOptions): SourceClient {
  const { database, now, log } = settings;
  const parts = { ...settings, buckets: hostBuckets(database, now), cache: replyCache(database, now, log) };
  return {
    async ask<T>(host: AskedHost<T>, urls: string[], signal: AbortSignal) {
      const outcomes: CallOutcomes<T> = host.cached ? await readCached(parts, host, urls) : new Map();
      const left = [...new Set(urls)].filter((url) => !outcomes.has(url));
      const live: CallOutcomes<T> = left.length > 0 ? await askLive(parts, host, left, signal) : new Map();
      return urls.flatMap((url) => outcomes.get(url) ?? live.get(url) ?? []);
    },
  };
}

type CallOutcomes<T> = Map<string, CallOutcome<T>>;

async function readCached<T>({ cache }: Parts, host: AskedHost<T>, urls: string[]): Promise<CallOutcomes<T>> {
  const outcomes: CallOutcomes<T> = new Map();
  for (const [url, stored] of await cache.read(urls)) {
    // Another release may have kept it in another shape.
    const { success, data } = host.schema.safeParse(stored);
    if (success) outcomes.set(url, { reply: data, cached: true });
  }
  return outcomes;
}

async function askLive<T>(
  parts: Parts,
  host: AskedHost<T>,
  urls: string[],
  signal: AbortSignal,
): Promise<CallOutcomes<T>> {
  const grant = await parts.buckets.take(host.key, host.method ?? host.key, host.pace, urls.length);
  const asked = urls.slice(0, grant.granted);
  const answers = await Promise.all(
    asked.map((url, index) => callSource(host, url, { ...parts, signal, delayMs: grant.delayOf(index) })),
  );
  const outcomes: CallOutcomes<T> = new Map(
    urls.map((url, index) => [url, answers[index]?.outcome ?? wait(grant)]),
  );
  if (host.cached) parts.cache.keep(repliesIn(outcomes));
  await saveRateLimits(parts, host, grant, answers);
  return outcomes;
}

function wait<T>({ quietUntil }: Grant): CallOutcome<T> {
  return { error: new SourceError('busy', { ...(quietUntil && { quietUntil }) }) };
}

function repliesIn<T>(outcomes: CallOutcomes<T>): Map<string, unknown> {
  return new Map(
    [...outcomes].flatMap(([url, outcome]) => ('reply' in outcome ? [[url, outcome.reply] as const] : [])),
  );
}

/** Writes down how long the host, or one method of it, wants to be left alone. */
async function saveRateLimits<T>(
  { buckets, log, now, random = Math.random }: Parts,
  host: AskedHost<T>,
  grant: Grant,
  answers: CallAnswer<T>[],
): Promise<void> {
  const seconds = Math.max(0, ...answers.map(({ verdict }) => verdict?.quietSeconds ?? 0));
  if (seconds > 0) {
    const until = new Date(now() + Math.min(seconds * 1000, longestQuietMs));
    await buckets.saveQuietUntil(host.method ?? host.key, until, 0);
  }
  const failures = answers.flatMap(({ outcome }) => ('error' in outcome ? [outcome.error] : []));
  if (failures.length > 0) {
    log.warn({ host: host.key, failures: failures.map(({ failure }) => failure) }, 'source failed');
  }
  const refusals = failures.filter(({ failure }) => failure === 'busy');
  if (refusals.length > 0) {
    const named = refusals.map(({ quietUntil }) => quietUntil?.getTime() ?? 0);
    const until = Math.max(...named) || now() + growingWaitMs(grant.refusals + 1, random());
    await buckets.saveQuietUntil(host.key, new Date(until), grant.refusals + 1);
  } else if (grant.refusals > 0 && failures.length < answers.length) {
    await buckets.resetRefusals(host.key);
  }
}

/** 2, 4, 8 … 300 seconds, and up to a quarter more so that processes do not come back at once. */
function growingWaitMs(refusals: number, random: number): number {
  return Math.min(300, 2 ** refusals) * (1 + random / 4) * 1000;
}
