/** Range of a secret in a text: from `start` to before `end`. */
export type SecretRange = {
  kind: string;
  /** Start of the name or scheme that gave it away. */
  from: number;
  start: number;
  end: number;
};

/** Every match of a pattern; what its group `before` holds is no part of the secret. */
export function rangesOf(text: string, kind: string, pattern: RegExp): SecretRange[] {
  return Array.from(text.matchAll(pattern), (match) => {
    const start = match.index + (match.groups?.before?.length ?? 0);
    return { kind, from: match.index, start, end: match.index + match[0].length };
  });
}

/** In the order of the text; those that overlap become one, of the kind that begins first. */
export function joinRanges(ranges: SecretRange[]): SecretRange[] {
  const joined: SecretRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = joined.at(-1);
    if (last && range.start < last.end) last.end = Math.max(last.end, range.end);
    else joined.push({ ...range });
  }
  return joined;
}

/** Those that touch none of the `others`, which are in the order of the text. */
export function apartFrom(others: { start: number; end: number }[], ranges: SecretRange[]): SecretRange[] {
  if (others.length === 0) return ranges;
  let next = 0;
  return ranges
    .toSorted((a, b) => a.from - b.from)
    .filter((range) => {
      while ((others[next]?.end ?? Number.POSITIVE_INFINITY) <= range.from) next++;
      return (others[next]?.start ?? Number.POSITIVE_INFINITY) >= range.end;
    });
}
