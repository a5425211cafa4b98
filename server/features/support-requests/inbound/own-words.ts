import { productName } from '#shared/rules/product.ts';

/** Words and addresses of ours in one thread: only what they prove to be ours is cut from a mail. */
export type OurWords = {
  /** Messages that we sent in the thread, and its request. */
  messages: string[];
  /** The letters that carried them, in each form. */
  letters: string[];
  /** The address of our sender or a signed one, without marks around it. */
  address: RegExp;
  /** Name of our sender. */
  name: string;
  /** Opens the thread in a link. */
  token: string;
};

/** Above this a mail is too long for a thread anyway, and comparing its lines takes long. */
const mostCompared = 200_000;

/**
 * A mail's text without our words behind a line that introduces them, without quotes that repeat them, and without our
 * secret links. Everything else stays: quotes of others, logs with `>`, rules, signatures, answers inside a quote.
 */
export function ownWords(text: string, ours: OurWords): string {
  // A database takes no NUL.
  const lines = text.replaceAll('\0', '').split(/\r\n|\r|\n/);
  const kept = text.length > mostCompared ? lines : lines.filter(keeps(lines, ours));
  return withoutLinks(kept.join('\n'), ours)
    .replaceAll(/\n[ \t]*(?:\n[ \t]*){2,}/g, '\n\n')
    .trim();
}

/** Also where a filter of links or a program that wraps lines changed them. */
export function withoutLinks(text: string, { token }: Pick<OurWords, 'token'>): string {
  const wrapped = new RegExp([...token].map(inAnyForm).join('(?:=?\\n[> \\t]*)?'), 'g');
  return text
    .replaceAll(wrapped, '')
    .split('\n')
    .map((line) => {
      if (!secretLink.test(line)) return line;
      const rest = line.replaceAll(/\S+/g, (run) => (secretLink.test(run) ? '[link]' : run));
      return /^[> \t]*\[link\][ \t]*$/.test(rest) ? '' : rest;
    })
    .join('\n');
}

/** A character as it is, or as filters of links write it: `%2D`, `%252D`, `-2D`. */
function inAnyForm(character: string): string {
  const [first, second] = character.charCodeAt(0).toString(16);
  return `(?:${RegExp.escape(character)}|[-%=](?:25)*${first}[${second}${second?.toUpperCase()}])`;
}

const [beforeToken, afterToken] = ['support-answer', 'token='].map((part) =>
  [...part].map(inAnyForm).join(''),
);
/** One filter writes `*` for every character that links escape. */
const secretLink = new RegExp(`${beforeToken}(?:\\*|${inAnyForm('#')})${afterToken}`, 'i');

function keeps(lines: string[], ours: OurWords): (line: string, at: number) => boolean {
  const bare = lines.map(plainLine);
  const isOfMessage = repeats(bare, ours.messages);
  const isOfLetter = repeats(bare, ours.letters);
  const isOurs = bare.map((line, at) => isOfMessage[at] || isOfLetter[at] || isLetterLine(line));
  const cut = new Set<number>();
  lines.forEach((line, at) => {
    if (isQuoted(line) && isOurs[at]) cut.add(at);
  });
  const quotes = findQuotes(lines, bare, ours);
  quotes.forEach(({ from, start, isSure }, place) => {
    const end = quotes[place + 1]?.from ?? lines.length;
    const behind = lines.map((_line, at) => at).slice(start, end);
    const isRepeated = behind.some((at) => isOfMessage[at] || isOfLetter[at]);
    const first = behind.find((at) => bare[at] !== '') ?? -1;
    const isKnown = isSure || isOfMessage[first];
    const isOfQuotedLetter = isOurs[first] && isQuoted(lines[first] ?? '');
    if (isKnown || isOfQuotedLetter) for (let at = from; at < start; at++) cut.add(at);
    if (!isKnown) return;
    const isMarked = isQuoted(lines[behind.find((at) => lines[at]?.trim()) ?? -1] ?? '');
    if (isRepeated && !isMarked) for (const at of behind) if (isOurs[at]) cut.add(at);
    if (!isRepeated) for (const at of isMarked ? untilAnswer(behind, lines) : behind) cut.add(at);
  });
  lines.forEach((line, at) => {
    if (isQuoted(line) && bare[at] === '' && (cut.has(at - 1) || cut.has(at + 1))) cut.add(at);
  });
  return (_line, at) => !cut.has(at);
}

/** Nothing that is known stands in it: the whole run of quoted lines. */
function untilAnswer(behind: number[], lines: string[]): number[] {
  const answer = behind.find((at) => lines[at]?.trim() && !isQuoted(lines[at] ?? ''));
  return behind.filter((at) => answer === undefined || at < answer);
}

const isQuoted = (line: string) => /^\s?>/.test(line);

/** A line without its marks of quotes, its spaces as one. */
function plainLine(line: string): string {
  return line
    .replace(/^[\s>]+/, '')
    .replaceAll(/[\s\u200b\ufeff]+/g, ' ')
    .trim();
}

/** A line of our letters that changes: the title above each message, when an answer is due, the link. */
function isLetterLine(line: string): boolean {
  return (
    /^About ".+":$/.test(line) ||
    /\bdue by:? \d{1,2} \w{3,4} \d{4}, \d{2}:\d{2} UTC\b/.test(line) ||
    (secretLink.test(line) && !line.includes(' '))
  );
}

/** From this length on a part of a line can't be somebody else's by chance. */
const longPart = 20;

/** Lines that are ours, also where a program wrapped or shortened them. */
function repeats(bare: string[], texts: string[]): boolean[] {
  const known = [...new Set(texts.flatMap((text) => text.split('\n').map(plainLine)))].filter(Boolean);
  const byBeginning = Map.groupBy(known, (line) => line.charAt(0));
  const found = bare.map((line) => line.length >= longPart && known.some((one) => one.includes(line)));
  bare.forEach((line, at) => {
    for (const one of (line && byBeginning.get(line.charAt(0))) || []) {
      const end = endOf(one, bare, at);
      if (end > at) found.fill(true, at, end);
    }
  });
  return found;
}

/** Programs wrap a line into few. */
const mostParts = 50;

/** First line behind one that is wrapped from `at` on; `at` when it does not stand there. */
function endOf(line: string, bare: string[], at: number): number {
  let rest = line;
  for (let next = at; next < Math.min(bare.length, at + mostParts); next++) {
    const part = bare[next] ?? '';
    if (part === '' || !rest.startsWith(part)) return at;
    rest = rest.slice(part.length).trimStart();
    if (rest === '') return next + 1;
  }
  return at;
}

/** Our words from `start` on, introduced from `from` on; not `isSure` if only our name introduces them. */
type Quote = { from: number; start: number; isSure: boolean };

function findQuotes(lines: string[], bare: string[], ours: OurWords): Quote[] {
  const quotes: Quote[] = [];
  for (let at = 0; at < lines.length; at++) {
    const quote = headersAt(lines, bare, at, ours) ?? introductionAt(lines, bare, at, ours);
    if (!quote || quote.from < (quotes.at(-1)?.start ?? 0)) continue;
    quotes.push(quote);
    at = quote.start - 1;
  }
  return quotes;
}

const endsInColon = (line: string) => /[:：]$/.test(line);

/** A sentence that names our sender and ends in a colon or above a quote; programs wrap it. */
function introductionAt(lines: string[], bare: string[], at: number, ours: OurWords): Quote | null {
  if (bare[at] === '') return null;
  let from = at;
  let words = bare[at] ?? '';
  const hasAddress = ours.address.test(words);
  const hasName = (text: string) => text.includes(productName) || text.includes(ours.name);
  if (!hasAddress && !hasName(words)) return null;
  // Our name is in front of our address, on the line above if that was wrapped.
  for (let above = 1; hasAddress && above <= 2 && !hasName(words); above++) {
    const wider = `${bare[at - above] ?? ''} ${words}`;
    if (bare[at - above] === '' || at < above) break;
    words = wider;
    if (hasName(words)) from = at - above;
  }
  let end = at + 1;
  while (end < at + 3 && !endsInColon(bare[end - 1] ?? '') && bare[end] && !isQuoted(lines[end] ?? ''))
    end += 1;
  const sentence = bare.slice(from, end).join(' ');
  const next = lines.slice(end).find((line) => line.trim()) ?? '';
  const isAboveQuote = isQuoted(next) && !isQuoted(lines[at] ?? '');
  const isSure = isSenderWithAddress(sentence, ours) || (hasAddress && isAboveQuote);
  if (endsInColon(sentence) && (isSure || hasTime.test(sentence))) return { from, start: end, isSure };
  return isAboveQuote && isSure ? { from, start: at + 1, isSure } : null;
}

/** Without an address only a time tells an introduction from a sentence about us. */
const hasTime = /\d{1,2}:\d{2}/;

/** Others may be called as our sender is, but not as the product. */
function isSenderWithAddress(text: string, { name, address }: OurWords): boolean {
  const ours = `${RegExp.escape(name)}"?\\s*[<\\[(]\\s*${address.source}`;
  return senderWithAddress.test(text) || new RegExp(ours, 'i').test(text);
}

const senderWithAddress = new RegExp(`${productName}"?\\s*[<\\[(]\\s*[^\\s@]+@[^\\s@]+`);

/** A header of a mail: `Von: Ada`, `*From:* Ada`, `差出人： Ada`. */
const header = /^\*?[\p{L}\p{M}][\p{L}\p{M} .'’-]{0,24}\s?[:：]\*?\s*(?<value>\S.*)$/u;

/** At least three headers, the first of them, or the one below a date, with our sender. */
function headersAt(lines: string[], bare: string[], at: number, ours: OurWords): Quote | null {
  if (!header.test(bare[at] ?? '')) return null;
  const values: string[] = [];
  let start = at;
  for (let next = at; next < lines.length && values.length < 8; next++) {
    const line = bare[next] ?? '';
    // Paragraphs of HTML have an empty line between them.
    if (line === '' && bare[at + 1] !== '') break;
    if (line === '') continue;
    const value = header.exec(line)?.groups?.value;
    if (value === undefined) break;
    values.push(value);
    start = next + 1;
  }
  const isDate = (value = '') => hasTime.test(value);
  const sender = isDate(values[0]) ? values[1] : values[0];
  if (values.length < 3 || !sender || !isSender(sender, ours)) return null;
  return { from: withRuleAbove(bare, at), start, isSure: true };
}

function isSender(value: string, { address, name }: OurWords): boolean {
  const named = value.replaceAll('"', '');
  return named.startsWith(productName) || named === name || address.test(value);
}

/** Programs draw a line above the headers. */
function withRuleAbove(bare: string[], at: number): number {
  let above = at - 1;
  while (above >= 0 && bare[above] === '') above -= 1;
  return /^(?:[-_]{5}|\*{5})/.test(bare[above] ?? '') ? above : at;
}
