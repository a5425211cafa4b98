import { preview } from '#shared/rules/text/plain-text.ts';

/** Name of a post: its title, else its first words, else its address. */
export function nameOfPost(title: string, text: string, address: string): string {
  const words = text.replace(/\s+/g, ' ').trim();
  return title.trim() || preview(words, 80) || address;
}

/** Age of `at`, ISO 8601, at `now`, epoch milliseconds, as in "3 days"; null where `at` is no date. */
export function ageLabel(at: string, now: number): string | null {
  const minutes = Math.max(0, Math.floor((now - Date.parse(at)) / 60_000));
  const days = minutes / 1_440;
  if (Number.isNaN(minutes)) return null;
  if (minutes < 60) return count(minutes, 'minute');
  if (days < 2) return count(minutes / 60, 'hour');
  if (days < 60) return count(days, 'day');
  return days < 730 ? count(days / 30.44, 'month') : count(days / 365.25, 'year');
}

function count(amount: number, unit: string): string {
  const whole = Math.floor(amount);
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`;
}
