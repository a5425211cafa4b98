import type { FoundSecrets } from '#shared/rules/secrets/mask-secrets.ts';
import { markPattern } from '#shared/rules/secrets/secret-mark.ts';

/** `2 Stripe keys and 1 password`. */
export function countSecrets(found: FoundSecrets[]): string {
  const words = found.map(({ kind, count }) => `${count} ${count === 1 ? kind : pluralOf(kind)}`);
  const last = words.pop() ?? '';
  return words.length > 0 ? `${words.join(', ')} and ${last}` : last;
}

function pluralOf(kind: string): string {
  return /(?:sh|s|x)$/.test(kind) ? `${kind}es` : `${kind}s`;
}

/** The counts of several texts as one list. */
export function addUp(lists: FoundSecrets[][]): FoundSecrets[] {
  const counts = new Map<string, number>();
  for (const { kind, count } of lists.flat()) counts.set(kind, (counts.get(kind) ?? 0) + count);
  return Array.from(counts, ([kind, count]) => ({ kind, count }));
}

const around = 60;

/** The lines of a masked text in which something was masked, cut to what is beside each mark. */
export function maskedLines(text: string): string[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const places = placesOfMarks(line);
    if (places.length === 0) return [];
    const [before, after] = [
      places[0]?.start === 0 ? '' : '…',
      places.at(-1)?.end === line.length ? '' : '…',
    ];
    const pieces = places.map(({ start, end }) => line.slice(start, end).trim());
    return [`${before}${pieces.join(' … ')}${after}`];
  });
}

/** Ranges of a line's marks, with the text around them. Touching ranges are one, so no mark is ever cut. */
function placesOfMarks(line: string): { start: number; end: number }[] {
  const places: { start: number; end: number }[] = [];
  for (const { 0: mark, index } of line.matchAll(markPattern)) {
    const start = Math.max(0, index - around);
    const end = Math.min(line.length, index + mark.length + around);
    const last = places.at(-1);
    if (last && start <= last.end) last.end = end;
    else places.push({ start, end });
  }
  return places;
}
