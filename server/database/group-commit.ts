type Waiting<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/**
 * Writes what arrives while a write is under way as one group: one statement and one commit for
 * many callers, each answered only after its commit. `write` returns one result an item, in order.
 */
export function groupCommit<Item, Result>(
  write: (items: Item[]) => Promise<Result[]>,
  options: { largestGroup: number; writers: number },
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let writing = 0;

  const drain = async () => {
    writing += 1;
    while (waiting.length > 0) {
      const group = waiting.slice(0, options.largestGroup);
      waiting = waiting.slice(options.largestGroup);
      try {
        const results = await write(group.map(({ item }) => item));
        group.forEach(({ resolve }, index) => {
          resolve(results[index] as Result);
        });
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    writing -= 1;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      // Waits for the rest of this turn of the event loop, so that the first caller is not alone.
      if (writing < options.writers) setImmediate(() => writing < options.writers && drain());
    });
}
