import { setTimeout as sleep } from 'node:timers/promises';
import { secondsToWait } from './waits.ts';

export type Pace = { perSecond: number; burst: number };

/** Buckets that all processes share; `take` gives none while the host, or what is called `method`, wants quiet. */
export type ReadBuckets = {
  take(
    host: string,
    method: string,
    pace: Pace,
    wanted: number,
  ): Promise<{ granted: number; delayOf(index: number): number }>;
  saveQuietUntil(key: string, until: Date, refusals: number): Promise<void>;
};

type ReadPaceOptions = {
  /** Without them nothing is held back. */
  buckets?: ReadBuckets;
  /** Hosts that take more than is usual. */
  paces?: Record<string, Pace>;
  now: () => number;
};

/** Leaves most of what servers allow an address to the searches. */
const usualPace: Pace = { perSecond: 0.5, burst: 60 };

/** How often hosts are asked for threads, replies and profiles, beside the searches, whose quiet times count here too. */
export function readPace({ buckets, paces = {}, now }: ReadPaceOptions) {
  const keyOf = (host: string) => `${host} replies`;
  return {
    /** Waits for the next free moment; false when that is too far off. */
    async waitForTurn(host: string, signal: AbortSignal): Promise<boolean> {
      if (!buckets) return true;
      const { granted, delayOf } = await buckets.take(keyOf(host), host, paces[host] ?? usualPace, 1);
      if (granted === 0) return false;
      if (delayOf(0) > 0) await sleep(delayOf(0), undefined, { signal }).catch(() => {});
      return !signal.aborted;
    },

    /** Leaves a host alone that says it is asked too often. */
    async noteRateLimit(
      host: string,
      { status, headers }: Pick<Response, 'status' | 'headers'>,
    ): Promise<void> {
      if (!buckets || (status !== 429 && status !== 503)) return;
      await buckets.saveQuietUntil(keyOf(host), new Date(now() + secondsToWait(headers, now()) * 1000), 0);
    },
  };
}
