// Newer browsers do these themselves; the oldest that are served do not (README).

/** The list with `added` in the place of `removed` items from `at` on. */
export function spliced<T>(list: readonly T[], at: number, removed: number, ...added: T[]): T[] {
  return [...list.slice(0, at), ...added, ...list.slice(at + removed)];
}

/** Items by their key, in the order in which keys come first. */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
