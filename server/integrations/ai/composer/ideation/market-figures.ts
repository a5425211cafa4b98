import { readFactorLine, timesAYearOf } from './figure-lines.ts';
import {
  type Figure,
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
};

/**
 * The figures that the founder filled in under market research; null where one is still to be found. What is not one
 * number with a unit and a period that are known is left alone: a sum must never say what the founder did not.
 */
export function readFigures(content: string): MarketFigures {
  const figures: MarketFigures = { population: null, share: null, price: null, reach: null };
  const fields = fieldsOf(content, 'MARKET_RESEARCH');
  // Beside our labels, a price under the competitors is theirs.
  const lines = fields?.isLabelled
    ? [...fields.under('tam'), ...fields.under('sam')]
    : (fields?.text.split('\n') ?? []);
  for (const line of lines) {
    const found = readFactorLine(line);
    if (!found) continue;
    const { label, value } = found;
    if (/^(share (that )?you can reach|reach|reachable|serviceable)\b/i.test(label))
      figures.reach ??= readShare(value);
    else if (/^(share|percentage|proportion)\b/i.test(label)) figures.share ??= readShare(value);
    else if (/^(population|people|number of|how many)\b/i.test(label))
      figures.population ??= countUnder(label, value);
    else if (/^(price|spending|what one|average (price|spend))\b/i.test(label))
      figures.price ??= priceUnder(label, value);
  }
  return figures;
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

// "Population in thousands: 250"
function countUnder(label: string, value: string): Figure | null {
  return /\b(?:hundreds?|thousands?|millions?|billions?|0{3}s?)\b/i.test(label) ? null : readCount(value);
}

function priceUnder(label: string, value: string): Price | null {
  const times = timesAYearOf(label);
  return times === null ? null : readPrice(value, times);
}
