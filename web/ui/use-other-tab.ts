import { useEffect, useState } from 'react';

const patienceMs = 200;

/**
 * True while a tab that came earlier holds this lock; null asks for none. False also where the browser has no locks
 * (plain http).
 */
export function useOtherTab(lockName: string | null): boolean {
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
