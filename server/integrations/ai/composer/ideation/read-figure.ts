import { isPeople } from '#server/integrations/ai/composer/nouns.ts';

/** A number that the founder filled in: its value for the arithmetic, and how it was written. */
export type Figure = { value: number; said: string };
/** A price for a year, with the currency in which sums are said. */
export type Price = Figure & { currency: string };

// Thousands have one and the same sign between them; what follows another sign is a fraction.
const number =
  "[1-9]\\d{0,2}(?:(?:,\\d{3})+(?:\\.\\d+)?|(?:\\.\\d{3})+(?:,\\d+)?|(?:[ ’']\\d{3})+(?:[.,]\\d+)?)|0[.,]\\d+|\\d+(?:[.,]\\d{1,2})?";
const scale = '[kK]|[tT]housand|[mM]n?|[mM]illion|[bB]n|[bB]illion';
const currencySign = '[A-Z]{0,2}\\$|[€£¥₹]|[A-Z]{3}|euros?|dollars?|pounds?';

const countPattern = new RegExp(`^(${number})(?: ?(${scale}))?(?: (\\p{L}+(?: \\p{L}+)?))?$`, 'u');
const ratioPattern = new RegExp(`^(${number}) ?(?:in|of|out of|/) ?(${number})$`, 'i');
const sharePattern = new RegExp(`^(${number})(?: ?(%|per ?cent))?(?: of (?:them|these|people))?$`, 'i');
const pricePattern = new RegExp(
  `^(${currencySign})? ?(${number})(?: ?([kK]|[tT]housand))?(?: ?(${currencySign}))?(?![\\p{L}\\d])(.*)$`,
  'u',
);

/** How many people: "250,000", "2.5 million", "40k people". Null for anything that is not one number. */
export function readCount(text: string): Figure | null {
  const [, digits = '', unit = '', whom = ''] = countPattern.exec(text) ?? [];
  if (whom !== '' && !isPeople(whom)) return null;
  return asFigure(scaled(digits, unit), unit === '' ? digits : `${digits} ${unit.toLowerCase()}`);
}

/** A share of one: "5%", "0.05", "1 in 20", and "5", which can only mean five in a hundred. Never more than all. */
export function readShare(text: string): Figure | null {
  const share = partIn(text);
  return share && share.value <= 1 ? share : null;
}

/** Whether it tells a share that is more than all of them. */
export function isMoreThanAll(text: string): boolean {
  return (partIn(text)?.value ?? 0) > 1;
}

function partIn(text: string): Figure | null {
  const [, part, whole] = ratioPattern.exec(text) ?? [];
  if (part && whole) return asFigure(numberOf(part) / numberOf(whole), text);
  const [, digits = '', percent] = sharePattern.exec(text) ?? [];
  const value = numberOf(digits);
  if (percent === undefined && value < 1) return asFigure(value, digits);
  // A bare 1 may be one in a hundred or all of them.
  if (percent === undefined && value === 1) return null;
  return asFigure(value / 100, `${digits}${percent === undefined || percent === '%' ? '%' : ` ${percent}`}`);
}

/** What one of them pays in a year: "$30", "9.99 € a month". `times` is how often in a year its label says it is paid. */
export function readPrice(text: string, times: number): Price | null {
  const [, before, digits = '', unit = '', after, rest = ''] = pricePattern.exec(text) ?? [];
  if (before && after) return null;
  const currency = before ?? after ?? '';
  if (/^[A-Z]{3}$/.test(currency) && !Intl.supportedValuesOf('currency').includes(currency)) return null;
  const period = rest.replace(eachOfThem, '').trim();
  const paid = period === '' ? times : timesAYear(period);
  // Only a label that speaks of the year leaves it to the value to say otherwise.
  if (paid === null || (times !== 1 && paid !== times)) return null;
  const value = scaled(digits, unit);
  // A price is shown as it was written: fractions of a cent count when they are multiplied.
  const said = money(value, currency, 6);
  const figure = asFigure(value * paid, paid === 1 ? said : `${said} × ${paid}`);
  return figure && { ...figure, currency };
}

/** How often in a year it is paid, by the words for it: 12 for "a month". Null for words that say anything else. */
export function timesAYear(words: string): number | null {
  return periods.find(([pattern]) => pattern.test(words.trim()))?.[1] ?? null;
}

/** An amount with its currency, as the sums of the sections say it: whole, or else with its cents. */
export function money(value: number, currency: string, longestFraction = 2): string {
  const rounded = Number(value.toFixed(longestFraction));
  const amount = rounded.toLocaleString('en-US', {
    minimumFractionDigits: Number.isInteger(rounded) ? 0 : 2,
    maximumFractionDigits: longestFraction,
  });
  return /^\p{L}{2,}$/u.test(currency) ? `${amount} ${currency}` : `${currency}${amount}`;
}

/** A number as the sums of the sections say it: thousands apart, a fraction only where it matters. */
export function numberText(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 2 : 0 });
}

const eachOfThem =
  /^ ?(?:(?:per|for each|each|a|\/) ?(?:person|customer|user|member|head|client|buyer)|each)\b,?/i;

const periods: [RegExp, number][] = [
  [/^(?:(?:(?:an?|per|each|every|in a|by the) |\/ ?)(?:year|yr|annum)|yearly|annual(?:ly)?|p\.? ?a\.?)$/i, 1],
  [/^(?:(?:(?:a|per|each|every|in a|by the) |\/ ?)quarter|quarterly)$/i, 4],
  [/^(?:(?:(?:a|per|each|every|in a|by the) |\/ ?)(?:month|mo)|\/ ?m|monthly)$/i, 12],
  [/^(?:(?:(?:a|per|each|every|in a|by the) |\/ ?)(?:week|wk)|weekly)$/i, 52],
];

const scales: Record<string, number> = { '': 1, k: 1e3, t: 1e3, m: 1e6, b: 1e9 };

// "1.250 million" is said in one place for 1.25 million and in another for a thousand times as much.
function scaled(digits: string, unit: string): number {
  if (unit !== '' && /^\d{1,3}[.,]\d{3}$/.test(digits)) return Number.NaN;
  return numberOf(digits) * (scales[unit.charAt(0).toLowerCase()] ?? Number.NaN);
}

// "250.000" and "250,000" are thousands; "9.99", "9,99" and "0.125" are not.
function numberOf(digits: string): number {
  const text = digits.replace(/[ ’']/g, '');
  if (text === '') return Number.NaN;
  if (/^[1-9]\d{0,2}([.,]\d{3})+$/.test(text)) return Number(text.replace(/[.,]/g, ''));
  const point = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (point === -1) return Number(text);
  return Number(`${text.slice(0, point).replace(/[.,]/g, '')}.${text.slice(point + 1)}`);
}

function asFigure(value: number, said: string): Figure | null {
  return Number.isFinite(value) && value > 0 && value < 1e15 ? { value, said } : null;
}
