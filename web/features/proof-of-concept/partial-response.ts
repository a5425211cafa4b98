import { buildPromptLimit } from '#shared/contracts/build-prompts.ts';
import { stripControlCharacters } from '#shared/rules/model-output/lenient-json.ts';

const opening = /"response"\s*:\s*"/;
const stringBody = /[^"\\]*(?:\\[\s\S][^"\\]*)*/;
const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '', f: '' };

/** The `response` of a reply, as far as it has arrived. */
export function readPartialResponse(arrived: string): string {
  return partialResponse()(arrived);
}

/**
 * Reads a reply's `response` as it arrives: takes the reply piece by piece and gives the whole text so far. Of an
 * escape or a character that is only half there nothing is given until the rest comes. Each piece is read once, and
 * nothing more once there is more text than a build prompt can hold.
 */
export function partialResponse(): (piece: string) => string {
  let state: 'before' | 'within' | 'after' = 'before';
  /** Unread text, and read text that could still change. */
  let unread = '';
  let pending = '';
  let text = '';

  function open(): void {
    const found = opening.exec(unread);
    unread = found ? unread.slice(found.index + found[0].length) : unread.slice(-longestOpening);
    if (found) state = 'within';
  }

  function read(): void {
    const body = stringBody.exec(unread)?.[0] ?? '';
    const isWhole = unread.charAt(body.length) === '"';
    const { decoded, read } = decode(body);
    unread = unread.slice(read);
    const known = pending + decoded;
    pending = isWhole ? '' : (/[\uD800-\uDBFF\r]$/.exec(known)?.[0] ?? '');
    text += tidied(known.slice(0, known.length - pending.length));
    if (isWhole || text.length > buildPromptLimit) state = 'after';
  }

  return (piece) => {
    if (state !== 'after') unread += piece;
    if (state === 'before') open();
    if (state === 'within') read();
    return text;
  };
}

/** Room for the name and the space around its colon; only so much is looked through again with the next piece. */
const longestOpening = 200;

/** `read` is how much of the body was: an escape at its end may lack the rest. */
function decode(body: string): { decoded: string; read: number } {
  let read = body.length;
  const decoded = body.replace(
    /\\(?:u([0-9a-f]{4})|u[0-9a-f]{0,3}$|([\s\S]))/gi,
    (_, code: string | undefined, character: string | undefined, at: number) => {
      if (code) return String.fromCharCode(Number.parseInt(code, 16));
      if (character !== undefined) return escapes[character] ?? character;
      read = at;
      return '';
    },
  );
  return { decoded, read };
}

function tidied(text: string): string {
  return stripControlCharacters(text.replace(/\r\n?/g, '\n')).toWellFormed();
}
