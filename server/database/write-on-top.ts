type Steps<Row, Change> = {
  find: () => Promise<Row | null>;
  /** What to write on top of what is stored; null when that is right as it is. Throws what refuses the write. */
  turn: (stored: Row | null) => Promise<Change | null> | Change | null;
  /** Null when what was found is no longer what is stored. */
  write: (change: Change, stored: Row | null) => Promise<Row | null>;
};

/**
 * Writes a document on top of the revision that was read, and of no other: whoever comes too late decides again on
 * what is stored by then.
 */
export async function writeOnTop<Row, Change>({ find, turn, write }: Steps<Row, Change>): Promise<Row> {
  for (;;) {
    const stored = await find();
    const change = await turn(stored);
    if (change === null && stored !== null) return stored;
    const written = change && (await write(change, stored));
    if (written) return written;
  }
}
