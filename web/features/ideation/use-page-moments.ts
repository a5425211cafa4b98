import { useEffect, useLayoutEffect, useRef } from 'react';

/** Calls `draw` at most once a frame, however often it is asked for. */
export function useFrames(draw: () => void): () => void {
  const frame = useRef(0);
  const latest = useRef(draw);
  useLayoutEffect(() => {
    latest.current = draw;
  });
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  return () => {
    if (frame.current !== 0) return;
    frame.current = requestAnimationFrame(() => {
      frame.current = 0;
      latest.current();
    });
  };
}

/** Calls `end` when the page or the component goes; before passive effects, which put the session away. */
export function useEnd(end: () => void): void {
  const latest = useRef(end);
  useLayoutEffect(() => {
    latest.current = end;
  });
  useLayoutEffect(() => {
    const endNow = () => latest.current();
    addEventListener('pagehide', endNow);
    return () => {
      removeEventListener('pagehide', endNow);
      endNow();
    };
  }, []);
}

/** Waits until what is pressed is let go and clicked: it must not move away under the finger. */
export function useAfterPress(): (then: () => void) => void {
  const press = useRef<{ after: (() => void) | null } | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const options = { capture: true, signal: leaving.signal };
    const down = () => {
      press.current = { after: null };
    };
    const up = () => {
      const after = press.current?.after;
      press.current = null;
      if (after) setTimeout(after);
    };
    addEventListener('pointerdown', down, options);
    addEventListener('pointerup', up, options);
    addEventListener('pointercancel', up, options);
    return () => leaving.abort();
  }, []);
  return (then) => {
    if (press.current) press.current.after = then;
    else then();
  };
}
