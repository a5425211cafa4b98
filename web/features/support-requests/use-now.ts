import { useEffect, useState } from 'react';

const tickMs = 15_000;

/** The time in milliseconds, often enough for whatever counts minutes. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = () => setNow(Date.now());
    const timer = setInterval(tick, tickMs);
    // A sleeping tab has no timers: what it shows must not be hours old when it is looked at again.
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, []);
  return now;
}
