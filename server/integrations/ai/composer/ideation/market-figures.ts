import { readFactorLine, timesAYearOf } from './figure-lines.ts';
import {
  type Figure,
  isMoreThanAll,
  money,
  numberText,
  type Price,
  readCount,
  readPrice,
  readShare,
} from './read-figure.ts';
import { fieldsOf } from './section-fields.ts';

export type MarketFigures = {
  population: Figure | null;
  /** A share of one. */
  share: Figure | null;
  /** What one of them pays in a year. */
  price: Price | null;
  /** A share of one. */
  reach: Figure | null;
  /** What was written and can't be used, each with the reason; and what was taken without its "about". */
  unused?: string[];
  rough?: string[];
};

/**
 * The figures that the founder filled in under market research; null where one is still to be found. What is not one
 * number with a unit and a period that are known is not multiplied but told: a sum must never say what the founder did not.
 */
export function readFigures(content: string): MarketFigures {
  const figures: MarketFigures = { population: null, share: null, price: null, reach: null };
  const unused = new Map<Factor, string>();
  const rough: string[] = [];
  const fields = fieldsOf(content, 'MARKET_RESEARCH');
  // Beside our labels, a price under the competitors is theirs.
  const lines = fields?.isLabelled
    ? [...fields.under('tam'), ...fields.under('sam')]
    : (fields?.text.split('\n') ?? []);
  for (const line of lines) {
    const found = readFactorLine(line);
    const factor = found && factors.find(([, pattern]) => pattern.test(found.label))?.[0];
    if (!found || !factor || figures[factor]) continue;
    const said = readInto(figures, factor, found);
    if (said && found.rough) rough.push(`“${found.rough}” is read as ${said}`);
    if (!said && isGiven(found.value) && !unused.has(factor))
      unused.set(factor, reasonAgainst(factor, found.value));
  }
  const reasons = [...unused].filter(([factor]) => !figures[factor]).map(([, reason]) => reason);
  return { ...figures, unused: reasons, rough };
}

/** What the founder has to know about the figures above: which are not used and why, which were taken as exact. */
export function remarksOn({ unused = [], rough = [] }: MarketFigures): string {
  const remarks = [
    ...(unused.length > 0 ? [`Not used in the arithmetic: ${unused.join('; ')}.`] : []),
    ...(rough.length > 0 ? [`${rough.join('; ')}.`] : []),
  ];
  return remarks.join(' ');
}

/** "250,000 × 5% × $30 = $375,000 a year", or null while a factor is missing. */
export function wholeMarket({ population, share, price }: MarketFigures): Figure | null {
  if (!population || !share || !price) return null;
  const value = population.value * share.value * price.value;
  return {
    value,
    said: `${population.said} × ${share.said} × ${price.said} = ${money(value, price.currency)} a year`,
  };
}

/** The part that can be reached first, in the same manner. */
export function reachableMarket(figures: MarketFigures): Figure | null {
  const whole = wholeMarket(figures);
  const { price, reach } = figures;
  if (!whole || !price || !reach) return null;
  const value = whole.value * reach.value;
  return {
    value,
    said: `${money(whole.value, price.currency)} × ${reach.said} = ${money(value, price.currency)} a year`,
  };
}

/** What a number of customers bring in a year, as arithmetic; null without a price. */
export function incomeOf(customers: number, { price }: MarketFigures): string | null {
  return price && `${customers} × ${price.said} = ${money(customers * price.value, price.currency)} a year`;
}

/** How many people have the problem, by the founder's own figures. */
export function peopleWithProblem({ population, share }: MarketFigures): Figure | null {
  if (!population || !share) return null;
  const value = population.value * share.value;
  return { value, said: `${population.said} × ${share.said} = ${numberText(value)}` };
}

/** How many of them can be reached, in the same manner. */
export function reachablePeople({ population, share, reach }: MarketFigures): Figure | null {
  if (!population || !share || !reach) return null;
  const value = population.value * share.value * reach.value;
  return { value, said: `${population.said} × ${share.said} × ${reach.said} = ${numberText(value)}` };
}

type Factor = 'population' | 'share' | 'price' | 'reach';

// The first that fits: "Share you can reach" is no share of those with the problem.
const factors: [Factor, RegExp][] = [
  ['reach', /^(share (that )?you can reach|reach|reachable|serviceable)\b/i],
  ['share', /^(share|percentage|proportion)\b/i],
  ['population', /^(population|people|number of|how many)\b/i],
  ['price', /^(price|spending|what one|average (price|spend))\b/i],
];

/** Reads a value as the factor; how it was read, null where it can't be. */
function readInto(
  figures: MarketFigures,
  factor: Factor,
  { label, value }: { label: string; value: string },
): string | null {
  if (factor === 'price') figures.price = priceUnder(label, value);
  else figures[factor] = factor === 'population' ? countUnder(label, value) : readShare(value);
  return figures[factor]?.said ?? null;
}

// Words without a number may be a figure ("half", "free"), but a sentence is none.
function isGiven(value: string): boolean {
  if (/^\W*$|\[[^\]]*\]|^(?:to be |tbd\b|not known|unknown|n\/?a$)/i.test(value)) return false;
  return /\d/.test(value) || value.length <= 20;
}

function reasonAgainst(factor: Factor, value: string): string {
  const name = factor === 'reach' ? 'share you can reach' : factor;
  const said = `the ${name} “${value}”`;
  switch (factor) {
    case 'population':
      return readCount(value)
        ? `${said} stands behind a label with a unit; write the whole number`
        : `${said} can’t be read as one number above 0`;
    case 'price':
      return `${said} can’t be read as one amount above 0 for a year`;
    default:
      return isMoreThanAll(value)
        ? `${said} is above 100%`
        : `${said} can’t be read as one share above 0% and up to 100%`;
  }
}

// "Population in thousands: 250"
function countUnder(label: string, value: string): Figure | null {
  return /\b(?:hundreds?|thousands?|millions?|billions?|0{3}s?)\b/i.test(label) ? null : readCount(value);
}

function priceUnder(label: string, value: string): Price | null {
  const times = timesAYearOf(label);
  return times === null ? null : readPrice(value, times);
}
