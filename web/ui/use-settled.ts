import { useEffect, useState } from 'react';

const pauseMs = 250;

/** Typed text, once there is a pause in the typing; an emptied field counts at once. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), typed === '' ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
