/** The same time `count` calendar months later, in UTC; what would be the 31st is the last day of a shorter month. */
export function monthsAfter(start: Date, count: number): Date {
  const later = new Date(start);
  later.setUTCDate(1);
  later.setUTCMonth(later.getUTCMonth() + count);
  const lastDay = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate();
  later.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return later;
}

/** How many whole months lie between the two; none before the first is over. */
export function monthsBetween(start: Date, end: Date): number {
  const years = end.getUTCFullYear() - start.getUTCFullYear();
  const months = years * 12 + end.getUTCMonth() - start.getUTCMonth();
  return Math.max(0, monthsAfter(start, months) > end ? months - 1 : months);
}
