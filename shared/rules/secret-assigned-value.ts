import type { Standing } from './secret-value.ts';

type Value = { text: string; start: number; end: number; standing: Standing; follows: string };

/** The name that was read, and what binds it to the value. */
type Binding = { from: number; whole: string };

/** The value that stands at a place after a name; null when there is none. */
export function readValue(text: string, at: number, binding: Binding): Value | null {
  const before = text[binding.from - 1] ?? '';
  const inQuotes = readQuoted(text, at);
  if (inQuotes) return inQuotes;
  if (/:[ \t]*$/.test(binding.whole)) {
    const below = readNextLine(text, at);
    if (below) return below;
  }
  if (binding.whole.endsWith('>') && !binding.whole.endsWith('=>')) return readElement(text, at);
  const isVariable = /^[A-Z][A-Z0-9_]*=$/.test(binding.whole) && !/[?&;]/.test(before);
  const found = matchAt(isVariable ? variableValue : bare, text, at)?.[0];
  if (!found) return null;
  if (isVariable) return value(text, at, at + found.replace(/[;,]$/, '').length, 'variable');
  // A sentence goes on after the value; its full stop is no part of it.
  const read = value(text, at, at + found.replace(/[.?:]+$/, '').length, 'setting');
  const isQuery = /[?&]/.test(before);
  const isCut = isQuery || read.end < at + found.length || /^(?:[([]|\?\.)/.test(read.follows);
  const rest = isCut ? '' : (matchAt(tail, text, read.end)?.[0] ?? '').replace(/[;,]$/, '');
  const isSetting = /=[ \t]*$/.test(binding.whole) || isQuery || isAlone(text, binding.from, read.follows);
  return { ...read, end: read.end + rest.length, standing: isSetting ? 'setting' : 'said' };
}

/** The name begins its line or a part of it, and the value ends it: `name: value`, `{name: value, …}`. */
function isAlone(text: string, from: number, follows: string): boolean {
  const before = text.slice(Math.max(0, from - 40), from);
  return (
    /(?:^|[\r\n{,(["'`;])[ \t>*-]{0,40}["'`$@]?$/.test(before) &&
    /^[ \t]*(?:$|[,;})\]"'`#<]|\/\/)/.test(follows)
  );
}

const quoted = /(\\?["'`])((?:(?!\1)[^\r\n\\]|\\(?!\1).){1,2000}?)\1/y;
/** A quote at the end of the text that is never closed: the rest was cut off. */
const openQuote = /(\\?["'`])[^\s"'`\\]{8,2000}(?![^\s])(?!\s*\S)/y;
const variableValue = /(?:(?!\[masked: )[^\s"'`]){1,2000}/y;
const bare = /(?:(?!\[masked: )[^\s"'`,;&<>(){}[\]|\\]){1,2000}/y;
/** What may go on in a password beyond the signs that mostly end a value. */
const tail = /(?:(?!\[masked: |&[\w.-]{1,40}=|;[ \t]*[\w. ]{1,40}=|<\/|[,;)}\]]+(?:\s|$))[^\s"'`,(){}])*/y;
/** A block of YAML, or a label with the value below it. */
const nextLine =
  /(?<block>[|>][+-]?)?[ \t]{0,20}\r?\n(?:[ \t]{0,20}\r?\n)?[ \t]{0,40}(?<value>(?!\[masked: |[-#{["'`<\\]|\w{1,60}=)[^\s:]{4,300})[ \t]{0,20}(?![^\r\n])/y;

function readQuoted(text: string, at: number): Value | null {
  const closed = matchAt(quoted, text, at);
  const found = closed ?? matchAt(openQuote, text, at);
  if (!found) return null;
  const [whole, quote = ''] = found;
  const end = at + whole.length - (closed ? quote.length : 0);
  return value(text, at + quote.length, end, 'quoted');
}

function readNextLine(text: string, at: number): Value | null {
  const groups = matchAt(nextLine, text, at)?.groups;
  if (!groups?.value) return null;
  // A word alone may as well be the next label, or a button.
  if (!groups.block && /^\p{L}*$/u.test(groups.value)) return null;
  const start = text.indexOf(groups.value, text.indexOf('\n', at));
  return value(text, start, start + groups.value.length, 'setting');
}

function readElement(text: string, at: number): Value | null {
  const found = matchAt(bare, text, at)?.[0];
  if (!found || !text.startsWith('</', at + found.length)) return null;
  return value(text, at, at + found.length, 'quoted');
}

function value(text: string, start: number, end: number, standing: Standing): Value {
  const follows = text.slice(end, end + 40).split(/[\r\n]/, 1)[0] ?? '';
  return { text: text.slice(start, end), start, end, standing, follows };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
