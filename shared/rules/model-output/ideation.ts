import * as z from 'zod/mini';
import type { IdeationStage } from '#shared/contracts/ideation.ts';
import type { ParserStep } from '#shared/contracts/receipt.ts';
import { cutText } from '#shared/rules/text/plain-text.ts';
import { isObject, textOf } from './json.ts';
import {
  type LadderReading,
  type Naming,
  plainName,
  readNamedLines,
  readOutput,
  readPartialOutput,
  renamed,
} from './ladder.ts';
import {
  bulletsOf,
  type Content,
  demotedMarkdown,
  indented,
  isLine,
  labelOf,
  pieceOf,
  quietMarkdown,
} from './markdown.ts';

/** Five sections of this length and their headings fit the 60,000 of a session. */
const longestSection = 11_500;

/**
 * A stage's section as Markdown from a model's output, and the rung of the ladder on which it was read (specification 3
 * and 4). An output that can't be read is shown as it is, with its headings below ours. A blank output gives ''. At most
 * 11,500 UTF-16 units; what is longer ends with the line '[shortened]'. Never throws.
 */
export function readIdeationOutput(
  stage: IdeationStage,
  completion: string,
): { markdown: string; step: ParserStep } {
  const reading = readOutput(completion, (written) => fieldNamed(stage, written));
  return { markdown: sectionOf(stage, reading, true), step: reading.step };
}

/** The same of an output that is still arriving, or that was stopped: what is not there yet is left out. */
export function readPartialIdeationOutput(stage: IdeationStage, text: string): string {
  return sectionOf(
    stage,
    readPartialOutput(text, (written) => fieldNamed(stage, written)),
    false,
  );
}

function sectionOf(stage: IdeationStage, reading: LadderReading, isComplete: boolean): string {
  if (reading.step === 'raw')
    return cutText(demotedMarkdown(reading.text.slice(0, 2 * longestSection)), longestSection);
  const fields = renamed(reading.value, (written) => fieldNamed(stage, written));
  return cutText(ideationMarkdown(stage, fields, isComplete), longestSection);
}

const missing = 'N/A';

/**
 * A stage's fields as Markdown for founders: each under its bold label, lists as bullets, and behind them what the model
 * sent beside them. A field that is missing is 'N/A' (specification 3), but left out while the output is still arriving.
 */
function ideationMarkdown(
  stage: IdeationStage,
  fields: Record<string, unknown>,
  isComplete: boolean,
): string {
  const names = Object.keys(ideationShapes[stage].shape);
  const shape: Record<string, Content | MarketSize | undefined> = ideationShapes[stage].parse(fields);
  const blocks = names.map((name) => {
    const value = shape[name];
    if (value === undefined) return isComplete ? `**${labelOf(name)}:** ${missing}` : '';
    return isMarketSize(value) ? sizeBlock(name, value, isComplete) : fieldBlock(name, value, isComplete);
  });
  const others = contentOf(
    Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name))),
  );
  for (const [name, value] of Object.entries(others ?? {})) blocks.push(pieceOf(name, value));
  return blocks.filter((block) => block !== '').join('\n\n');
}

function fieldBlock(name: string, value: Content, isComplete: boolean): string {
  const parts = partNames[name];
  if (!parts || typeof value === 'string' || Array.isArray(value)) return pieceOf(name, value);
  const known = isComplete ? parts.map((part) => [part, missing]) : [];
  return pieceOf(name, { ...Object.fromEntries(known), ...value });
}

function sizeBlock(name: string, size: MarketSize, isComplete: boolean): string {
  const { formula = '', factors, others } = size;
  const lines = factors.map((factor) => factorLine(factor, isComplete)).filter((line) => line !== '');
  if (others !== undefined) lines.push(bulletsOf(others));
  return `${pieceOf(name, formula).trimEnd()}\n\n${lines.join('\n')}`.trimEnd();
}

/** A factor, and where its value comes from. */
function factorLine({ name, value, source, others }: Factor, isComplete: boolean): string {
  const isAnnounced = isComplete || source !== undefined;
  const shown = value === undefined ? (isAnnounced ? missing : '') : value;
  const from = source ?? '';
  const inline = [name === '' ? '' : `**${labelOf(name)}:**`, isLine(shown) ? shown : '', sourceNote(from)];
  const below = [shown, from, others ?? '']
    .filter((part) => !isLine(part))
    .map((part) => indented(bulletsOf(part)));
  // Text without a name before it begins a line, and could begin a heading.
  const line = quietMarkdown(inline.filter((part) => part !== '').join(' '));
  return [line === '' ? '' : `- ${line}`, ...below].filter((part) => part !== '').join('\n');
}

function sourceNote(source: Content): string {
  if (!isLine(source) || source === '') return '';
  return `(${source})`;
}

const aliases = z.registry<{ names: string[] }>();

/** A field that may be missing; any JSON value is read into its shape. The names are those that models also give it. */
const field =
  <T>(read: (value: unknown) => T) =>
  (...names: string[]) =>
    z.optional(z.pipe(z.unknown(), z.transform(read))).register(aliases, { names });

/** Prose as a model sends it: text, a list or named texts. */
const prose = field((value) => contentOf(value));
const list = field(listOf);
/**
 * A market size: its factors by name, `{formula, factors: [{name, value, source}]}`, or prose. An empty value is the
 * founder's to fill in.
 */
const size = field(sizeOf);

/** The parts of the fields that are objects, in the order in which they are shown. */
const partNames: Record<string, string[]> = {
  targetAudience: ['demographics', 'psychographics'],
  aarrrMetrics: ['acquisition', 'activation', 'retention', 'referral', 'revenue'],
};
const audience = field((value) => partsOf(value, partNames.targetAudience ?? []));
const funnel = field((value) => partsOf(value, partNames.aarrrMetrics ?? []));

/**
 * Shapes of the AI's outputs by stage (specification 3, AI output shape per ideation stage), each field with its other
 * names as `plainName` writes them. Parsing an object with these never fails.
 */
export const ideationShapes = {
  IDEATION: z.object({
    appName: prose('applicationname', 'productname', 'startupname'),
    tagline: prose('slogan'),
    concept: prose('coreconcept', 'appconcept'),
    features: list('keyfeatures', 'mainfeatures', 'corefeatures'),
    design: prose('designandux', 'uxdesign', 'designapproach'),
    targetAudience: audience('audience', 'targetusers', 'targetmarket'),
    monetization: list('monetisation', 'monetizationstrategy', 'monetizationstrategies', 'revenuemodel'),
  }),
  MARKET_RESEARCH: z.object({
    tam: size('totaladdressablemarket', 'totaladdressablemarkettam'),
    sam: size(
      'serviceableaddressablemarket',
      'serviceableavailablemarket',
      'serviceableaddressablemarketsam',
      'serviceableavailablemarketsam',
    ),
    competitorAnalysis: list('competitors', 'competition', 'competitiveanalysis'),
    gapAnalysis: prose('marketgap', 'marketgaps', 'gaps'),
  }),
  VALIDATION: z.object({
    smokeTests: list('smoketest'),
    interviewQuestions: list('userinterviewquestions', 'customerinterviewquestions', 'questions'),
    metricsToTrack: list('metrics', 'keymetrics'),
  }),
  MVP: z.object({
    coreFeatureSet: list('corefeatures', 'mvpfeatures', 'features'),
    noCodePlatforms: list('nocodeplatform', 'nocodetools', 'platforms'),
    developmentSteps: list('developmentplan', 'buildsteps', 'steps'),
  }),
  ACQUISITION: z.object({
    aarrrMetrics: funnel('aarrr', 'aarrrframework', 'piratemetrics', 'metrics'),
    outreachTactics: list('outreach', 'outreachstrategies', 'tactics'),
  }),
} satisfies Record<IdeationStage, z.ZodMiniObject>;

/** The stage's field that goes by this name; null when none does. */
export function fieldNamed(stage: IdeationStage, name: string): string | null {
  return fieldsByName[stage].get(plainName(name)) ?? null;
}

const fieldsByName: Record<IdeationStage, Map<string, string>> = {
  IDEATION: namesOf(ideationShapes.IDEATION.shape),
  MARKET_RESEARCH: namesOf(ideationShapes.MARKET_RESEARCH.shape),
  VALIDATION: namesOf(ideationShapes.VALIDATION.shape),
  MVP: namesOf(ideationShapes.MVP.shape),
  ACQUISITION: namesOf(ideationShapes.ACQUISITION.shape),
};

/** A field's own name counts before another field's other name. */
function namesOf(fields: Record<string, z.ZodMiniType>): Map<string, string> {
  const others = Object.entries(fields).flatMap(([field, schema]) =>
    (aliases.get(schema)?.names ?? []).map((name) => [name, field] as const),
  );
  return new Map([...others, ...Object.keys(fields).map((field) => [field.toLowerCase(), field] as const)]);
}

const deepest = 4;
// More than a section has room for: what lies beyond could not be shown.
const longestText = 20_000;
const longestList = 3_000;

/** Any JSON value as content; undefined when it holds no text. What lies deeper than four levels is written out as a line. */
function contentOf(value: unknown, depth = 0): Content | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object' || value === null) return textIn(value);
  if (depth >= deepest) return textIn(leavesOf(value).join(', '));
  if (Array.isArray(value)) {
    const items = value
      .slice(0, longestList)
      .map((item) => contentOf(item, depth + 1))
      .filter((item) => item !== undefined);
    return items.length > 0 ? items : undefined;
  }
  const entries = Object.entries(value)
    .slice(0, longestList)
    .map(([name, item]) => [name, contentOf(item, depth + 1)] as const);
  const named = entries.filter((entry): entry is [string, Content] => entry[1] !== undefined);
  return named.length > 0 ? Object.fromEntries(named) : undefined;
}

/** A field that is asked for as a list: text with list marks is taken apart, one value becomes a list of one. */
function listOf(value: unknown): Content | undefined {
  const content = contentOf(value);
  if (content === undefined) return undefined;
  if (typeof content === 'string') return itemsOf(content);
  if (!Array.isArray(content)) return Object.keys(content).every(isNumber) ? Object.values(content) : content;
  const isNumbered = content.every((item) => typeof item === 'string' && listMark.test(item));
  return isNumbered ? content.map((item) => String(item).replace(listMark, '')) : content;
}

/** A field that is asked for as an object: its known parts by their own names, whether they came as an object, a list or lines. */
function partsOf(value: unknown, names: string[]): Content | undefined {
  const content = contentOf(value);
  const partNamed = (name: string) => names.find((part) => part === plainName(name)) ?? null;
  if (typeof content === 'string') return partsInLines(content, partNamed) ?? content;
  if (!Array.isArray(content)) return content && renamed(content, partNamed);
  const found = content.flatMap((item) => Object.entries(partIn(item, partNamed) ?? { '': '' }));
  const isWhole = found.every(([name]) => partNamed(name) !== null);
  const isOnce = new Set(found.map(([name]) => name)).size === found.length;
  return isWhole && isOnce ? contentOf(Object.fromEntries(found)) : content;
}

function textIn(value: unknown): string | undefined {
  return textOf(typeof value === 'string' ? value.slice(0, longestText) : value) || undefined;
}

type Named = Record<string, unknown>;

function itemsOf(text: string): Content[] {
  const items: string[] = [];
  const lines = text.split('\n');
  if (!lines.some((line) => listMark.test(line))) return [text];
  for (const line of lines) {
    if (listMark.test(line) || items.length === 0) items.push(line.replace(listMark, ''));
    else items[items.length - 1] += `\n${line}`;
  }
  return items.map((item) => item.trim()).filter((item) => item !== '');
}

/** One part alone could hold the others in its text. */
function partsInLines(text: string, partNamed: Naming): Content | undefined {
  const found = readNamedLines(text, partNamed);
  const begins = readNamedLines(text.split('\n', 1)[0] ?? '', partNamed) !== null;
  return found && begins && Object.keys(found).length > 1 ? contentOf(found) : undefined;
}

function partIn(item: Content, partNamed: Naming): Named | null {
  if (typeof item === 'string') return readNamedLines(item, partNamed);
  if (Array.isArray(item)) return null;
  const said = Object.entries(item).find(
    ([, value]) => typeof value === 'string' && partNamed(value) !== null,
  );
  if (!said)
    return Object.keys(item).every((name) => partNamed(name) !== null) ? renamed(item, partNamed) : null;
  const { [said[0]]: _part, ...rest } = item;
  const values = Object.values(rest);
  return { [partNamed(String(said[1])) ?? '']: values.length === 1 ? values[0] : rest };
}

function leavesOf(value: object): string[] {
  const leaves: string[] = [];
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'object' && next !== null) {
      const inside = Object.values(next);
      for (let index = inside.length - 1; index >= 0; index -= 1) open.push(inside[index]);
    } else if (next !== null && next !== undefined) leaves.push(textOf(String(next)));
  }
  return leaves.filter((leaf) => leaf !== '');
}

function isNumber(name: string): boolean {
  return /^\d{1,9}$/.test(name);
}

/** The mark that an item of a list begins with, at the start of a line: "- ", "• ", "1. ", "2) ". */
const listMark = /^(?:[-*+•]|\d{1,2}[.)])[ \t]+/;

/** One factor of a market size. Without a value it is the founder's to fill in. */
type Factor = { name: string; value?: Content; source?: Content; others?: Content };
type MarketSize = {
  kind: typeof arithmetic;
  formula?: Content;
  factors: Factor[];
  others?: Content;
};

// A symbol, because no output can hold one.
const arithmetic = Symbol('arithmetic');

/** A market size as arithmetic: `{formula, factors}`, or an object whose values are the factors; else as it was sent. */
function sizeOf(value: unknown): MarketSize | Content | undefined {
  const content = contentOf(value);
  const object = Array.isArray(value) ? { factors: value } : value;
  if (content === undefined || !isObject(object)) return content;
  const { formula, factors, ...rest } = renamed(object, (name) => meant(sizeNames, name));
  const inside = Object.entries(rest)
    .filter(([, item]) => isFactor(item))
    .sort(([one], [other]) => placeOfFactor(one) - placeOfFactor(other));
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

/** True when a field's value was read as arithmetic: no content that an output can hold is taken for it. */
function isMarketSize(value: MarketSize | Content): value is MarketSize {
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
    factorOf(isObject(value) ? (hasOwnName(value) ? value : { name, ...value }) : { name, value }),
  );
  return named.filter((factor) => factor !== null);
}

/** The worksheet knows the factors by their places; factors of other names come behind them. */
function placeOfFactor(name: string): number {
  const place = ['population', 'share', 'price', 'reach'].indexOf(plainName(name));
  return place === -1 ? 4 : place;
}

function hasOwnName(factor: Record<string, unknown>): boolean {
  return Object.keys(factor).some((name) => meant(factorNames, name) === 'name' && factor[name] !== '');
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
