import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

export type RunOptions<Outcome> = {
  /** Asks the AI; `arrive` takes the whole text so far. Failures are outcomes too. */
  ask: (signal: AbortSignal, arrive: (text: string) => void) => Promise<Outcome>;
  /** The part of the text so far to show and save; without it all of the text. */
  readPart?: (text: string) => string;
  /** Saves the part of a run that is stopped, or whose page or component goes. */
  savePart?: (part: string) => void;
  /** Saves the part also while it arrives: every few seconds, and when the page is hidden. */
  savesOften?: boolean;
};

/** One run of the AI at a time: started, shown as it arrives, and stopped with the part that has arrived. */
export function useRun() {
  const run = useRef<Run | null>(null);
  /** The part that has arrived; null while no run is under way. */
  const [arrived, setArrived] = useState<string | null>(null);
  const draw = useFrames(() => {
    if (run.current) setArrived(partOf(run.current));
  });

  /** Gives how the run ended, and the part that arrived; null when another is under way or it was stopped. */
  async function start<Outcome>(options: RunOptions<Outcome>): Promise<RunEnd<Outcome> | null> {
    if (run.current) return null;
    const mine: Run = { ...options, abort: new AbortController(), text: '', savedAt: Date.now() };
    run.current = mine;
    setArrived('');
    try {
      const outcome = await options.ask(mine.abort.signal, (text) => {
        mine.text = text;
        draw();
        // Not in a frame: a hidden page gets none.
        if (run.current === mine && Date.now() - mine.savedAt > saveEveryMs) saveOften(mine);
      });
      return run.current === mine ? { outcome, part: partOf(mine) } : null;
    } finally {
      if (run.current === mine) clear();
    }
  }

  /** Gives the part that had arrived; null when no run was under way. */
  function stop(): string | null {
    const stopped = run.current;
    if (!stopped) return null;
    clear();
    const part = partOf(stopped);
    stopped.savePart?.(part);
    stopped.abort.abort();
    return part;
  }

  function clear() {
    run.current = null;
    setArrived(null);
  }

  const saveHidden = useEffectEvent(() => {
    if (document.hidden && run.current) saveOften(run.current);
  });
  // Before documents send their text: they listen on the document, and leave in passive effects.
  useEffect(() => {
    const listener = () => saveHidden();
    addEventListener('visibilitychange', listener, { capture: true });
    return () => removeEventListener('visibilitychange', listener, { capture: true });
  }, []);
  const end = useEffectEvent(() => void stop());
  useLayoutEffect(() => {
    const endNow = () => end();
    addEventListener('pagehide', endNow);
    return () => {
      removeEventListener('pagehide', endNow);
      endNow();
    };
  }, []);
  return { arrived, start, stop };
}

type RunEnd<Outcome> = { outcome: Outcome; part: string };

type Run = Omit<RunOptions<unknown>, 'ask'> & { abort: AbortController; text: string; savedAt: number };

/** A crash loses no more than this of what has arrived. */
const saveEveryMs = 3000;

function partOf({ text, readPart }: Run): string {
  return text === '' || !readPart ? text : readPart(text);
}

function saveOften(run: Run): void {
  run.savedAt = Date.now();
  if (run.savesOften) run.savePart?.(partOf(run));
}

/** Calls `draw` at most once a frame, however often it is asked for. */
function useFrames(draw: () => void): () => void {
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
