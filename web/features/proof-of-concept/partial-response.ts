import { stripControlCharacters } from '#shared/rules/lenient-json.ts';

const opening = /"response"\s*:\s*"/;
const stringBody = /[^"\\]*(?:\\[\s\S][^"\\]*)*/;
const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '', f: '' };

/**
 * What has arrived so far of a reply's `response`. Each longer piece of a reply gives a longer text: of an escape or
 * a character that is only half there nothing is given until the rest comes.
 */
export function readPartialResponse(arrived: string): string {
  const found = opening.exec(arrived);
  if (!found) return '';
  const rest = arrived.slice(found.index + found[0].length);
  const body = stringBody.exec(rest)?.[0] ?? '';
  const isWhole = rest.charAt(body.length) === '"';
  const text = isWhole ? decode(body) : decode(body).replace(/[\uD800-\uDBFF\r]$/, '');
  return stripControlCharacters(text.replace(/\r\n?/g, '\n')).toWellFormed();
}

function decode(body: string): string {
  return body.replace(/\\(?:u([0-9a-f]{4})|u[0-9a-f]{0,3}$|([\s\S]))/gi, (_, code, character) => {
    if (code) return String.fromCharCode(Number.parseInt(code, 16));
    return character === undefined ? '' : (escapes[character] ?? character);
  });
}
