import { buildPromptLimit } from '#shared/contracts/build-prompts.ts';
import type { ParserStep } from '#shared/contracts/receipt.ts';
import { stripControlCharacters } from '#shared/rules/model-output/json.ts';
import { withoutHalfCharacter } from '#shared/rules/text/plain-text.ts';
import { wellFormed } from '#shared/rules/text/well-formed.ts';
import {
  isObject,
  objectPieces,
  outputLimit,
  parseRepaired,
  parseStrict,
  stripCodeFences,
  textOf,
} from './json.ts';
import { plainName } from './ladder.ts';
import { withoutReasoning } from './reasoning.ts';

type EnhancementOutput = { response: string; step: ParserStep } | { failure: 'poc_reply_no_object' };

/**
 * Reads a model's output as an enhanced prompt (specification 5): the whole output if it is JSON, else, without code
 * fences, its first `{…}` that holds a response, with control characters stripped, trailing commas removed and raw
 * newlines in strings escaped; else the response from its opening quote to the last quote. The text is well-formed, not blank and at most `buildPromptLimit` long. Never throws;
 * works in linear time on at most 200,000 units.
 */
export function parseEnhancementOutput(completion: string): EnhancementOutput {
  const text = completion.slice(0, outputLimit).trim();
  const whole = parseStrict(text);
  const asIs = responseOf(whole);
  if (asIs !== '') return { response: asIs, step: 'strict' };
  const said = withoutReasoning(typeof whole === 'string' ? whole : text);
  const unfenced = stripCodeFences(said);
  for (const piece of objectPieces(unfenced)) {
    const response = responseOf(parseRepaired(piece));
    if (response !== '') return { response, step: unfenced === said ? 'object' : 'fence' };
  }
  const quoted = responseOf(parseRepaired(`{"response":"${escapedResponse(unfenced)}"}`));
  return quoted === '' ? { failure: 'poc_reply_no_object' } : { response: quoted, step: 'loose' };
}

/** The object's response as text; '' when it has none. Some models wrap the object in another, or name it otherwise. */
function responseOf(value: unknown, depth = 0): string {
  if (!isObject(value)) return '';
  const entries = Object.entries(value);
  const [only, ...others] = entries;
  const found = entries.find(([name]) => plainName(name) === 'response');
  if (found) return cut(markdownOf(found[1]));
  const named = entries.find(([name, said]) => otherNames.has(plainName(name)) && textOf(said) !== '');
  if (named) return cut(textOf(named[1]));
  if (!only || others.length > 0) return '';
  if (otherNames.has(plainName(only[0]))) return cut(markdownOf(only[1]));
  return depth < 2 ? responseOf(only[1], depth + 1) : '';
}

const otherNames = new Set(['prompt', 'enhancedprompt', 'buildprompt', 'enhancedresponse']);

const responseStart = /["'“]?\bresponse["'”]?\s{0,9}:\s{0,9}["“]/i;

/** The response up to the last quote, with the quotes and backslashes that nobody escaped; '' when there is none. */
function escapedResponse(text: string): string {
  const start = responseStart.exec(text);
  if (!start) return '';
  const behind = text.slice(start.index + start[0].length);
  const said = /^([\s\S]*)["”]/.exec(behind)?.[1] ?? '';
  return said.replace(/\\(?:["\\/bfnrt]|u[\da-f]{4})|[\\"]/gi, (sign) =>
    sign.length > 1 ? sign : `\\${sign}`,
  );
}

/** Lists and objects, which models send where text is asked for, as Markdown: names become headings. */
function markdownOf(value: unknown, level = 2): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object' || value === null || level > 6) return textOf(value);
  const parts = Array.isArray(value)
    ? value.map((item) => listed(item, level))
    : Object.entries(value).map(([name, item]) => headed(name, markdownOf(item, level + 1), level));
  const isList = Array.isArray(value) && value.every((item) => typeof item !== 'object');
  return parts.filter((part) => part !== '').join(isList ? '\n' : '\n\n');
}

function listed(item: unknown, level: number): string {
  const text = markdownOf(item, level);
  return typeof item === 'object' || text === '' ? text : `- ${text}`;
}

function headed(name: string, text: string, level: number): string {
  if (text === '') return '';
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  const title = textOf(words).replace(/\s+/g, ' ');
  return `${'#'.repeat(level)} ${title.charAt(0).toUpperCase()}${title.slice(1)}\n${text}`;
}

function cut(text: string): string {
  return withoutHalfCharacter(text.replace(/\r\n?/g, '\n').slice(0, buildPromptLimit)).trim();
}

/** The `response` of a completion, as far as it has arrived. Half an escape or character waits for its rest. */
export function readPartialResponse(arrived: string): string {
  const [opening, body, end] = arrived.match(responseField) ?? [];
  if (opening === undefined || body === undefined) return '';
  const text = body.replace(escaped, (_, code?: string, letter?: string) => {
    if (code) return String.fromCharCode(Number.parseInt(code, 16));
    return letter === undefined ? '' : (escapes[letter] ?? letter);
  });
  const whole = end ? text : text.replace(/[\uD800-\uDBFF\r]$/, '');
  return wellFormed(stripControlCharacters(whole.replace(/\r\n?/g, '\n')));
}

const responseField = /"response"\s*:\s*"([^"\\]*(?:\\[\s\S][^"\\]*)*)("?)/;
const escaped = /\\(?:u([0-9a-f]{4})|u[0-9a-f]{0,3}$|([\s\S]))/gi;
const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '', f: '' };
