import type { OptionCount } from '#shared/contracts/analyses.ts';

/** One key of the aggregated data, as it is drawn. */
export type AggregatedSection =
  | { kind: 'counts'; title: string; counts: OptionCount[] }
  | { kind: 'texts'; title: string; texts: string[] };

/**
 * What is shown of aggregated data (specification 2, Survey Analysis card): a non-empty list of {name, count}
 * as counts, a list of strings as texts, nothing else. A count map counts as its list. The titles in `order` come
 * first, in that order.
 */
export function aggregatedSections(data: Record<string, unknown>, order: string[]): AggregatedSection[] {
  const titles = new Set([...order.filter((title) => Object.hasOwn(data, title)), ...Object.keys(data)]);
  return [...titles].flatMap((title) => section(title, data[title]) ?? []);
}

function section(title: string, value: unknown): AggregatedSection | null {
  const list = Array.isArray(value) ? value : countMap(value);
  if (list.length === 0) return null;
  if (list.every(isCount)) return { kind: 'counts', title, counts: list };
  return list.every((item) => typeof item === 'string') ? { kind: 'texts', title, texts: list } : null;
}

function countMap(value: unknown): OptionCount[] {
  if (typeof value !== 'object' || value === null) return [];
  const counts = Object.entries(value).map(([name, count]) => ({ name, count }));
  return counts.every(isCount) ? counts : [];
}

function isCount(value: unknown): value is OptionCount {
  const { name, count } = (value ?? {}) as Partial<OptionCount>;
  return typeof name === 'string' && typeof count === 'number' && Number.isFinite(count);
}
