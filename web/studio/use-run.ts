import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { OnText } from '#web/api/stream.ts';

export type RunOptions<Outcome> = {
  /** Asks the AI; `arrive` takes the whole text so far. Failures are outcomes too. */
  ask: (signal: AbortSignal, arrive: OnText) => Promise<Outcome>;
  /** The part of the text so far to show and save; without it all of the text. */
  readPart?: (text: string) => string;
  /** Saves the part of a run that is stopped, or whose page or component goes. */
  savePart?: (part: string) => void;
  /** Saves the part also while it arrives: every few seconds, and when the page is hidden. */
  savesOften?: boolean;
};

/**
 * One run of the AI at a time: started, shown as it arrives, and stopped with the part that has arrived. `isSilent` after
 * three seconds without a word, `isAgain` while a second reply arrives because the first was of no use.
 */
export function useRun<Outcome>() {
  const run = useRef<OpenRun | null>(null);
  /** The part that has arrived; null while no run is under way. */
  const [arrived, setArrived] = useState<string | null>(null);
  const [ended, setEnded] = useState<RunEnd<Outcome> | null>(null);
  const [isAgain, setIsAgain] = useState(false);
  const silence = useSilence();
  const draw = useFrames(() => {
    if (run.current) setArrived(partOf(run.current));
  });

  /** Gives how the run ended; null when another is under way or it was stopped. */
  async function start(options: RunOptions<Outcome>): Promise<{ outcome: Outcome; part: string } | null> {
    if (run.current) return null;
    const mine: OpenRun = { ...options, abort: new AbortController(), text: '', savedAt: Date.now() };
    run.current = mine;
    setArrived('');
    setEnded(null);
    setIsAgain(false);
    silence.watch();
    try {
      const outcome = await options.ask(mine.abort.signal, (text, again = false) => {
        mine.text = text;
        draw();
        if (run.current !== mine) return;
        silence.watch();
        setIsAgain(again);
        // Not in a frame: a hidden page gets none.
        if (Date.now() - mine.savedAt > saveEveryMs) saveOften(mine);
      });
      if (run.current !== mine) return null;
      const end = { outcome, part: partOf(mine) };
      setEnded(end);
      return end;
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
    setEnded({ outcome: null, part });
    stopped.savePart?.(part);
    stopped.abort.abort();
    return part;
  }

  function clear() {
    run.current = null;
    setArrived(null);
    silence.end();
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
  return {
    arrived,
    isSilent: silence.isLong,
    isAgain,
    /** The last run's end; null once another begins or it was cleared. */
    ended,
    start,
    stop,
    clear: () => setEnded(null),
  };
}

/** The model's name on the receipt of a part: it comes only with the end of a reply. */
export const unnamedModel = 'A model that was cut off before it gave its name';

/** Without an outcome it was stopped. */
export type RunEnd<Outcome> = { outcome: Outcome | null; part: string };

export type Run<Outcome = unknown> = ReturnType<typeof useRun<Outcome>>;

type OpenRun = Omit<RunOptions<unknown>, 'ask'> & { abort: AbortController; text: string; savedAt: number };

/** A crash loses no more than this of what has arrived. */
const saveEveryMs = 3000;

function partOf({ text, readPart }: OpenRun): string {
  return text === '' || !readPart ? text : readPart(text);
}

function saveOften(run: OpenRun): void {
  run.savedAt = Date.now();
  if (run.savesOften) run.savePart?.(partOf(run));
}

/** A model that says nothing for so long is said to be busy. */
const longSilenceMs = 3000;

/** Notices when nothing has arrived for long. */
function useSilence() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isLong, setIsLong] = useState(false);
  const end = () => {
    clearTimeout(timer.current);
    setIsLong(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    isLong,
    end,
    /** Begins to wait; again with each piece that arrives. */
    watch() {
      end();
      timer.current = setTimeout(() => setIsLong(true), longSilenceMs);
    },
  };
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
