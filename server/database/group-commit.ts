type Waiting<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/**
 * Writes what arrives while a write is under way as one group: one statement and one commit for
 * many callers, each answered only after its commit. `write` returns one result an item, in order. A second write at the
 * same time would wait for rows of the first, and the groups would be half as large.
 */
export function groupCommit<Item, Result>(
  write: (items: Item[]) => Promise<Result[]>,
  largestGroup: number,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let isWriting = false;

  const drain = async () => {
    isWriting = true;
    while (waiting.length > 0) {
      const group = waiting.slice(0, largestGroup);
      waiting = waiting.slice(largestGroup);
      try {
        const results = await write(group.map(({ item }) => item));
        group.forEach(({ resolve }, index) => {
          resolve(results[index] as Result);
        });
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    isWriting = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      // Waits for the rest of this turn of the event loop, so that the first caller is not alone.
      if (!isWriting) setImmediate(() => isWriting || drain());
    });
}
