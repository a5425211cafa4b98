import { secretKinds } from './secret-kinds.data.ts';
import { markOf, markPattern } from './secret-mark.ts';
import { findPhrases } from './secret-phrases.ts';
import { plainLook } from './secret-plain-text.ts';
import { findPrivateKeys } from './secret-private-keys.ts';
import { apartFrom, joinRanges, rangesOf, type SecretRange } from './secret-ranges.ts';
import { isStandIn } from './secret-stand-in.ts';
import { isSecretValue, looksRandom, type SecretContext } from './secret-value.ts';
import { doubtfulNames, openNames, secretNames, sessionCookie, settingCookie } from './secret-words.data.ts';

/** How many secrets of one kind were taken out of a text. */
export type FoundSecrets = { kind: string; count: number };

/**
 * Takes keys, tokens and passwords out of a text and says in their place what was there: `[masked: Stripe key]`. All
 * that is around stays. Masked text stays as it is, and so do placeholders, ids and hashes. Takes time in proportion to
 * the text, whatever it holds.
 */
export function maskSecrets(text: string): { text: string; found: FoundSecrets[] } {
  const counts = new Map<string, number>();
  let masked = text;
  // Secrets hidden by a neighbour are found in the next round.
  for (let round = 0; round < mostRounds; round++) {
    const secrets = findSecrets(masked);
    if (secrets.length === 0) break;
    for (const { kind } of secrets) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    masked = putMarks(masked, secrets);
  }
  return { text: masked, found: Array.from(counts, ([kind, count]) => ({ kind, count })) };
}

/** So that a text that is made for it can't keep this busy. */
const mostRounds = 4;

function putMarks(text: string, secrets: SecretRange[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { kind, start, end } of secrets) {
    pieces.push(text.slice(at, start), markOf(kind));
    at = end;
  }
  return [...pieces, text.slice(at)].join('');
}

function findSecrets(given: string): SecretRange[] {
  const { text, placeOf } = plainLook(given);
  const known = secretKinds
    .filter(({ hints }) => hints.some((hint) => text.includes(hint)))
    .flatMap(({ kind, pattern, isOne }) =>
      rangesOf(text, kind, pattern).filter(({ start, end }) => {
        const secret = text.slice(start, end);
        return !isStandIn(secret) && (isOne?.(secret) ?? true);
      }),
    );
  const finders = [findPrivateKeys, findAssignments, findPhrases, findHeaders, findCommands];
  const all = [...known, ...finders.flatMap((find) => find(text))];
  const marks = Array.from(text.matchAll(markPattern), ({ 0: whole, index }) => ({
    start: index,
    end: index + whole.length,
  }));
  return joinRanges(apartFrom(marks, all)).map((range) => ({
    ...range,
    start: placeOf(range.start),
    // Up to the last sign of it, not to the one after.
    end: placeOf(range.end - 1) + 1,
  }));
}

/** Passwords that are typed after a command. The looks back are bounded, so that no line is read again and again. */
function findCommands(text: string): SecretRange[] {
  return commands
    .filter(({ hint }) => text.includes(hint))
    .flatMap(({ kind, pattern }) => rangesOf(text, kind, pattern))
    .filter(({ start, end }) => !isStandIn(text.slice(start, end)));
}

const commands: readonly { kind: string; hint: string; pattern: RegExp }[] = [
  {
    // Of a user and a group, such as `--user 1000:1000` or `-u www:data`, only where a web address is asked.
    kind: 'password',
    hint: 'http',
    pattern:
      /(?<before>(?<=(?<!\w)(?:curl|wget|http|https|xh)(?!\w)[^\r\n]{0,200})[ \t](?:-u|--user)[ =]?["']?[^\s:"'$]{1,100}:)[^\s"']{2,200}/g,
  },
  {
    kind: 'password',
    hint: '-u',
    pattern:
      /(?<before>[ \t](?:-u|--user)[ =]?["']?[^\s:"'$]{1,100}:)(?=\S{0,60}\d)(?=\S{0,60}[a-z])[^\s"']{6,200}/gi,
  },
  {
    kind: 'password',
    hint: '-p',
    pattern:
      /(?<before>(?<=(?<!\w)(?:mysql|mysqldump|mysqladmin|mariadb)(?!\w)[^\r\n]{0,200})[ \t]-p["']?)[^\s"'-][^\s"']{2,200}/g,
  },
  {
    kind: 'password',
    hint: 'sshpass',
    pattern: /(?<before>(?<!\w)sshpass[ \t]{1,4}-p[ \t]{0,4}["']?)[^\s"']{3,200}/g,
  },
  {
    kind: 'password',
    hint: ' -p',
    pattern:
      /(?<before>(?<=(?<!\w)(?:docker|podman|helm|az|oc)[ \t][^\r\n]{0,20}login(?!\w)[^\r\n]{0,120})[ \t]-p[ \t=]["']?)[^\s"']{4,200}/g,
  },
  {
    // Of a Dockerfile.
    kind: 'secret',
    hint: 'ENV ',
    pattern:
      /(?<before>(?<![^\r\n])[ \t]{0,8}ENV[ \t]{1,4}\w{0,60}(?:PASSWORD|PASS|SECRET|TOKEN|KEY)[ \t]{1,4}["']?)[^\s"'=]{4,300}/g,
  },
];

type Value = { text: string; start: number; end: number; context: SecretContext; follows: string };

/** The name that was read, and what binds it to the value. */
type Binding = { from: number; whole: string };

/** The value that is at a place after a name; null when there is none. */
function readValue(text: string, at: number, binding: Binding): Value | null {
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
  return { ...read, end: read.end + rest.length, context: isSetting ? 'setting' : 'said' };
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
/** Signs that a password may continue with, beyond those that mostly end a value. */
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

function value(text: string, start: number, end: number, context: SecretContext): Value {
  const follows = text.slice(end, end + 40).split(/[\r\n]/, 1)[0] ?? '';
  return { text: text.slice(start, end), start, end, context, follows };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/**
 * Values that are known by their name: `password: …`, `"apiKey": "…"`, `SECRET_KEY=…`, `?token=…`, `--password …`,
 * `<password>…</password>`. The name may be of any case, with any separators, and at the end of a path.
 */
function findAssignments(text: string): SecretRange[] {
  const found: SecretRange[] = [];
  name.lastIndex = 0;
  for (let match = name.exec(text); match; match = name.exec(text)) {
    const said = match[1] ?? '';
    const weight = weigh(said);
    if (!weight) continue;
    const at = name.lastIndex;
    const value = readValue(text, at, { from: match.index, whole: match[0] });
    // Without a value another name may follow: `password: token=…`.
    if (!value || !isSecretValue(value.text, value.context, value.follows)) continue;
    if (weight === 'doubtful' && !looksRandom(value.text)) continue;
    if (weight === 'short' && !isPass(text, match.index, match[0], value)) continue;
    if (/pwd$/i.test(said) && /^[/~.]|^[A-Z]:/.test(value.text)) continue;
    found.push({ kind: kindOf(said), from: match.index, start: value.start, end: value.end });
    name.lastIndex = value.end;
  }
  return found;
}

/** A name with what binds it to a value. The name ends where its run of letters does, so that no run is read twice. */
const name =
  /(?<![\w$.-])[$@]?((?:--)?[A-Za-z_][\w.ñ-]{1,120})(?:\\?["'`]?\]?[ \t]{0,8}(?:\??:[ \t]{0,4}(?:string|str|String)[ \t]{1,4}=(?![=>~])|:=|=>|=(?![=>~])|:(?!:))|(?<=--[\w-]{1,40})[ \t]|(?<=define\([ \t]?["']\w{1,60})["'][ \t]?,|>)[ \t]{0,8}/g;

/** `pass` alone also counts tests: it is a password when it is quoted, set, or is beside a user. */
function isPass(
  text: string,
  from: number,
  whole: string,
  value: { text: string; context: string },
): boolean {
  if (value.context === 'quoted' || value.context === 'variable' || /=[ \t]*$/.test(whole)) return true;
  const before = text.slice(Math.max(0, from - 120), from);
  return /(?<!\w)(?:user\w{0,20}|log ?in|e-?mail|account)["']?[ \t]{0,4}[:=]/i.test(before);
}

function weigh(said: string): 'secret' | 'doubtful' | 'short' | null {
  const plain = said.toLowerCase().replace(/[^a-zñ0-9]/g, '');
  const endsIn = (end: string) => plain.endsWith(end);
  if (openNames.some(endsIn)) return null;
  if (secretNames.some(endsIn)) return 'secret';
  const lastWord = /(?:[A-Z]?[a-z]+|[A-Z]+)\d*$/.exec(said)?.[0].toLowerCase() ?? '';
  if (plain === 'pass') return 'short';
  if (plain.endsWith('pass') && !/(?:by|com|tres|encom|sur|over|under|im)pass$/.test(plain)) return 'secret';
  // A key alone is in every list of things.
  const isAlone = lastWord === 'key' && plain === 'key';
  return doubtfulNames.includes(lastWord) && !isAlone ? 'doubtful' : null;
}

/** Text of the mark: the reader should know the kind of the secret. */
function kindOf(said: string): string {
  if (/pass|pwd|pw$|kennwort|senha|contrase|wachtwoord/i.test(said)) return 'password';
  if (/secret$/i.test(said)) return 'secret';
  if (/key/i.test(said)) return 'key';
  return /tok|jwt|auth|sid$|sess/i.test(said) ? 'token' : 'secret';
}

/** Finds secrets in request headers that identify their sender. */
function findHeaders(text: string): SecretRange[] {
  return [...findAuthorization(text), ...findCookies(text)];
}

const header =
  /(?<![\w-])(?:proxy-)?authorization\\?["'`]?\]?[ \t]{0,4}[:=,][ \t]{0,4}\\?["'`]?(?:[A-Za-z][\w-]{1,30}[ \t]{1,4})?(?=[^\s"'`,;<>{}()$]{6,})/gi;
const credential = /(?:(?!\[masked: )[^\s"'`,;<>{}()\\]){6,4000}/y;

/** `Authorization: Bearer …`, whatever the scheme. */
function findAuthorization(text: string): SecretRange[] {
  return Array.from(text.matchAll(header)).flatMap((match) => {
    const start = match.index + match[0].length;
    credential.lastIndex = start;
    const value = credential.exec(text)?.[0] ?? '';
    if (isStandIn(value) || !/\d|=$|[a-z][A-Z]/.test(value.slice(0, 200))) return [];
    return [{ kind: 'token', from: match.index, start, end: start + value.length }];
  });
}

const cookieHeader =
  /(?<![\w-])(?:set-)?cookies?\\?["'`]?\]?[ \t]{0,4}[:=,][ \t]{0,4}\\?["'`]?(?=[\w.%-]{1,100}=)/gi;
const cookieLine = /[^\r\n"'`]{1,8000}/y;
const oneCookie = /(?<before>(?:^|[;,][ \t]{0,4})(?<name>[\w.%-]{1,100})=)(?<value>[^;,\s[\]]{8,4096})/g;

/** The values of cookies that keep somebody signed in. */
function findCookies(text: string): SecretRange[] {
  const found: SecretRange[] = [];
  let readTo = 0;
  for (const match of text.matchAll(cookieHeader)) {
    const at = match.index + match[0].length;
    if (at < readTo) continue;
    cookieLine.lastIndex = at;
    const line = cookieLine.exec(text)?.[0] ?? '';
    readTo = at + line.length;
    for (const { index, groups } of line.matchAll(oneCookie)) {
      const { before = '', name = '', value = '' } = groups ?? {};
      const start = at + index + before.length;
      if (!sessionCookie.test(name) || settingCookie.test(name) || isStandIn(value)) continue;
      found.push({ kind: 'session cookie', from: start, start, end: start + value.length });
    }
  }
  return found;
}
