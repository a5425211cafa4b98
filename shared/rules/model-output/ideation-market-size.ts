import { plainName, renamed } from './field-names.ts';
import { type Content, contentOf } from './ideation-values.ts';
import { isObject } from './lenient-json.ts';

/** One factor of a market size. Without a value it is the founder's to fill in, without a source it is a guess. */
export type Factor = { name: string; value?: Content; source?: Content; others?: Content };
export type MarketSize = {
  kind: typeof arithmetic;
  formula?: Content;
  factors: Factor[];
  others?: Content;
};

// A symbol, because no reply can hold one.
const arithmetic = Symbol('arithmetic');

/** A market size as arithmetic: `{formula, factors}`, or an object whose values are the factors; else as it was sent. */
export function sizeOf(value: unknown): MarketSize | Content | undefined {
  const content = contentOf(value);
  const object = Array.isArray(value) ? { factors: value } : value;
  if (content === undefined || !isObject(object)) return content;
  const { formula, factors, ...rest } = renamed(object, (name) => meant(sizeNames, name));
  const inside = Object.entries(rest).filter(([, item]) => isFactor(item));
  const outside = Object.entries(rest).filter(([, item]) => !isFactor(item));
  const found = [...factorsIn(factors), ...factorsIn(Object.fromEntries(inside))];
  if (found.length === 0 && contentOf(formula) === undefined) return content;
  if (factorsIn(factors).length === 0) outside.push(['factors', factors]);
  return {
    kind: arithmetic,
    formula: contentOf(formula),
    factors: found,
    others: contentOf(Object.fromEntries(outside)),
  };
}

/** True when a field's value was read as arithmetic: no content that a reply can hold is taken for it. */
export function isMarketSize(value: MarketSize | Content): value is MarketSize {
  return typeof value === 'object' && 'kind' in value && value.kind === arithmetic;
}

const sizeNames = {
  formula: ['formula', 'calculation', 'arithmetic', 'equation'],
  factors: ['factors', 'inputs'],
};
const factorNames = {
  name: ['name', 'factor', 'label', 'variable'],
  value: ['value', 'estimate', 'number', 'amount', 'figure'],
  source: ['source', 'sources', 'basis', 'reference'],
};

function factorsIn(factors: unknown): Factor[] {
  if (Array.isArray(factors)) return factors.map(factorOf).filter((factor) => factor !== null);
  if (!isObject(factors)) return [];
  const named = Object.entries(factors).map(([name, value]) =>
    factorOf(isObject(value) ? { name, ...value } : { name, value }),
  );
  return named.filter((factor) => factor !== null);
}

function factorOf(item: unknown): Factor | null {
  if (contentOf(item) === undefined) return null;
  const fields = isObject(item) ? item : { name: item };
  const { name, value, source, ...others } = renamed(fields, (written) => meant(factorNames, written));
  const title = contentOf(name) ?? '';
  const isPlain = typeof title === 'string';
  return {
    name: isPlain ? title : '',
    value: contentOf(value),
    source: contentOf(source),
    others: contentOf(isPlain ? others : { ...others, name: title }),
  };
}

function isFactor(value: unknown): boolean {
  return (
    isObject(value) &&
    Object.keys(value).some((name) => /^(value|source)$/.test(meant(factorNames, name) ?? ''))
  );
}

function meant(names: Record<string, string[]>, written: string): string | null {
  return Object.keys(names).find((name) => names[name]?.includes(plainName(written))) ?? null;
}
