import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

/** Requests that a host gets in a window of time. */
export type RateLimit = { requests: number; seconds: number };

/** A host with its limit. `part` is what can be blocked by itself, such as one method of an API. */
export type LimitedHost = { key: string; part: string; limit: RateLimit };

export type Turn = {
  /** Requests that may be sent now. */
  granted: number;
  /** Time until there is more; 0 when all was granted. */
  msBeforeNext: number;
  /** The host asked to be left alone. */
  isBlocked: boolean;
};

export type RateLimits = {
  /** Takes up to `wanted` requests from a host's limit; none while it is blocked. */
  take(host: LimitedHost, wanted: number): Promise<Turn>;
  /** Blocks a host, or a part of it, unless it is blocked for longer already. */
  block(key: string, seconds: number): Promise<void>;
  /** Counts a refusal of a host; returns how many came in a row. */
  countRefusal(key: string): Promise<number>;
  resetRefusals(key: string): Promise<void>;
};

const daySeconds = 86_400;

/** Limits that all processes on one database count together. */
export function rateLimits(pool: pg.Pool): RateLimits {
  const limiter = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      // The limits of our own endpoints clear the table they share.
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration,
    });
  const blocks = limiter('source-block', 0, daySeconds);
  const refusals = limiter('source-refusals', 0, daySeconds);

  async function blockedMs(key: string): Promise<number> {
    return (await blocks.get(keyOf(key)))?.msBeforeNext ?? 0;
  }

  return {
    async take({ key, part, limit }, wanted) {
      const blocked = Math.max(...(await Promise.all([...new Set([key, part])].map(blockedMs))));
      if (blocked > 0) return { granted: 0, msBeforeNext: blocked, isBlocked: true };
      const counted = await limiter('source', limit.requests, limit.seconds)
        .consume(keyOf(key), wanted)
        .catch((rejection: unknown) => {
          if (rejection instanceof RateLimiterRes) return rejection;
          throw rejection;
        });
      const taken = counted.consumedPoints - wanted;
      const granted = Math.max(0, Math.min(wanted, limit.requests - taken));
      return { granted, msBeforeNext: granted === wanted ? 0 : counted.msBeforeNext, isBlocked: false };
    },
    async block(key, seconds) {
      if ((await blockedMs(key)) < seconds * 1000) await blocks.block(keyOf(key), Math.ceil(seconds));
    },
    async countRefusal(key) {
      return (await refusals.penalty(keyOf(key))).consumedPoints;
    },
    async resetRefusals(key) {
      await refusals.delete(keyOf(key));
    },
  };
}

/** A request waits so long for its turn and no longer. */
const longestWaitMs = 1_000;

/**
 * Sends up to `wanted` requests as their turns come. Returns the time in milliseconds until the rest may be sent, or
 * null when all were sent.
 */
export async function sendInTurn(
  limits: RateLimits,
  host: LimitedHost,
  wanted: number,
  { signal, send }: { signal: AbortSignal; send: (index: number) => void },
): Promise<number | null> {
  let sent = 0;
  let msLeft = longestWaitMs;
  for (;;) {
    const { granted, msBeforeNext, isBlocked } = await limits.take(host, wanted - sent);
    for (let index = sent; index < sent + granted; index++) send(index);
    sent += granted;
    if (sent === wanted) return null;
    if (isBlocked) return msBeforeNext;
    if (msBeforeNext > msLeft || signal.aborted) return Math.max(0, msBeforeNext - longestWaitMs);
    msLeft -= Math.max(1, msBeforeNext);
    await sleep(msBeforeNext, undefined, { signal }).catch(() => {});
  }
}

/** Addresses that owners name can be longer than the column of keys. */
function keyOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
