import type { IdeaLanguage } from '#shared/contracts/reading.ts';
import { stageParts } from './ideation-sections.ts';

export type Factor = 'population' | 'share' | 'price' | 'reach';
/** A market's figures as they were typed; '' for a blank. */
export type MarketFigures = Record<Factor, string>;

/** A market's size, worded: "about $106 million". */
export type MarketSums = {
  /** People × share × price a year. */
  wholeTotal: string;
  /** The part of it that can be reached. */
  reachableTotal: string | null;
  /** Money of 1,000 customers a year. */
  income: string;
};

/** A market's size from its figures; null while one of the first three is blank or can't be read. */
export function marketSums(figures: MarketFigures, language: IdeaLanguage = 'en'): MarketSums | null {
  const population = readNumber(figures.population);
  const share = readShare(figures.share);
  const reach = readShare(figures.reach);
  const aYear = readPrice(figures.price);
  if (!population || !share || !aYear) return null;
  const money = (value: number) => aboutMoney(value, figures.price, language);
  const whole = population * share * aYear;
  return {
    wholeTotal: money(whole),
    reachableTotal: reach === null ? null : money(whole * reach),
    income: money(1_000 * aYear),
  };
}

export type FigureProblem = 'no-number' | 'no-share' | 'no-period';

/** Why a figure can't be computed with; null where it can, and for a blank. */
export function figureProblem(factor: Factor, value: string): FigureProblem | null {
  if (value.trim() === '') return null;
  if (factor === 'share' || factor === 'reach') return readShare(value) === null ? 'no-share' : null;
  if (readNumber(value) === null) return 'no-number';
  return factor === 'price' && readPrice(value) === null ? 'no-period' : null;
}

/** A price that says no period, by the month and by the year: "about $9 a month"; none for any other value. */
export function pricesWithPeriod(price: string, language: IdeaLanguage): string[] {
  if (figureProblem('price', price) !== 'no-period') return [];
  const { before, amount } = priceParts(price);
  const { aMonth, aYear } = words[language];
  return [aMonth, aYear].map((period) => `${before}${amount} ${period}`.trim());
}

/** A share in whole percent, such as 63 of "22 of 35"; null where it can't be read. */
export function percentOf(value: string): number | null {
  const share = readShare(value);
  return share === null ? null : Math.round(share * 100);
}

/** A line of the section such as "- **People:** 1,200"; `value` is '' while it is blank, `at` its place among the lines. */
export type FactorLine = { factor: Factor; label: string; value: string; source: string; at: number };

/**
 * The figures in the text of Market Research by their places: three lines under TAM, and the last one under SAM. In
 * any other shape there are none, and the section is text.
 */
export function readFactors(text: string): FactorLine[] {
  const found: Record<Size, Omit<FactorLine, 'factor'>[]> = { tam: [], sam: [] };
  let size: Size | null = null;
  for (const [at, line] of text.split('\n').entries()) {
    const [, label, value = '', source = ''] = line.match(factorLine) ?? [];
    if (isHeading(line)) size = sizeOf(line);
    else if (size && label !== undefined) {
      const isBlank = blanks.includes(value);
      found[size].push({ label, value: isBlank ? '' : value, source: source.replace(/^source: /, ''), at });
    }
  }
  const [population, share, price, ...others] = found.tam;
  if (!population || !share || !price || others.length > 0) return [];
  const whole: FactorLine[] = [
    { ...population, factor: 'population' },
    { ...share, factor: 'share' },
    { ...price, factor: 'price' },
  ];
  const reach = found.sam.at(-1);
  return reach ? [...whole, { ...reach, factor: 'reach' }] : whole;
}

/** The figures of a session's Market Research; null where it has no worksheet. */
export function figuresIn(content: string): MarketFigures | null {
  const text = stageParts(content).find(({ stage }) => stage === 'MARKET_RESEARCH')?.text ?? '';
  const lines = readFactors(text);
  return lines.length > 0 ? figuresOf(lines) : null;
}

/** The text of Market Research with another value for a factor, and the sizes above it where they were computed. */
export function writeFactor(text: string, factor: Factor, value: string): string {
  const found = readFactors(text);
  const at = found.find((line) => line.factor === factor)?.at;
  if (at === undefined) return text;
  const before = figuresOf(found);
  const after = { ...before, [factor]: factorValue(value) };
  return text
    .split('\n')
    .map((line, index) => (index === at ? withValue(line, after[factor]) : withSize(line, before, after)))
    .join('\n');
}

/** A market's size as its field says it: "about $106 million a year", or '' while it can't be computed. */
export function sizeWords(size: 'tam' | 'sam', figures: MarketFigures, language: IdeaLanguage): string {
  const sums = marketSums(figures, language);
  const total = size === 'tam' ? sums?.wholeTotal : sums?.reachableTotal;
  return total ? `${total} ${words[language].aYear}` : '';
}

/** A typed value as its line keeps it: brackets and stars would end it. */
export function factorValue(typed: string): string {
  return typed.replace(/[()[\]*\r\n]/g, '').trim();
}

type Size = 'tam' | 'sam';
const missing = 'N/A';
const blanks = ['', missing];
const factorLine = /^[-*] \*\*(.+):\*\*(?: (.*?))??(?: \(([^()]*)\))?[ \t]*$/;
const heading = /^(\*\*(TAM|SAM)\b[^*]*:\*\*)[ \t]*(.*)$/;

function isHeading(line: string): boolean {
  return /^\*\*[^*]+:\*\*/.test(line);
}

function sizeOf(line: string): Size | null {
  const name = line.match(heading)?.[2];
  return name === 'TAM' ? 'tam' : name === 'SAM' ? 'sam' : null;
}

function figuresOf(lines: FactorLine[]): MarketFigures {
  const typed = (factor: Factor) => lines.find((line) => line.factor === factor)?.value ?? '';
  return {
    population: typed('population'),
    share: typed('share'),
    price: typed('price'),
    reach: typed('reach'),
  };
}

function withValue(line: string, value: string): string {
  return line.replace(factorLine, (_, label: string, _value, source?: string) =>
    [`- **${label}:** ${value || missing}`, source === undefined ? '' : ` (${source})`].join(''),
  );
}

/** A size that says what the figures before made of it; the founder's own words stay. */
function withSize(line: string, before: MarketFigures, after: MarketFigures): string {
  const size = sizeOf(line);
  const [, label = '', , said = ''] = line.match(heading) ?? [];
  if (!size) return line;
  const language = languages.find((one) => said === (sizeWords(size, before, one) || missing));
  return language ? `${label} ${sizeWords(size, after, language) || missing}` : line;
}

const words: Record<IdeaLanguage, { about: string; aMonth: string; aYear: string }> = {
  en: { about: 'about', aMonth: 'a month', aYear: 'a year' },
  de: { about: 'etwa', aMonth: 'im Monat', aYear: 'im Jahr' },
  fr: { about: 'environ', aMonth: 'par mois', aYear: 'par an' },
  es: { about: 'unos', aMonth: 'al mes', aYear: 'al año' },
};
const languages: IdeaLanguage[] = ['en', 'de', 'fr', 'es'];

/** "about $106 million", "$108,000": in three digits from a million on, in whole units below. */
function aboutMoney(value: number, price: string, language: IdeaLanguage): string {
  const isLarge = value >= 1_000_000;
  const shown = isLarge ? Number(value.toPrecision(3)) : Math.round(value);
  const amount = new Intl.NumberFormat(language, {
    ...(isLarge
      ? { notation: 'compact', compactDisplay: 'long', maximumSignificantDigits: 3 }
      : { maximumFractionDigits: 0 }),
  }).format(shown);
  const sign = signOf(price);
  const money = sign === '' ? amount : withCurrency[language](amount, sign, isLarge);
  const isExact = Math.abs(shown - value) < 1e-6 * value;
  return `${isExact ? '' : `${words[language].about} `}${money}`;
}

const withCurrency: Record<IdeaLanguage, (amount: string, sign: string, isLarge: boolean) => string> = {
  en: (amount, sign) => `${sign}${sign.length > 1 ? ' ' : ''}${amount}`,
  de: (amount, sign) => `${amount} ${sign}`,
  fr: (amount, sign, isLarge) => `${amount} ${isLarge ? 'de ' : ''}${sign}`,
  es: (amount, sign, isLarge) => `${amount} ${isLarge ? 'de ' : ''}${sign}`,
};

/** Words before a period, without accents: "/", "a", "pro", "al". */
const each = String.raw`(?:(?:\/|per|an?|each|every|pro|je|im|am|in|der|die|par|la|le|l'|por|al|cada|chaque)\s*){0,2}`;
const periods: [RegExp, number][] = [
  ['days?|daily|tag|taglich|jour|quotidien|dia|diario', 365],
  ['weeks?|weekly|wk|woche|wochentlich|semaine|hebdomadaire|semana|semanal', 52],
  ['months?|monthly|mo|pm|monat|monatlich|mois|mensuel|mes|mensual', 12],
  ['quarters?|quarterly|quartal|vierteljahr|vierteljahrlich|trimestre|trimestriel|trimestral', 4],
  ['years?|yearly|yr|annum|pa|annually|annual|jahr|jahrlich|an|annee|annuel|ano|anual', 1],
].map(([names, times]) => [new RegExp(`^${each}(?:${names})$`), Number(times)]);

// A sign, its name, or a code beside no sign.
const currency =
  /(?:\b[A-Z]{1,2})?\p{Sc}|\b(?:euros?|dollars?|pounds?|d[oó]lares|franken|francs?|kr|zł|kč)(?!\p{L})/iu;
const currencyCode = /\b[A-Z]{3}\b/;

/** The sign or code of a price's currency; '' where it says none. */
function signOf(price: string): string {
  const [sign] = price.match(/\p{Sc}/u) ?? [];
  const [name = ''] = price.match(/(?<!\p{L})(?:dollar|d[oó]lar|euro|pound)/iu) ?? [];
  const named = { dollar: '$', dólar: '$', dolar: '$', euro: '€', pound: '£' }[name.toLowerCase()];
  return sign ?? named ?? price.match(currencyCode)?.[0] ?? '';
}

/** A price cut at its number: the amount holds the scale and the currency behind it. */
function priceParts(typed: string): { before: string; amount: string; after: string } {
  const price = withoutDash(typed);
  const [found] = price.matchAll(number);
  const from = found?.index ?? 0;
  const behind = from + (found?.[0].length ?? 0);
  const scale = scales.map(([word]) => word.exec(price.slice(behind))?.[0]).find(Boolean) ?? '';
  const rest = price.slice(behind + scale.length);
  const [money = ''] =
    rest.match(new RegExp(`^ ?(?:${currency.source})`, 'iu')) ??
    (/\p{Sc}/u.test(price) ? null : rest.match(/^ ?[A-Z]{3}\b/)) ??
    [];
  const to = behind + scale.length + money.length;
  return { before: price.slice(0, from), amount: price.slice(from, to), after: price.slice(to) };
}

/** A price for a year, which one without further words is; null where these name no period that is known. */
function readPrice(text: string): number | null {
  const value = readNumber(text);
  if (value === null) return null;
  const { before, after } = priceParts(text);
  const [behind, ahead] = [after, before].map((words) => wordsBeside(words, text));
  if (!behind && !ahead) return value;
  const times = periods.find(([pattern]) => pattern.test(behind || ahead || ''))?.[1];
  return times === undefined ? null : value * times;
}

/** Words beside an amount without its currency, accents and marks. */
function wordsBeside(words: string, price: string): string {
  return words
    .replace(currency, '')
    .replace(/\p{Sc}/u.test(price) ? '' : currencyCode, '')
    .normalize('NFD')
    .replace(/\p{M}|[.,:;()[\]~≈]/gu, '')
    .trim()
    .toLowerCase();
}

// "1,200", "1.200,50", "168 000", "9.99", ".5"; a group has three digits.
const number = /\d{1,3}(?:[.,'’ \u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)?|[.,]\d+/g;
const scales: [RegExp, number][] = [
  [/^ ?(?:k|thousand|tsd|tausend|mille|mil)\b/i, 1e3],
  [/^ ?(?:m|mn|mio|millions?|millionen|mill[oó]n(?:es)?)(?!\p{L})/iu, 1e6],
  [/^ ?(?:bn|billions?|mrd|milliarden?|milliards?)(?!\p{L})/iu, 1e9],
];

const longestFigure = 300;

/** "1,200", "2.5 million", "168.000", "$9.99 a month"; null for no number, several, none above 0. */
function readNumber(typed: string): number | null {
  const text = withoutDash(typed);
  const [found, ...others] = text.matchAll(number);
  if (
    !found ||
    others.length > 0 ||
    text.length > longestFigure ||
    /%|hundred|lakh|crore|[-−]\s*[\d.,$€£¥]/i.test(text)
  )
    return null;
  const scale = scales.find(([word]) => word.test(text.slice(found.index + found[0].length)))?.[1] ?? 1;
  const value = plainNumber(found[0], scale > 1) * scale;
  return Number.isFinite(value) && value > 0 && value < 1e15 ? value : null;
}

/** "9,– €" is 9 €. */
function withoutDash(text: string): string {
  return text.replace(/(?<=\d)[.,][-–—]+/g, '');
}

/** "250.000" and "250,000" are thousands; "9.99" and "9,99" are not, nor is "1.500" before "million". */
function plainNumber(digits: string, isScaled: boolean): number {
  const [, groups, decimals = ''] =
    digits.match(/^([1-9]\d{0,2}(?:[.,'’ \u00a0\u202f]\d{3})+)(?:[.,](\d{1,2}))?$/) ?? [];
  const isGrouped = groups !== undefined && !(isScaled && /^\d+[.,]\d{3}$/.test(digits));
  return Number(isGrouped ? `${groups.replace(/\D/g, '')}.${decimals || 0}` : digits.replace(',', '.'));
}

/** A share of one: "75 %", "about 75", "0.05", "1 in 20", "22 of 35 bakers"; null for more than all. */
function readShare(text: string): number | null {
  const plain = text.replace(/(?<=\d\s*)(?:%|per ?cent|prozent|pour ?cent|por ciento)/i, '');
  const isPercent = plain !== text;
  const [counted, part, whole] = isPercent ? [] : (text.match(countOf) ?? []);
  const value = readNumber(plain);
  const isCount = counted && !/\d/.test(text.replace(counted, ''));
  const ofOne = value !== null && (isPercent || value > 1) ? value / 100 : value;
  const share = isCount ? Number(part) / Number(whole) : ofOne;
  return share !== null && share > 0 && share <= 1 ? share : null;
}

const countOf = /(\d{1,9}) ?(?:of|out of|in|von|aus|auf|sur|de|en|\/) ?(\d{1,9})/iu;
