import type pg from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { AppError } from '#server/app-error.ts';
import type { MessageCode } from '#shared/messages/catalogue.ts';

/** Counts what one key (an address, a user) did in a window. */
export type Limit = {
  /** @throws AppError 429 with the seconds to wait when the key has used up its points. */
  take(key: string): Promise<void>;
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
export const noLimits: Limits = () => ({ take: async () => {}, giveBack: async () => {} });

function limit(limiter: RateLimiterAbstract, code: MessageCode = 'too_many_requests'): Limit {
  return {
    async take(key) {
      try {
        await limiter.consume(key);
      } catch (rejection) {
        if (!(rejection instanceof RateLimiterRes)) throw rejection;
        const seconds = Math.max(1, Math.ceil(rejection.msBeforeNext / 1000));
        throw new AppError(code, { seconds }, { retryAfter: seconds });
      }
    },
    async giveBack(key) {
      await limiter.reward(key);
    },
  };
}
