/** Replies are read up to this many UTF-16 units, which bounds the work on hostile ones. */
export const replyLimit = 200_000;

/** So many braces are tried as the start of an object: each costs a pass over the text, and prose may be full of stray ones. */
export const startsTried = 8;

/** Strict JSON; undefined when the text is not JSON. */
export function parseStrict(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * JSON as it is, else without control characters and trailing commas and with raw newlines in strings escaped;
 * undefined when it is not JSON even then.
 */
export function parseRepaired(text: string): unknown {
  return (
    parseStrict(text) ?? parseStrict(stripTrailingCommas(escapeRawNewlines(stripControlCharacters(text))))
  );
}

/** The text without the marker lines of code fences; what is between them is kept. */
export function stripCodeFences(text: string): string {
  return text.replace(/^[ \t]*```[\w-]*[ \t]*$/gm, '').replace(/^\s*```(?:json)?|```\s*$/g, '');
}

/**
 * The `{…}` pieces of the text in order, balanced with regard to strings. Of a brace that never closes (a reply that
 * was cut, or a quote too many) the piece up to the last `}` is given, then what is inside.
 */
export function* objectPieces(text: string): Generator<string> {
  const last = text.lastIndexOf('}');
  let from = text.indexOf('{');
  let isCut = false;
  for (let tries = 0; from !== -1 && from < last && tries < startsTried; tries += 1) {
    const end = endOfObject(text, from);
    if (end !== -1) yield text.slice(from, end + 1);
    else if (!isCut) yield text.slice(from, last + 1);
    isCut ||= end === -1;
    from = text.indexOf('{', end === -1 ? from + 1 : end + 1);
  }
}

/** End of the object that begins at `from`, with regard to strings; -1 when it never closes. */
export function endOfObject(text: string, from: number): number {
  let depth = 0;
  for (let index = from; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (depth === 0) return index;
    if (character === '"') {
      stringAt.lastIndex = index;
      stringAt.test(text);
      index = stringAt.lastIndex - 1;
    }
  }
  return -1;
}

/** A string of JSON, up to the end of the text when it never closes. */
const jsonString = String.raw`"[^"\\]*(?:\\(?:[\s\S]|$)[^"\\]*)*"?`;
const stringAt = new RegExp(jsonString, 'y');

/** The text behind the thoughts: reasoning models think aloud before they answer, often in drafts of the same object. */
export function withoutThinking(text: string): string {
  const end = text.lastIndexOf('</think>');
  return end === -1 ? text : text.slice(end + '</think>'.length);
}

/** A JSON object, not a list and not null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Removes control characters that JSON forbids everywhere; tab and newline stay. */
export function stripControlCharacters(text: string): string {
  return text.replace(/(?![\t\n\r])\p{Cc}/gu, '');
}

/** A reply's string, trimmed and storable (no control characters but newline and tab); '' for anything else. */
export function textOf(value: unknown): string {
  if (typeof value !== 'string') return '';
  return stripControlCharacters(value).toWellFormed().trim();
}

/** Removes each comma that is followed, outside strings, by nothing but space and a closing brace or bracket. */
export function stripTrailingCommas(text: string): string {
  return text.replace(stringOrComma, (part) => (part === ',' ? '' : part));
}

const stringOrComma = new RegExp(String.raw`${jsonString}|,(?=[ \n\r\t]*[}\]])`, 'g');

/** Turns raw newlines, returns and tabs inside strings into their escapes. */
export function escapeRawNewlines(text: string): string {
  return text.replace(strings, (part) => part.replace(/[\n\r\t]/g, (sign) => escapes[sign] ?? sign));
}

const strings = new RegExp(jsonString, 'g');
const escapes: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
