import type { OptionCount, TextNumbers } from '#shared/contracts/surveys/analyses.ts';
import type { ListedAnswer } from '#web/features/analyses/submissions/AnswerLink.tsx';

/** One key of the aggregated data, as it is drawn. */
export type AggregatedSection =
  | { kind: 'counts'; title: string; counts: OptionCount[] }
  | { kind: 'texts'; title: string; texts: string[]; numbers: number[] };

/**
 * The shown part of aggregated data (specification 2, Survey Analysis card): a non-empty list of {name, count}
 * as counts, a list of strings as texts, an open question's empty one too, and nothing else. The titles in `order` come
 * first, in that order. Texts come with one number each, or with none.
 */
export function aggregatedSections(
  data: Record<string, unknown>,
  order: string[],
  textNumbers: TextNumbers,
): AggregatedSection[] {
  const titles = new Set([...order.filter((title) => Object.hasOwn(data, title)), ...Object.keys(data)]);
  return [...titles].flatMap((title) => section(title, data[title], textNumbers) ?? []);
}

/** The free-text answers that the sections list with their numbers. */
export function listedAnswers(sections: AggregatedSection[]): ListedAnswer[] {
  return sections.flatMap((section) =>
    section.kind === 'texts'
      ? section.numbers.map((number, place) => ({
          title: section.title,
          number,
          text: section.texts[place] ?? '',
        }))
      : [],
  );
}

function section(title: string, value: unknown, textNumbers: TextNumbers): AggregatedSection | null {
  if (!Array.isArray(value)) return null;
  const list: unknown[] = value;
  const isOpen = Object.hasOwn(textNumbers, title);
  if (list.length === 0) return isOpen ? { kind: 'texts', title, texts: [], numbers: [] } : null;
  if (list.every(isCount)) return { kind: 'counts', title, counts: list };
  if (!list.every((item) => typeof item === 'string')) return null;
  const numbers = isOpen ? textNumbers[title] : [];
  return { kind: 'texts', title, texts: list, numbers: numbers?.length === list.length ? numbers : [] };
}

function isCount(value: unknown): value is OptionCount {
  const { name, count } = (value ?? {}) as Partial<OptionCount>;
  return typeof name === 'string' && typeof count === 'number' && Number.isFinite(count);
}
