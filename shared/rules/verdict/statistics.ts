/** Both ends of an interval, as fractions from 0 to 1 or as whole percent. */
type Interval = { low: number; high: number };

/** How many more answers may be asked for; what would take more counts as not to be settled: few can ask so many. */
export const settleCap = 1_000;

/**
 * Wilson's 95 % score interval for a share, as fractions from 0 to 1. Nobody answered: 0 to 1.
 * Source: E. B. Wilson, "Probable inference", JASA 22 (1927); without continuity correction, as method 3 of
 * R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998).
 */
export function wilsonInterval(showed: number, answered: number): Interval {
  if (!(answered > 0)) return { low: 0, high: 1 };
  const share = showed / answered;
  const spread = z ** 2 / answered;
  const centre = (share + spread / 2) / (1 + spread);
  const half = (z * Math.sqrt((share * (1 - share)) / answered + spread / (4 * answered))) / (1 + spread);
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

/**
 * An interval in whole percent, rounded outward (low down, high up), so that it never claims more than the data.
 * Outward rounding also keeps every comparison with a whole percentage: `low >= 40` and `high <= 40` hold for the
 * rounded ends exactly when they hold for the exact ones, so a reader can check a decision by the figures shown.
 */
export function wholePercent(interval: Interval): Interval {
  return { low: Math.floor(interval.low * 100 + dust), high: Math.ceil(interval.high * 100 - dust) };
}

/**
 * How many more answers with the same share would put the whole Wilson interval on one side of `line` (percent).
 * 0 when it is there already; null when the share is on the line, there are no answers, or it would take more
 * than `settleCap`. Wilson's interval holds every line that a score test does not reject, hence the closed form
 * n = z² · line · (1 − line) / (share − line)².
 */
export function moreAnswersToSettle(showed: number, answered: number, line: number): number | null {
  if (!(answered > 0)) return null;
  const target = line / 100;
  const needed = (z ** 2 * target * (1 - target)) / (showed / answered - target) ** 2;
  const more = Math.max(0, Math.ceil(needed - answered - dust));
  return more <= settleCap ? more : null;
}

/** The normal distribution's 97.5 % quantile. */
const z = 1.959963984540054;

/** Forgives binary fractions such as 28.999999999999996 for 29. */
const dust = 1e-9;
