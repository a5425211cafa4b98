import type { Logger } from 'pino';
import type { Database } from '#server/database/connect.ts';
import { type Grant, type HostBuckets, hostBuckets } from './host-bucket.ts';
import { SourceError } from './port.ts';
import { type ReplyCache, replyCache } from './reply-cache.ts';
import { type Answer, type AskedHost, type CallSettings, callSource, type Outcome } from './source-call.ts';
import { longestQuietMs } from './source-fault.ts';

export type SourceClientSettings = CallSettings & {
  database: Database;
  log: Logger;
  random?: () => number;
};

export type SourceClient = {
  /**
   * GETs JSON from all URLs at once, and only from the first ones when the host's pace allows no more. Outcomes come in
   * the order of `urls`; it never rejects for what a source does, and holds no connection of the database meanwhile.
   */
  ask<T>(host: AskedHost<T>, urls: string[], signal: AbortSignal): Promise<Outcome<T>[]>;
};

type Parts = SourceClientSettings & { buckets: HostBuckets; cache: ReplyCache };

/** Asks sources with a name of our own, in their pace, within time and size (reference 1, common rules). */
export function sourceClient(settings: SourceClientSettings): SourceClient {
  const { database, now, log } = settings;
  const parts = { ...settings, buckets: hostBuckets(database, now), cache: replyCache(database, now, log) };
  return {
    async ask<T>(host: AskedHost<T>, urls: string[], signal: AbortSignal) {
      const outcomes: Outcomes<T> = host.cached ? await readKept(parts, host, urls) : new Map();
      const left = [...new Set(urls)].filter((url) => !outcomes.has(url));
      const live: Outcomes<T> = left.length > 0 ? await askLive(parts, host, left, signal) : new Map();
      return urls.flatMap((url) => outcomes.get(url) ?? live.get(url) ?? []);
    },
  };
}

type Outcomes<T> = Map<string, Outcome<T>>;

async function readKept<T>({ cache }: Parts, host: AskedHost<T>, urls: string[]): Promise<Outcomes<T>> {
  const outcomes: Outcomes<T> = new Map();
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
): Promise<Outcomes<T>> {
  const grant = await parts.buckets.take(host.key, host.method ?? host.key, host.pace, urls.length);
  const asked = urls.slice(0, grant.granted);
  const answers = await Promise.all(
    asked.map((url, index) => callSource(host, url, { ...parts, signal, delayMs: grant.delayOf(index) })),
  );
  const outcomes: Outcomes<T> = new Map(
    urls.map((url, index) => [url, answers[index]?.outcome ?? wait(grant)]),
  );
  if (host.cached) parts.cache.keep(repliesIn(outcomes));
  await heed(parts, host, grant, answers);
  return outcomes;
}

function wait<T>({ quietUntil }: Grant): Outcome<T> {
  return { error: new SourceError('busy', { ...(quietUntil && { quietUntil }) }) };
}

function repliesIn<T>(outcomes: Outcomes<T>): Map<string, unknown> {
  return new Map(
    [...outcomes].flatMap(([url, outcome]) => ('reply' in outcome ? [[url, outcome.reply] as const] : [])),
  );
}

/** Writes down how long the host, or one method of it, wants to be left alone. */
async function heed<T>(
  { buckets, log, now, random = Math.random }: Parts,
  host: AskedHost<T>,
  grant: Grant,
  answers: Answer<T>[],
): Promise<void> {
  const seconds = Math.max(0, ...answers.map(({ verdict }) => verdict?.quietSeconds ?? 0));
  if (seconds > 0) {
    const until = new Date(now() + Math.min(seconds * 1000, longestQuietMs));
    await buckets.keepQuiet(host.method ?? host.key, until, 0);
  }
  const failures = answers.flatMap(({ outcome }) => ('error' in outcome ? [outcome.error] : []));
  if (failures.length > 0) {
    log.warn({ host: host.key, failures: failures.map(({ failure }) => failure) }, 'source failed');
  }
  const refusals = failures.filter(({ failure }) => failure === 'busy');
  if (refusals.length > 0) {
    const named = refusals.map(({ quietUntil }) => quietUntil?.getTime() ?? 0);
    const until = Math.max(...named) || now() + growingWaitMs(grant.refusals + 1, random());
    await buckets.keepQuiet(host.key, new Date(until), grant.refusals + 1);
  } else if (grant.refusals > 0 && failures.length < answers.length) {
    await buckets.forgetRefusals(host.key);
  }
}

/** 2, 4, 8 … 300 seconds, and up to a quarter more so that processes do not come back at once. */
function growingWaitMs(refusals: number, random: number): number {
  return Math.min(300, 2 ** refusals) * (1 + random / 4) * 1000;
}
