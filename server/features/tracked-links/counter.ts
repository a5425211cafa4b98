import { countedToday } from './counted-today.ts';
import type { TrackedLinkRepository, Visit } from './repository.ts';
import type { Salts } from './salts.ts';
import { type Follower, visitorOf } from './visitor.ts';

export type Counter = {
  /** Counts beside the redirect, which never waits for it and never fails with it. */
  countVisit(follower: Follower, code: string): void;
  countSignUp(follower: Follower, campaignId: string): void;
  /** Resolves when what was to be counted until now is counted, or lost to a database that is away. */
  settle(): Promise<void>;
};

type Settings = {
  repository: TrackedLinkRepository;
  salts: Salts;
  write: (visit: Visit) => Promise<void>;
  onLost: (error: unknown) => void;
};

/** Visits that may wait for the database at once; beyond them they are not counted, lest memory run out. */
const mostWaiting = 10_000;

export function counter({ repository, salts, write, onLost }: Settings): Counter {
  const waiting = new Set<Promise<void>>();
  const counted = countedToday();

  function beside(count: () => Promise<void>): void {
    if (waiting.size >= mostWaiting) {
      onLost(new Error('too many visits wait to be counted'));
      return;
    }
    const counting = count()
      .catch(onLost)
      .finally(() => waiting.delete(counting));
    waiting.add(counting);
  }

  return {
    countVisit: (follower, code) =>
      beside(async () => {
        const { day, salt } = await salts.today();
        const visit = { day, visitor: visitorOf(follower, salt), code };
        if (counted.has(visit)) return;
        await write(visit);
        counted.add(visit);
      }),
    countSignUp: (follower, campaignId) =>
      beside(async () => {
        const { day, salt } = await salts.today();
        await repository.countSignUp({ day, visitor: visitorOf(follower, salt), campaignId });
      }),
    async settle() {
      await Promise.all(waiting);
    },
  };
}
