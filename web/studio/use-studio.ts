import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useRun } from './use-run.ts';

export type StudioOptions<Start> = {
  open: boolean;
  start: Start | undefined;
  /** Until then nothing is opened. */
  isReady: boolean;
  /** Work that is being written on stays until that has ended. */
  waitsForRun?: boolean;
  /** Opens what the dialog was asked for: once for each opening and each start. */
  begin: (start: Start | undefined, isFirst: boolean) => void;
  /** Names the work for the other tabs; null without any. */
  lock: string | null;
};

const idle = { isPending: false, error: null as Error | null, retry: () => {} };

/**
 * The common part of coach, plan and build prompt: work that is opened from elsewhere, and a run of the AI on it. Of
 * several works that are read the last one counts.
 */
export function useStudio<Outcome, Start = unknown>(options: StudioOptions<Start>) {
  const { open, start, waitsForRun = false, begin, lock } = options;
  const run = useRun<Outcome>();
  const isReady = options.isReady && !(waitsForRun && run.arrived !== null);
  const otherTab = useOtherTab(open ? lock : null);
  const [reading, setReading] = useState(idle);
  const turn = useRef(0);

  /** Reads a work and shows it, unless the dialog was closed or asked for another meanwhile. */
  async function read<Work>(find: () => Promise<Work>, show: (work: Work) => void): Promise<void> {
    turn.current += 1;
    const mine = turn.current;
    const retry = () => void read(find, show);
    setReading({ isPending: true, error: null, retry });
    try {
      const work = await find();
      if (mine !== turn.current) return;
      setReading(idle);
      show(work);
    } catch (error) {
      if (mine === turn.current) setReading({ isPending: false, error: error as Error, retry });
    }
  }

  function leave() {
    turn.current += 1;
    setReading(idle);
  }

  const begun = useRef<{ start: Start | undefined } | null>(null);
  const isFirst = useRef(true);
  const beginNow = useEffectEvent(begin);
  const leaveNow = useEffectEvent(leave);
  // Before the browser paints: the work from before is never shown for a moment.
  useLayoutEffect(() => {
    if (begun.current && (!open || begun.current.start !== start)) {
      begun.current = null;
      leaveNow();
    }
    if (!open || begun.current || !isReady) return;
    begun.current = { start };
    beginNow(start, isFirst.current);
    isFirst.current = false;
  }, [open, start, isReady]);

  return {
    run,
    /** Another tab has the same work open. */
    otherTab,
    isReading: reading.isPending,
    readError: reading.error,
    retryReading: reading.retry,
    read,
    /** Opens nothing any more. */
    leave,
  };
}

const patienceMs = 200;

/**
 * True while a tab that came earlier holds this lock; null asks for none. False also where the browser has no locks
 * (plain http).
 */
function useOtherTab(lockName: string | null): boolean {
  const [isWaiting, setWaiting] = useState(false);

  useEffect(() => {
    if (!lockName || !navigator.locks) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const timer = setTimeout(() => setWaiting(true), patienceMs);
    const hold = () => {
      clearTimeout(timer);
      setWaiting(false);
      return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    };
    // Rejects when this tab leaves before its turn.
    navigator.locks.request(lockName, { signal }, hold).catch(() => {});
    return () => {
      clearTimeout(timer);
      setWaiting(false);
      leaving.abort();
    };
  }, [lockName]);

  return isWaiting;
}
