type Steps<Row, Change> = {
  find: () => Promise<Row | null>;
  /** Computes the change to a stored row; null for no change. Throws the error that refuses it. */
  turn: (stored: Row | null) => Promise<Change | null> | Change | null;
  /** Null when what was found is no longer what is stored. */
  write: (change: Change, stored: Row | null) => Promise<Row | null>;
};

/** Writes a document on top of the revision that was read. A late writer decides again on the stored one. */
export async function writeOnTop<Row, Change>({ find, turn, write }: Steps<Row, Change>): Promise<Row> {
  for (;;) {
    const stored = await find();
    const change = await turn(stored);
    if (change === null && stored !== null) return stored;
    const written = change && (await write(change, stored));
    if (written) return written;
  }
}
