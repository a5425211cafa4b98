import { withoutHalfCharacter } from './cut-output.ts';

/** Which quotes close a string that one of these opened. */
const closing: Record<string, string> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”“"',
  '”': '”"',
  '„': '“”"',
  '‘': "’'",
  '«': '»',
};
const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '', f: '' };

/**
 * The string that begins at the index, its escapes read; null when no quote is there. A quote ends it only where a
 * string may end, so quotes inside that no one escaped stay. `isCut` when the text ends first.
 */
export function readLooseString(
  text: string,
  start: number,
  isName: boolean,
): { value: string; end: number; isCut: boolean } | null {
  const closers = closing[text.charAt(start)];
  if (closers === undefined) return null;
  const parts: string[] = [];
  let from = start + 1;
  for (let index = from; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === '\\') {
      const escaped = readEscape(text, index + 1);
      parts.push(text.slice(from, index), escaped.value);
      from = escaped.end;
      index = escaped.end - 1;
    } else if (closers.includes(character) && (isName ? endsName : endsValue)(text, index + 1)) {
      return { value: parts.join('') + text.slice(from, index), end: index + 1, isCut: false };
    }
  }
  return { value: withoutHalfCharacter(parts.join('') + text.slice(from)), end: text.length, isCut: true };
}

/** The index behind the comment that begins at the index, or behind the slash when it is none. */
export function skipLooseComment(text: string, index: number): number {
  const mark = text.charAt(index + 1);
  if (mark !== '/' && mark !== '*') return index + 1;
  const end = text.indexOf(mark === '/' ? '\n' : '*/', index + 2);
  return end === -1 ? text.length : end + (mark === '/' ? 1 : 2);
}

function readEscape(text: string, index: number): { value: string; end: number } {
  const letter = text.charAt(index);
  if (letter !== 'u') return { value: escapes[letter] ?? letter, end: index + 1 };
  const code = text.slice(index + 1, index + 5);
  if (/^[\da-f]{4}$/i.test(code))
    return { value: String.fromCharCode(Number.parseInt(code, 16)), end: index + 5 };
  return index + 5 > text.length ? { value: '', end: text.length } : { value: 'u', end: index + 1 };
}

const space = /\s*/y;
const comment = /\/[/*]/y;
const nameEnd = /\s*(?::|$)/y;
// Text that may follow a string's comma: another string, value or name, or the end.
const next = /["'`“”„‘«[{}\]\d/-]|(?:true|false|null|True|False|None)\b|[A-Za-z_]\w{0,40}\s{0,9}:|$/y;

function endsName(text: string, index: number): boolean {
  return matchesAt(nameEnd, text, index);
}

function endsValue(text: string, index: number): boolean {
  const after = afterSpace(text, index);
  const character = text.charAt(after);
  if (character === ',') return matchesAt(next, text, afterSpace(text, after + 1));
  if (character === '' || character === '}' || character === ']') return true;
  if (character === '/') return matchesAt(comment, text, after);
  return closing[character] !== undefined && text.slice(index, after).includes('\n');
}

function afterSpace(text: string, index: number): number {
  space.lastIndex = index;
  return index + (space.exec(text)?.[0].length ?? 0);
}

function matchesAt(pattern: RegExp, text: string, index: number): boolean {
  pattern.lastIndex = index;
  return pattern.test(text);
}
