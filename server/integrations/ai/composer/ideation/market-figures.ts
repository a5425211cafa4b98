import { fieldsOf, plainLine } from './section-fields.ts';

/** A number that the founder filled in: its value for the arithmetic, and how it was written. */
type Figure = { value: number; said: string };

export type MarketFigures = {
  population: Figure | null;
  /** A share of one. */
  share: Figure | null;
  /** What one of them pays in a year. */
  price: Figure | null;
  /** A share of one. */
  reach: Figure | null;
};

/** The figures that the founder filled in under market research; null where one is still to be found. */
export function readFigures(content: string): MarketFigures {
  const figures: MarketFigures = { population: null, share: null, price: null, reach: null };
  const lines = (fieldsOf(content, 'MARKET_RESEARCH')?.text ?? '').split('\n');
  for (const line of lines) {
    const found = factorOf(line);
    if (!found) continue;
    const figure = readFigure(found.factor, found.text);
    if (figure && figures[found.factor] === null) figures[found.factor] = figure;
  }
  return figures;
}

/** "250,000 × 5% × $30 = $375,000 a year", or null while a factor is missing. */
export function wholeMarket({ population, share, price }: MarketFigures): Figure | null {
  if (!population || !share || !price) return null;
  const value = population.value * share.value * price.value;
  return {
    value,
    said: `${population.said} × ${share.said} × ${price.said} = ${amount(value, price)} a year`,
  };
}

/** The part that can be reached first, in the same manner. */
export function reachableMarket(figures: MarketFigures): Figure | null {
  const whole = wholeMarket(figures);
  const { price, reach } = figures;
  if (!whole || !price || !reach) return null;
  const value = whole.value * reach.value;
  return { value, said: `${amount(whole.value, price)} × ${reach.said} = ${amount(value, price)} a year` };
}

/** What a number of customers bring in a year, as arithmetic; null without a price. */
export function incomeOf(customers: number, { price }: MarketFigures): string | null {
  return price && `${customers} × ${price.said} = ${amount(customers * price.value, price)} a year`;
}

/** How many people have the problem, by the founder's own figures. */
export function peopleWithProblem({ population, share }: MarketFigures): Figure | null {
  if (!population || !share) return null;
  const value = population.value * share.value;
  return { value, said: `${population.said} × ${share.said} = ${numberText(value)}` };
}

type Factor = keyof MarketFigures;

const factors: [Factor, RegExp][] = [
  ['reach', /^(share (that )?you can reach|reach|reachable|serviceable)/i],
  ['share', /^(share|percentage|proportion)/i],
  ['population', /^(population|people|number of|how many)/i],
  ['price', /^(price|spending|what one|average (price|spend))/i],
];

// "Population, nurses in Berlin: 12,000 (statistics office, 2025)" or a row of a table.
function factorOf(line: string): { factor: Factor; text: string } | null {
  const cells = line.includes('|') ? line.split('|').filter((cell) => cell.trim() !== '') : null;
  const plain = plainLine(cells?.[0] ?? line);
  const factor = factors.find(([, pattern]) => pattern.test(plain))?.[0];
  if (!factor) return null;
  const value = cells ? (cells[1] ?? '') : plain.slice(Math.max(plain.search(/[:=：]/), 0));
  // A value is short; what is longer is no number that anybody meant.
  return { factor, text: plainLine(value.split(/\(|\bsources?\b|;| [–—] /i)[0] ?? '').slice(0, 60) };
}

function readFigure(factor: Factor, text: string): Figure | null {
  const isShare = factor === 'share' || factor === 'reach';
  const ratio = text.match(/(\d[\d.,]*)\s*(?:in|of|out of|\/)\s*(\d[\d.,]*)/i);
  if (isShare && ratio) return asFigure(numberOf(ratio[1]) / numberOf(ratio[2]), ratio[0]);
  const found = text.match(
    /([$€£¥₹]\s?)?(\d[\d.,’' \u00a0\u202f]*)(?:\s*(%|per ?cent\b|k\b|thousand\b|mn?\b|million\b|bn\b|billion\b))?/i,
  );
  const digits = found?.[2]?.trim();
  if (!found || !digits) return null;
  const unit = (found[3] ?? '').toLowerCase();
  const value = numberOf(digits) * (scales[unit.replace(' ', '')] ?? 1);
  if (factor === 'price') return priceOf(value, text, found[1]?.trim());
  // "5" as a share can only mean five in a hundred.
  const isPercent = isShare && unit === '' && value > 1;
  return asFigure(
    isPercent ? value / 100 : value,
    `${digits}${isPercent ? '%' : unit === '%' ? '%' : unit && ` ${unit}`}`,
  );
}

function priceOf(value: number, text: string, sign: string | undefined): Figure | null {
  const currency = sign ?? text.match(/[$€£¥₹]|\b(?:[A-Z]{3}|euros?|dollars?|pounds?)\b/)?.[0] ?? '';
  const times = periods.find(([pattern]) => pattern.test(text))?.[1] ?? 1;
  const said = money(value, currency);
  const figure = asFigure(value * times, times === 1 ? said : `${said} × ${times}`);
  return figure && { ...figure, said: figure.said };
}

// A price by the month or the week is counted for a year.
const periods: [RegExp, number][] = [
  [/\b(month|monthly|mo)\b|\/m\b/i, 12],
  [/\b(week|weekly)\b/i, 52],
];

const scales: Record<string, number> = {
  '%': 0.01,
  percent: 0.01,
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  million: 1e6,
  bn: 1e9,
  billion: 1e9,
};

function asFigure(value: number, said: string): Figure | null {
  return Number.isFinite(value) && value > 0 && value < 1e15 ? { value, said } : null;
}

// "250.000" and "250,000" are thousands; "9.99" and "9,99" are not.
function numberOf(digits: string | undefined): number {
  const text = (digits ?? '').replace(/[\s’'\u00a0\u202f]/g, '').replace(/[.,]$/, '');
  if (/^\d{1,3}([.,]\d{3})+$/.test(text)) return Number(text.replace(/[.,]/g, ''));
  const point = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (point === -1) return Number(text);
  return Number(`${text.slice(0, point).replace(/[.,]/g, '')}.${text.slice(point + 1)}`);
}

function amount(value: number, price: Figure): string {
  const currency = price.said.match(/^[^\d\s]+|(?<=\d )[\p{L}€$£]+/u)?.[0] ?? '';
  return money(value, currency);
}

function money(value: number, currency: string): string {
  return /^\p{L}{2,}$/u.test(currency)
    ? `${numberText(value)} ${currency}`
    : `${currency}${numberText(value)}`;
}

function numberText(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 2 : 0 });
}
