import { markOf, markPattern } from './secret-mark.ts';
import { secretPatterns } from './secret-patterns.data.ts';

/** How many secrets of one kind were taken out of a text. */
export type FoundSecrets = { kind: string; count: number };

/**
 * Replaces keys, tokens and passwords by marks such as `[masked: Stripe key]`: what is known by its form
 * (`secret-patterns.data.ts`), and values that are given a name (`DB_PASSWORD=…`, `"apiKey": "…"`, `password is …`).
 * Placeholders stay, and so does text that is masked already. Takes time in proportion to the text.
 */
export function maskSecrets(text: string): { text: string; found: FoundSecrets[] } {
  const counts = new Map<string, number>();
  const mark = (kind: string) => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return markOf(kind);
  };
  let masked = text;
  // A secret that a neighbour hid shows in the next round.
  for (let round = 0, before = ''; round < mostRounds && masked !== before; round++) {
    before = masked;
    masked = maskNamed(maskKnown(masked, mark), mark);
  }
  return { text: masked, found: Array.from(counts, ([kind, count]) => ({ kind, count })) };
}

/** So that a text made for it can't keep this busy. */
const mostRounds = 4;

type Mark = (kind: string) => string;

/** Masks what is known by its form. */
function maskKnown(text: string, mark: Mark): string {
  return secretPatterns.reduce(
    (masked, { kind, pattern, isOne }) =>
      masked.replace(pattern, (whole, ...rest) => {
        const { before = '' } = groupsOf(rest);
        const secret = whole.slice(before.length);
        const isSecret = !isPlaceholder(secret) && (isOne?.(secret) ?? true);
        return isSecret ? before + mark(kind) : whole;
      }),
    text,
  );
}

/** Named groups come last among the arguments of a replacer. */
function groupsOf(rest: unknown[]): Record<string, string | undefined> {
  return rest.at(-1) as Record<string, string | undefined>;
}

/** A name that ends in a word for secrets, of any case and with any separators. */
const names =
  /(?<![\w$@.-])[\w$@.-]{0,60}?(?:pass(?:[ -]?(?:word|phrase|code)|wd)?|pwd|pw|secret|token|session(?:_?id)?|sid|key(?:_?id)?)(?![\w-])/gi;
/** Between a name and its value: `: `, `" => `, `>`, `', '` of a call, ` is `, or a blank after a flag. */
const binding =
  /\\?["'`]?\]?\s?(?:: string =|:=|=>|=|:|>)\s{0,4}|["'],[ \t]?|[ \t]{1,4}(?:(?:is|was)[ \t]{1,4})?/y;
const quotedValue = /(?<open>\\?["'`“])(?<value>[^"'`”\r\n\\]{4,300})\\?["'`”]/y;
const bareValue = /(?<value>[^\s"'`<]{4,300})/y;
/** The end of a value without quotes: at the next setting of its line, or before the signs that close a sentence. */
const valueEnd = /[;&,](?=[\w. -]{1,40}[=:]).*$|[,;:.?!)}\]]+$/;
/** In a file of variables (`DB_PASSWORD=…`) a value goes on to the next blank. */
const variableValue = /(?<value>[^\s"'`]{4,2000})/y;

/** Masks values that are given a name for secrets, between the marks that are there already. */
function maskNamed(text: string, mark: Mark): string {
  const marks = text.match(markPattern) ?? [];
  const between = text.split(markPattern).map((part) => maskNamedWithin(part, mark));
  return between.map((part, place) => part + (marks[place] ?? '')).join('');
}

function maskNamedWithin(text: string, mark: Mark): string {
  let masked = '';
  let at = 0;
  for (const { 0: name, index } of text.matchAll(names)) {
    if (index < at) continue;
    const bound = matchAt(binding, text, index + name.length)?.[0] ?? '';
    const start = index + name.length + bound.length;
    const before = text.slice(Math.max(0, index - 12), index);
    const isVariable =
      /^(?:=|: )$/.test(bound) && /^[A-Z]+_[A-Z0-9_]+$|^[A-Z]+$/.test(name) && !/[?&;]$/.test(before);
    const quoted = bound.includes('\n') ? undefined : matchAt(quotedValue, text, start)?.groups;
    const found = quoted ?? matchAt(isVariable ? variableValue : bareValue, text, start)?.groups;
    const value = quoted || isVariable ? found?.value : found?.value?.replace(valueEnd, '');
    if (!bound || !value || (/,/.test(bound) && !/define\( ?["']$/.test(before))) continue;
    const from = start + (quoted?.open?.length ?? 0);
    const follows = text.slice(from + value.length, from + value.length + 40).split(/[\r\n]/, 1)[0] ?? '';
    if (!isSecret({ name, bound, value, isQuoted: Boolean(quoted), isVariable, follows })) continue;
    masked += text.slice(at, from) + mark(kindOf(name));
    at = from + value.length;
  }
  return masked + text.slice(at);
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

type NamedValue = {
  name: string;
  bound: string;
  value: string;
  isQuoted: boolean;
  isVariable: boolean;
  /** The rest of its line. */
  follows: string;
};

/** Names that hold no secret although they end like one that does. */
const openName =
  /(?:public|publishable|primary|forgot|show|reset|wrong|invalid|data)[_-]?(?:\w*key|password)$|(?:by|com|sur|im|mon|hot)(?:pass|key)$/i;
const passwordName = /(?:pass(?:[ -]?(?:word|phrase|code)|wd)?|pwd|pw|secret)$/i;
const keyName = /(?:api|secret|access|private|auth)[ _-]?key$/i;
/** Types, rules and paths: what follows such a name in a program. */
const notSecret =
  /^(?:string|text|varchar|char|boolean|required|optional|none|true|false|\d{1,3}|[/~].*|https?:.*|.*\|.*|\w+(?:\.\w+)*[([].*)$/i;

/** A label or text of a form: `Confirm_Password`, `Enter your password`. */
const label =
  /^(?:(?:current|new|confirm|old|forgot|your|user)[_-]?)?(?:pass(?:word|phrase)|secret|token)$|(?=.*\s)(?:pass(?:word|phrase)|secret|token|\bmust\b|required)/i;

function isSecret({ name, bound, value, isQuoted, isVariable, follows }: NamedValue): boolean {
  if (openName.test(name) || isPlaceholder(value) || notSecret.test(value)) return false;
  if (isVariable) return true;
  const isMixed = /\d/.test(value) && /[a-z]/i.test(value);
  const isSet = /[:=>]/.test(bound) || name.startsWith('--');
  if (isSet && keyName.test(name) && /^[\w+/-]{16,}={0,2}$/.test(value)) return true;
  if (!passwordName.test(name))
    return isMixed && /^\S+$/.test(value) && value.length >= (isSet && !/^key$/i.test(name) ? 12 : 20);
  if (isQuoted) return !label.test(value);
  if (!isSet || /^pass$/i.test(name))
    return (isMixed && value.length >= 6 && !/_/.test(value)) || /^\d{4,}$/.test(value);
  // A word alone is the value of a setting; more words are a sentence, a call or a path of properties is code.
  return (
    isMixed ||
    (/^[\w/-]+$/.test(value) && /^\s*(?:$|[,;}<])/.test(follows) && !/^[A-Z][a-z]+[A-Z]?/.test(value))
  );
}

function kindOf(name: string): string {
  if (/pass|pwd$|pw$/i.test(name)) return 'password';
  if (/secret$/i.test(name)) return 'secret';
  return /key(?:_?id)?$/i.test(name) ? 'key' : 'token';
}

/** Stands where a secret belongs: `your-api-key`, `<token>`, `${SECRET}`, `process.env.KEY`, `sk_test_…`, `****`. */
function isPlaceholder(value: string): boolean {
  return placeholder.test(value.slice(0, 300)) || value.includes('[masked:');
}

const placeholder =
  /^[\W_]+$|^(.)\1+$|[*•]{3}$|x{4}$|\.{3}$|…|^\$(?:\{.*\}|\(.*\)|[A-Z_][A-Z0-9_]*)$|^\{\{|^<|^%\w+%$|^[[(]\w+[\])]$|^(?:your|my|insert|enter|example|changeme|change-me|placeholder|null|none|undefined|password|secret|token)(?:$|[-_. ])|[-_]here$|EXAMPLE|^(?:process|import|os|env|req|request|config|settings|this|self)\./;
