import { isIP } from 'node:net';
import type pg from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { AppError } from '#server/app-error.ts';
import type { MessageCode } from '#shared/messages/catalogue.ts';
import { waitingTime } from '#shared/rules/text/waiting-time.ts';

/** Counts what one key (a network address, a user, a mail address) did in a window. */
export type Limit = {
  /** @throws AppError 429 with the seconds to wait when the key has used up its points. */
  take(key: string): Promise<void>;
  /** Counts nothing: for limits that count only what succeeds. @throws AppError as `take` would. */
  check(key: string, points?: number): Promise<void>;
  /**
   * The same while `points`, how many this key has, is still being found out. A refusal gives the point back: the
   * key may have more of them soon.
   * @throws AppError as `take` does, or what `points` rejects with.
   */
  takeFrom(points: Promise<number>, key: string): Promise<void>;
  /** Gives a point back, for work that failed and must not be charged. */
  giveBack(key: string): Promise<void>;
};

export type Limits = (name: string, points: number, seconds: number, code?: MessageCode) => Limit;

/** Limits that one process counts for itself. */
export const memoryLimits: Limits = (name, points, seconds, code) =>
  limit(new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }), code);

/** Limits that all processes on one database count together; falls back to memory when it is away. */
export function sharedLimits(pool: pg.Pool): Limits {
  return (name, points, seconds, code) => {
    const insuranceLimiter = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
    const settings = { storeClient: pool, storeType: 'pool', tableName: 'rate_limits', tableCreated: true };
    return limit(
      new RateLimiterPostgres({ ...settings, keyPrefix: name, points, duration: seconds, insuranceLimiter }),
      code,
    );
  };
}

/** No limits at all: for measuring what lies behind them. */
export const noLimits: Limits = () => ({
  take: async () => {},
  check: async () => {},
  takeFrom: async (points) => void (await points),
  giveBack: async () => {},
});

/** Takes a point; false when the key has used them up. */
export async function isWithin(limit: Limit, key: string): Promise<boolean> {
  try {
    await limit.take(key);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

function limit(limiter: RateLimiterAbstract, code: MessageCode = 'too_many_requests'): Limit {
  const giveBack = async (key: string) => void (await limiter.reward(countedKey(key)));
  return {
    async take(key) {
      refuseBeyond(limiter.points, await count(limiter, key), code);
    },
    async check(key, points = limiter.points) {
      const counted = await limiter.get(countedKey(key));
      if (counted) refuseBeyond(points - 1, counted, code);
    },
    async takeFrom(points, key) {
      const counting = count(limiter, key);
      try {
        const [allowed, counted] = await Promise.all([points, counting]);
        refuseBeyond(allowed, counted, code);
      } catch (refusal) {
        await counting.then(() => giveBack(key));
        throw refusal;
      }
    },
    giveBack,
  };
}

async function count(limiter: RateLimiterAbstract, key: string): Promise<RateLimiterRes> {
  return limiter.consume(countedKey(key)).catch((rejection: unknown) => {
    if (rejection instanceof RateLimiterRes) return rejection;
    throw rejection;
  });
}

function refuseBeyond(points: number, counted: RateLimiterRes, code: MessageCode): void {
  if (counted.consumedPoints <= points) return;
  const seconds = Math.max(1, Math.ceil(counted.msBeforeNext / 1000));
  throw new AppError(code, { wait: waitingTime(seconds) }, { retryAfter: seconds });
}

/** Count an IPv6 /64 as one sender, because one customer mostly has all of it. Other keys stay unchanged. */
export function countedKey(key: string): string {
  const address = key.replace(/%.*$/, '');
  if (isIP(address) !== 6) return key;
  const groups = ipv6Groups(address);
  const isMappedIPv4 = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  if (!isMappedIPv4) return `${groups.slice(0, 4).join(':')}::/64`;
  const bytes = groups.slice(6).flatMap((group) => {
    const number = Number.parseInt(group, 16);
    return [number >> 8, number & 255];
  });
  return bytes.join('.');
}

/** All eight groups, in the one form that addresses of the web are written in. */
function ipv6Groups(address: string): string[] {
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = short.split('::').map((part) => (part ? part.split(':') : []));
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
}
