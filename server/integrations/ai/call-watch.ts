/** Longest waits of one call in milliseconds. */
export type Timeouts = {
  /** From sending the request to the first piece of the reply. */
  firstByte: number;
  /** Between two pieces. */
  betweenChunks: number;
  /** The whole call, retry and waiting included. */
  total: number;
};

/** Ends a call when it is too slow or when its reader has gone. */
export type CallWatch = {
  /** Fires for either reason; closes the socket. */
  signal: AbortSignal;
  /** The next piece must come within this many milliseconds; null while none is expected. */
  expectWithin(milliseconds: number | null): void;
  /** Why the call was ended, or null when it was not. */
  ended(): 'aborted' | 'timed-out' | null;
  stop(): void;
};

/** Starts the clocks of one call; `stop` must be called when it is over. */
export function watchCall(reader: AbortSignal | undefined, totalMs: number): CallWatch {
  const slow = new AbortController();
  const total = setTimeout(() => slow.abort(), totalMs);
  let next: NodeJS.Timeout | undefined;
  return {
    signal: reader ? AbortSignal.any([reader, slow.signal]) : slow.signal,
    expectWithin(milliseconds) {
      clearTimeout(next);
      if (milliseconds !== null) next = setTimeout(() => slow.abort(), milliseconds);
    },
    ended() {
      if (reader?.aborted) return 'aborted';
      return slow.signal.aborted ? 'timed-out' : null;
    },
    stop() {
      clearTimeout(total);
      clearTimeout(next);
    },
  };
}
