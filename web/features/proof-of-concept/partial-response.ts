import { stripControlCharacters } from '#shared/rules/model-output/json.ts';
import { wellFormed } from '#shared/rules/text/well-formed.ts';

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
