import { markOf, markPattern } from './secret-mark.ts';
import { type SecretPattern, secretPatterns } from './secret-patterns.data.ts';

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

/** Place of a secret in a text; `from` is the start of the name or scheme that gave it away. */
type Found = { kind: string; from: number; start: number; end: number };

function putMarks(text: string, secrets: Found[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { kind, start, end } of secrets) {
    pieces.push(text.slice(at, start), markOf(kind));
    at = end;
  }
  return [...pieces, text.slice(at)].join('');
}

function findSecrets(given: string): Found[] {
  const { text, placeOf } = plainLook(given);
  const known = secretPatterns.flatMap((one) => findByPattern(text, one));
  const marks = Array.from(text.matchAll(markPattern), ({ 0: whole, index }) => ({
    start: index,
    end: index + whole.length,
  }));
  return joined(apartFrom(marks, [...known, ...findNamed(text), ...findCookies(text)])).map((found) => ({
    ...found,
    start: placeOf(found.start),
    // Up to the last sign of it, not to the one after.
    end: placeOf(found.end - 1) + 1,
  }));
}

function findByPattern(text: string, { kind, pattern, isOne }: SecretPattern): Found[] {
  return Array.from(text.matchAll(pattern), (match) => {
    const start = match.index + (match.groups?.before?.length ?? 0);
    return { kind, from: match.index, start, end: match.index + match[0].length };
  }).filter(({ start, end }) => {
    const secret = text.slice(start, end);
    return !isPlaceholder(secret) && (isOne?.(secret) ?? true);
  });
}

/** In the order of the text; those that overlap become one, of the kind that begins first. */
function joined(all: Found[]): Found[] {
  const result: Found[] = [];
  for (const found of all.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last && found.start < last.end) last.end = Math.max(last.end, found.end);
    else result.push({ ...found });
  }
  return result;
}

/** Those that touch none of the marks, which are in the order of the text. */
function apartFrom(marks: { start: number; end: number }[], all: Found[]): Found[] {
  let next = 0;
  const apart = all
    .toSorted((a, b) => a.from - b.from)
    .filter((found) => {
      while ((marks[next]?.end ?? Number.POSITIVE_INFINITY) <= found.from) next++;
      return (marks[next]?.start ?? Number.POSITIVE_INFINITY) >= found.end;
    });
  const kept = new Set(apart);
  // In the order given: the first of two on one place names it.
  return all.filter((found) => kept.has(found));
}

const widthless = /[\u00ad\u200b-\u200f\u2060\ufeff]/;
const lookalikes = /[\u00a0\u2000-\u200a\u202f\u205f\u3000：＝＠‘’“-‟«»]/g;
const plainSigns: Record<string, string> = { '：': ':', '＝': '=', '＠': '@', '‘': "'", '’': "'" };

/**
 * A text with plain blanks, colons and quotes, and without signs of no width: they are pasted along from web pages and
 * chats, and would hide a secret that a reader sees. `placeOf` gives a place of it in the real text.
 */
function plainLook(text: string): { text: string; placeOf: (at: number) => number } {
  const plain = text.replace(lookalikes, (sign) => plainSigns[sign] ?? (/\s/.test(sign) ? ' ' : '"'));
  if (!widthless.test(plain)) return { text: plain, placeOf: (at) => at };
  const places: number[] = [];
  for (let place = 0; place < plain.length; place++)
    if (!widthless.test(plain.charAt(place))) places.push(place);
  return {
    text: plain.replace(new RegExp(widthless, 'g'), ''),
    placeOf: (at) => places[at] ?? text.length,
  };
}

const word =
  /(?:(?:api|secret|access|private|signing|encryption|master|account|auth|role)[ _-]?)?key(?:[_-]?(?:id|base))?|(?:(?:auth|access|api)[ _-]?)?token|pass ?words?|pass ?phrase|pass ?code|passwd|pass|pwd|pw|secret|credentials?|mnemonic|jwt|auth|salt|session(?:[_-]?id)?|connect\.sid|(?:php|j)sess(?:ion)?id/;
const sign = /:[ \t]{0,4}str(?:ing)?[ \t]{1,4}=(?![=>~])|:=|=>|->|→|=(?![=>~])|:(?!:|\/\/)/;
const about = /(?:[ \t]{1,4}(?:for|of|to|on|in|at|from)(?:[ \t]{1,4}[\w@./-]{1,24}(?:'s)?){1,3}?)?/;
const verb =
  /[ \t]{1,4}(?:is|was|are)[ \t]{1,4}(?:(?:now|still|just)[ \t]{1,4})?|[ \t]{0,4}:(?![:/])[ \t]{0,4}/;

/** The last word of a secret's name, and what binds it to the value. */
const named = new RegExp(
  String.raw`(?<word>${word.source})(?![\w-])` +
    String.raw`(?<binding>\\?["'\x60]?\]?[ \t]{0,8}\??(?:${sign.source})[ \t]{0,8}|["'][ \t]?,[ \t]{0,8}|>|${about.source}(?:${verb.source})|[ \t]{1,4})`,
  'gi',
);

/**
 * Values that are known by their name: `password: …`, `"apiKey": "…"`, `SECRET_KEY=…`, `?token=…`, `--password …`,
 * `<password>…</password>`, `my password is …`. The name may be of any case, with any separators, and end a path.
 */
function findNamed(text: string): Found[] {
  const found: Found[] = [];
  named.lastIndex = 0;
  for (let match = named.exec(text); match; match = named.exec(text)) {
    const { word = '', binding = '' } = match.groups ?? {};
    const above = text.slice(Math.max(0, match.index - 120), match.index);
    const prefix = /(?<![\w.$@-])[\w.$@-]*$/.exec(above)?.[0] ?? '';
    const name: Name = {
      written: prefix + word,
      word,
      plain: (prefix + word).toLowerCase().replace(/[^a-z0-9]/g, ''),
      binding,
      before: above.slice(0, above.length - prefix.length),
      from: match.index - prefix.length,
    };
    if (!isName(name)) continue;
    // Without a value another name may follow: `password: token=…`.
    const value = readValue(text, named.lastIndex, name);
    if (!value || !isSecret(name, value)) continue;
    found.push({ kind: kindOf(name.plain), from: name.from, start: value.start, end: value.end });
    named.lastIndex = value.end;
  }
  return found;
}

/** A name that ends in a word for secrets: `plain` is without case and separators, `before` is the text before it. */
type Name = { written: string; word: string; plain: string; binding: string; before: string; from: number };

/** `follows` is what comes after a value on its line. */
type Value = { text: string; start: number; end: number; context: Context; follows: string };

/** Quoted, set in a shell or a file of variables (`NAME=value`), alone in a setting (`name: value`), or in a sentence. */
type Context = 'quoted' | 'variable' | 'setting' | 'said';

/** Names that hold none, although they end like one that does. */
const openName =
  /(?:public|publishable|primary|foreign|cache|query|storage|sort|partition|translation|idempotency|object|row|hot|site|data|react|masked|mutation)key$|(?:forgot|show|reset|wrong|weak|invalid|missing|or)password$|(?:page|unexpected|invalid)token$|(?:by|com|sur|over|under|im)pass$/;

/** Names whose value is secret whatever it looks like; that of a mere `key` or `token` has to look random. */
const sureName =
  /(?:passwords?|passwd|passphrase|passcode|pass|pwd|pw|secret|mnemonic|connectsid|phpsessid|jsessionid|(?:api|secret|access|private|signing|encryption|master|account|auth|role)key|privatekeyid|secretkeybase|(?:auth|access|refresh|id|api|bot|bearer|session)token)$/;

function isName({ written, word, plain, binding, before }: Name): boolean {
  if (openName.test(plain)) return false;
  // A mere `key` has to begin where a word does: no `monkey`.
  const prefix = written.slice(0, -word.length);
  const beginsWord = !/[a-z]$/i.test(prefix) || (/[a-z]$/.test(prefix) && /^[A-Z]/.test(word));
  if (!sureName.test(plain) && !beginsWord) return false;
  if (/^["'][ \t]?,/.test(binding)) return /define\([ \t]?["']$/.test(before);
  // In a sentence, a name is one word.
  return /[:=>→]/.test(binding) || written.startsWith('--') || !/[_.$@-]/.test(written);
}

function isSecret(name: Name, value: Value): boolean {
  const { text, context, follows } = value;
  if (text.length < 4 || isPlaceholder(text) || isPlainWord(text)) return false;
  // A key is found whole elsewhere; a path is where the shell is.
  if (/^-----(?:BEGIN|END) /.test(text) || (/pwd$/.test(name.plain) && /^(?:[/~.]|[A-Z]:)/.test(text)))
    return false;
  if (context === 'quoted' ? isLabel(text) : isCode(text, follows, context === 'variable')) return false;
  if (!sureName.test(name.plain)) return isRandomValue(name, text);
  if (name.plain === 'pass' && !isPassword(name, context)) return false;
  if (!isBound(name) && !hasLettersAndDigits(text) && !isBesideAddress(name)) return false;
  if (context === 'quoted' || context === 'variable') return true;
  if (isLabel(text) || /^https?:/i.test(text)) return false;
  return context === 'setting' || isSaid(text, follows);
}

/** A key alone is in every list of things, and in a sentence: there it has to be somebody's, and long. */
function isRandomValue(name: Name, text: string): boolean {
  if (name.plain !== 'key' && (isFlag(name) || /[:=→>]/.test(name.binding))) return looksRandom(text, 10);
  const isOwned = /(?<!\w)(?:my|our|the|this|that|your|here's)[ \t]{1,3}(?:\w{1,20}[ \t]{1,3})?$/i;
  return looksRandom(text, 20) && isOwned.test(name.before);
}

const isFlag = ({ written }: Name) => written.startsWith('--');

/** False when only a blank is between a name and its value: then the value has to look like a password. */
const isBound = (name: Name) => isFlag(name) || name.binding.trim() !== '';

/** `ada@example.com and password qwerty`. */
const isBesideAddress = ({ before }: Name) => /\S@\S{2,60}[ ,]{1,3}(?:and |with )?$/i.test(before);

/** `pass` alone also counts tests: it is a password when it is quoted, set, or beside a user. */
function isPassword({ binding, before }: Name, context: Context): boolean {
  if (context === 'quoted' || /=[ \t]*$/.test(binding)) return true;
  return /(?<!\w)(?:user|log ?in|e-?mail|account)[^\r\n]{0,60}$/i.test(before);
}

/** Letters and digits, and not the name of a way to hash or encode. */
function hasLettersAndDigits(text: string): boolean {
  const isMethod = /^(?:sha-?\d+|md\d|bcrypt|argon2|base\d+|utf-?\d+|oauth\d|[rhe]s256)/i.test(text);
  return text.length >= 6 && /\p{L}/u.test(text) && /\d/.test(text) && !isMethod;
}

/** True for a word at the end of its sentence that does not tell how the password is, and for all but plain words. */
function isSaid(text: string, follows: string): boolean {
  const endsHere = /^[ \t]*(?:$|[.!?;,)](?:\s|$))/.test(follows);
  if (/^\p{L}+$/u.test(text))
    return text.length >= 5 && endsHere && !/(?:ed|ing|ly|able|ible|ful|less|ical)$/.test(text);
  if (/^[\d.,:%–-]+$/.test(text)) return /^\d{4,}$/.test(text) && (text.length >= 6 || endsHere);
  return !/^\p{L}+(?:[/'’-]\p{L}+)+$/u.test(text);
}

/** Text of the mark: the reader should know the kind of the secret. */
function kindOf(plain: string): string {
  if (/pass|pwd|pw$/.test(plain)) return 'password';
  if (/secret$/.test(plain)) return 'secret';
  if (/key/.test(plain)) return 'key';
  return /tok|jwt|auth|sid$|sess/.test(plain) ? 'token' : 'secret';
}

const quoted = /(\\?["'`])((?:(?!\1)[^\r\n\\]|\\(?!\1).){1,2000}?)\1/y;
/** A quote at the end of the text that is never closed: the rest was cut off. */
const openQuote = /(\\?["'`])[^\s"'`\\]{8,2000}(?![^\s])(?!\s*\S)/y;
const variable = /(?:(?!\[masked: )[^\s"'`]){1,2000}/y;
/** Up to the next setting or the end of what is around. */
const bare =
  /(?:(?!\[masked: |&[\w.-]{1,40}=|;[ \t]{0,4}[\w. ]{1,40}=|<\/|[,;)}\]]{1,8}(?:\s|$))[^\s"'`,(){}]){1,2000}/y;
/** A block of YAML, or a label with the value below it. */
const nextLine =
  /(?<block>[|>][+-]?)?[ \t]{0,20}\r?\n(?:[ \t]{0,20}\r?\n)?[ \t]{0,40}(?<value>(?!\[masked: |[-#{["'`<\\]|\w{1,60}=)[^\s:]{4,300})[ \t]{0,20}(?![^\r\n])/y;

/** The value at a place after a name; null when there is none. */
function readValue(text: string, at: number, { written, binding, before }: Name): Value | null {
  const valueAt = (start: number, end: number, context: Context): Value => {
    const follows = text.slice(end, end + 40).split(/[\r\n]/, 1)[0] ?? '';
    return { text: text.slice(start, end), start, end, context, follows };
  };
  const closed = matchAt(quoted, text, at);
  const [inQuotes, quote = ''] = closed ?? matchAt(openQuote, text, at) ?? [];
  if (inQuotes)
    return valueAt(at + quote.length, at + inQuotes.length - (closed ? quote.length : 0), 'quoted');
  const below = /:[ \t]*$/.test(binding) ? matchAt(nextLine, text, at)?.groups : undefined;
  // A word alone may as well be the next label, or a button.
  if (below?.value && (below.block || !/^\p{L}*$/u.test(below.value))) {
    const start = text.indexOf(below.value, text.indexOf('\n', at));
    return valueAt(start, start + below.value.length, 'setting');
  }
  const isQuery = binding === '=' && /[?&]$/.test(before);
  if (binding === '=' && /^[A-Z][A-Z0-9_]*$/.test(written) && !/[?&;]$/.test(before)) {
    const found = matchAt(variable, text, at)?.[0].replace(/[;,]$/, '');
    return found ? valueAt(at, at + found.length, 'variable') : null;
  }
  const found = matchAt(bare, text, at)?.[0];
  if (!found) return null;
  // A sentence goes on after the value; its full stop is no part of it.
  const value = valueAt(at, at + found.replace(/(?<![.?:;])[.?:;]+$/, '').length, 'said');
  if (binding === '>') return value.follows.startsWith('</') ? { ...value, context: 'quoted' } : null;
  const isSetting = /=[ \t]*$/.test(binding) || isQuery || isAlone(before, binding, value.follows);
  return { ...value, context: isSetting ? 'setting' : 'said' };
}

/** The name begins its line or a part of it, and the value ends it: `name: value`, `{name: value, …}`. */
function isAlone(before: string, binding: string, follows: string): boolean {
  return (
    /[:>→]/.test(binding) &&
    /(?:^|[\r\n{,(["'`;])[ \t>*-]{0,40}["'`$@]?$/.test(before) &&
    /^[ \t]*(?:$|[,;})\]"'`#<]|\/\/)/.test(follows)
  );
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const cookieHeader =
  /(?<![\w-])(?:set-)?cookies?\\?["'`]?\]?[ \t]{0,4}[:=,][ \t]{0,4}\\?["'`]?(?=[\w.%-]{1,100}=)/gi;
const cookieLine = /[^\r\n"'`]{1,8000}/y;
const oneCookie = /(?<before>(?:^|[;,][ \t]{0,4})(?<name>[\w.%-]{1,100})=)(?<value>[^;,\s[\]]{8,4096})/g;
const sessionCookie =
  /sess|sid$|^sid|auth|token|jwt|login|logged|remember|csrf|xsrf|ticket|secret|__secure-|__host-/i;
/** Cookies that only remember how something looks, although their names begin like those. */
const settingCookie = /(?:theme|lang|language|locale|tab|view|mode|color|tz|timezone|consent|banner|seen)$/i;

/** The values of cookies that keep somebody signed in. */
function findCookies(text: string): Found[] {
  const found: Found[] = [];
  let readTo = 0;
  for (const match of text.matchAll(cookieHeader)) {
    const at = match.index + match[0].length;
    if (at < readTo) continue;
    const line = matchAt(cookieLine, text, at)?.[0] ?? '';
    readTo = at + line.length;
    for (const { index, groups } of line.matchAll(oneCookie)) {
      const { before = '', name = '', value = '' } = groups ?? {};
      const start = at + index + before.length;
      if (!sessionCookie.test(name) || settingCookie.test(name) || isPlaceholder(value)) continue;
      found.push({ kind: 'session cookie', from: start, start, end: start + value.length });
    }
  }
  return found;
}

/** True when a value is long and mixed enough to be a key. */
function looksRandom(value: string, least: number): boolean {
  if (value.length < least || isPlaceholder(value) || /\s|^https?:|^[/.#]/.test(value)) return false;
  const digits = value.slice(0, 300).match(/\d/g)?.length ?? 0;
  return /[a-z]/i.test(value) && (digits >= 3 || (digits >= 1 && value.length >= 16));
}

/** True for words that stand where a value could: types, and how a password is. */
function isPlainWord(value: string): boolean {
  return plainWords.has(value.toLowerCase());
}

const plainWords = new Set(
  (
    'string text varchar char boolean number integer null undefined true false none void any unknown never object array ' +
    'buffer uint8array bytes cryptokey keyobject required optional empty missing invalid incorrect wrong correct right ' +
    'valid weak strong short long unset visible hidden safe secure insecure fine mandatory plaintext plain public private ' +
    'secret password token here there below above never always already still also lost gone sent broken kept same ' +
    'different unique common simple easy important sensitive active inactive blank stale fresh include omit same-origin ' +
    'async await input field label value disabled enabled hashed encrypted masked redacted filtered protected expired'
  ).split(' '),
);

/** The label of a field, a text of a form, or validation rules such as `required|min:8`. */
function isLabel(value: string): boolean {
  if (/\s/.test(value)) return spoken.test(value);
  return /^(?:[a-z]+\.)*(?:(?:current|new|confirm|old|repeat|forgot|your|the|user|enter)[_-]?)?(?:password|passwd|secret|token|api[_-]?key)s?(?:[_-]?(?:confirmation|confirm|again|hash))?$|^(?:required|nullable|string|min|max|confirmed)(?::[\w,.]+)?(?:\|[a-z_]+(?::[\w,.]+)?)+$/i.test(
    value,
  );
}

const spoken =
  /\b(?:pass(?:word|phrase)s?|secret|token|api key|credentials?|log ?in|sign in|enter|your|must|invalid|required|wrong|forgot|reset|at least|characters?|confirm|incorrect|please|missing|expired?|cannot|(?:do|does) not|don['’]t)\b/i;

/**
 * A call, a path of properties, a variable of the environment or one that is named after what it holds. In a file of
 * variables nothing is code but what a shell would run.
 */
function isCode(value: string, follows: string, isVariable: boolean): boolean {
  if (
    /^(?:process\.env|import\.meta|os\.(?:environ|getenv)|ENV\[|(?:get)?env\(|Deno\.env|Bun\.env)/.test(value)
  )
    return true;
  if (isVariable) return false;
  if (/^(?:\(|\?\.|-?>)/.test(follows) || /^[\w$.#?]+(?:\[|<\w+>$)|^\/\^/.test(value)) return true;
  if (/^(?:[a-z]+[A-Z]|[A-Z][a-z]+[A-Z]|[a-z]+_|[A-Z]+_)\w*$/.test(value) && secretName.test(value))
    return true;
  if (!/^[A-Za-z_$][\w$]*(?:\??\.#?[A-Za-z_$][\w$]*)+!?$/.test(value)) return false;
  return codeRoot.test(value) || secretName.test(value) || /\.(?:value|text|current|data|env)!?$/.test(value);
}

const secretName =
  /(?:^|[_.]|(?<=[a-z])(?=[A-Z]))(?:password|passwd|passphrase|pass|secret|token|api_?key|key|pwd|hash)(?![a-z\d])!?[^.]*$/i;

const codeRoot =
  /^(?:process|import|os|env|self|this|req(?:uest)?|res(?:ponse)?|c?te?xt?|context|props|state|values|form(?:Data)?|data|body|params|query|inputs?|args|opts|options|config|settings|cfg|secrets|vars|e|ev|event|[tz]|[yY]up|Joi|Schema|Type|DataTypes|Sequelize|mongoose|sa|window|document|localStorage|sessionStorage)\??\./;

/**
 * True for what somebody puts where a secret belongs: `your-api-key`, `<token>`, `${SECRET}`, `***`. The whole value
 * has to be one: a password may well hold the word example.
 */
function isPlaceholder(value: string): boolean {
  if (value.length > longestPlaceholder) return /^(.)\1+$/.test(value.slice(0, longestPlaceholder));
  const rest = value.replace(filledIn, '');
  if (rest !== value) return rest.length < 6 || isPlaceholder(rest);
  return placeholders.some((form) => form.test(value)) || isMadeOfPlaceholders(value);
}

const longestPlaceholder = 300;

/** Placeholders that a template fills in. */
const filledIn = /\$?\{\{[^{}]*\}\}|[$#]\{[^{}]*\}|<[^<>]*>/g;

const placeholders: readonly RegExp[] = [
  /^[\W_]+$/,
  /^(.)\1+$/,
  // Cut or crossed out, also behind the beginning of a key: `sk_live_…`, `sk-xxxxxxxx`, `xxxx-xxxx`.
  /^(?:[a-z\d]{2,12}[-_]){0,4}(?:[x*•.…#_-]{3,}|…)$/i,
  /^(?:[a-z\d]{2,8}[-_]){1,4}\w{0,8}(?:\.{3}|…|[*•]{3,}\w{0,4})$/i,
  // Said in brackets: `[FILTERED]`, `(hidden)`.
  /^[[({]+[\p{L} _:-]*[\])}]*$/u,
  // A variable of a shell, of PHP, of Windows.
  /^\$(?:\([^()]*\)|[A-Z_][A-Z0-9_]*|pass|pwd|pw|(?:[a-z]+_)*(?:password|passwd|secret|token|key)|[a-z]+(?:Password|Token|Secret|Key))$/,
  /^%[A-Z_][A-Z0-9_]*%$/,
  // The examples of a vendor's manuals.
  /^A[KS]IA[A-Z0-9]{9}EXAMPLE$|\/bPxRfiCYEXAMPLEKEY$/,
];

/** `your_openai_key`, `insert-token-here`, `changeme`, `sk_test_your_key_here`: words alone that ask for another value. */
function isMadeOfPlaceholders(value: string): boolean {
  const words = value
    .replace(/^(?:sk|pk|rk)[-_](?:(?:test|live|ant|proj)[-_])?/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[-_.\s/]+/)
    .filter((word) => word !== '');
  const asks = /^(?:your|insert|replace|enter|paste)$/.test(words[0] ?? '');
  return words.every(
    (word) =>
      placeholderWords.has(word) ||
      (words.length > 1 && (wordsBeside.has(word) || (asks && /^(?:\p{L}+|\d{1,3})$/u.test(word)))),
  );
}

/** Words that only say what belongs there, each alone. */
const placeholderWords = new Set(
  (
    'changeme placeholder example sample dummy todo tbd fixme redacted hidden masked filtered removed omitted secret ' +
    'token password passwd pass passphrase pwd key apikey value string text xxx'
  ).split(' '),
);

/** Words that stand beside those: `stripe_secret_key`, `change-me`. */
const wordsBeside = new Set(
  (
    'your my the a an some any this that it in of for to with from and goes here real actual own new old insert enter ' +
    'put replace add paste change me set fill type keys api id user username name email login app application db ' +
    'database client access auth jwt private public stripe openai anthropic supabase google github aws sendgrid twilio'
  ).split(' '),
);
