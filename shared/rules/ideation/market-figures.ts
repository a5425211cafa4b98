import { splitSections } from './ideation-sections.ts';

/** A market size as the founder's figures make it: each as one line of arithmetic, and the results alone. */
export type MarketSums = {
  whole: string;
  income: string;
  wholeTotal: string;
  reachableTotal: string | null;
};

/**
 * Computes the market size from the blanks that the founder filled in under Market Research; null while a factor is
 * blank or is not one plain number. A price is for a year unless it says otherwise.
 */
export function marketSums(content: string): MarketSums | null {
  const values = valuesIn(content);
  const population = readNumber(values.population);
  const share = readShare(values.share);
  const reach = readShare(values.reach);
  const price = readNumber(values.price);
  if (!population || !share || !price) return null;
  const [sign = ''] = values.price?.match(/[$€£¥]/) ?? [];
  const money = (value: number) => `${sign}${textOf(value)}`;
  const times = periods.find(([pattern]) => pattern.test(values.price ?? ''))?.[1] ?? 1;
  const paid = times === 1 ? money(price) : `${money(price)} × ${times}`;
  const whole = population * share * price * times;
  return {
    whole: `${textOf(population)} × ${textOf(share * 100)}% × ${paid} = ${money(whole)} a year`,
    income: `1,000 × ${paid} = ${money(1_000 * price * times)} a year`,
    wholeTotal: money(whole),
    reachableTotal: reach === null ? null : money(whole * reach),
  };
}

export type Factor = 'population' | 'share' | 'price' | 'reach';

/** A line of the section such as "- **Number of nurses:** 1,200 (your guess)"; `value` is '' while it is blank. */
export type FactorLine = { factor: Factor; label: string; value: string; source: string };

/** The factor that a line of Market Research holds; null for any other line. */
export function readFactorLine(line: string): FactorLine | null {
  const [, label, value = '', source = ''] = line.match(factorLine) ?? [];
  const factor = label === undefined ? null : factorNamed(label);
  return factor && label !== undefined
    ? { factor, label, value: value === blank ? '' : value, source: source.replace(/^source: /, '') }
    : null;
}

/** The text of Market Research with another value in the first line of this factor. */
export function writeFactor(text: string, factor: Factor, value: string): string {
  let isDone = false;
  const written = factorValue(value) || blank;
  return text
    .split('\n')
    .map((line) => {
      if (isDone || readFactorLine(line)?.factor !== factor) return line;
      isDone = true;
      return line.replace(factorLine, (_, label: string, _value, source?: string) =>
        [`- **${label}:** ${written}`, source === undefined ? '' : ` (${source})`].join(''),
      );
    })
    .join('\n');
}

/** A typed value as its line keeps it: brackets and stars would end it. */
export function factorValue(typed: string): string {
  return typed.replace(/[()[\]*\r\n]/g, '').trim();
}

const blank = '[fill in]';
const factorLine = /^[-*] \*\*(.+):\*\*(?: (.*?))??(?: \(([^()]*)\))?[ \t]*$/;

// The first that fits: "Share you can reach" is no share of those with the problem.
const factors: [Factor, RegExp][] = [
  ['reach', /^(?:share\b.*\breach|reach)/i],
  ['share', /^share\b/i],
  ['population', /^(?:number of|population|people|how many)\b/i],
  ['price', /^price\b/i],
];

const periods: [RegExp, number][] = [
  [/\b(?:month|mo)\b|monthly/i, 12],
  [/\bweek\b|weekly/i, 52],
];

function valuesIn(content: string): Partial<Record<Factor, string>> {
  const section = splitSections(content).find(({ stage }) => stage === 'MARKET_RESEARCH');
  const values: Partial<Record<Factor, string>> = {};
  for (const line of section?.text.split('\n') ?? []) {
    // Brackets say where a number is from. A colon inside a phrase belongs to the label.
    const bare = line.replaceAll('*', '').replace(/^[\s>-]+|\([^()]*\)/g, '');
    const factor = factorNamed(bare);
    if (factor) values[factor] ??= bare.slice(bare.lastIndexOf(': ') + 1).trim();
  }
  return values;
}

function factorNamed(label: string): Factor | null {
  return factors.find(([, pattern]) => pattern.test(label))?.[0] ?? null;
}

/** "1,200", "2.5 million", "$9.99 a month"; null for anything with no number or several. */
function readNumber(text = ''): number | null {
  const [found, ...others] = text.match(/[.,]?\d[\d.,’']*/g) ?? [];
  if (!found || others.length > 0 || text.length > 60 || /hundred|billion|\d ?bn|%/i.test(text)) return null;
  const scale = /\d ?(?:k|thousand)\b/i.test(text)
    ? 1_000
    : /\d ?(?:m|mn|million)\b/i.test(text)
      ? 1_000_000
      : 1;
  const digits = found.replace(/[.,’']$/, '');
  // "250.000" and "250,000" are thousands; "9.99" and "9,99" are not.
  const isGrouped = /^[1-9]\d{0,2}(?:[.,’']\d{3})+$/.test(digits) && scale === 1;
  const value = Number(isGrouped ? digits.replace(/\D/g, '') : digits.replace(',', '.')) * scale;
  return Number.isFinite(value) && value > 0 ? value : null;
}

/** A share of one: "75 %", "75", "0.05", "1 in 20"; null for more than all. */
function readShare(text = ''): number | null {
  const [, part, whole] = text.match(/^(\d+) (?:in|of|out of) (\d+)$/) ?? [];
  const percent = text.match(/^([\d.,]+) ?(?:%|per ?cent)$/i)?.[1];
  const number = readNumber(text);
  const share = part
    ? Number(part) / Number(whole)
    : percent
      ? Number(percent.replace(',', '.')) / 100
      : number && number > 1
        ? number / 100
        : number;
  return share !== null && share > 0 && share <= 1 ? share : null;
}

function textOf(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 2 : 0 });
}
