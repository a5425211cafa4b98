import type { SecretRange } from './secret-ranges.ts';
import { hasLettersAndDigits, isSecretValue, looksRandom } from './secret-value.ts';

/** Finds secrets in sentences: `my password is hunter2`, `the api key for staging is "…"`, `user ada pass hunter2`. */
export function findPhrases(text: string): SecretRange[] {
  return [...findSaid(text), ...findTold(text), ...findKeys(text), ...findForeign(text)];
}

/** Names, what may stand between a name and its verb, and the verb. */
const said =
  /(?<![\w-])(pass ?words?|passwd|pwd|pw|pass ?phrase|pass ?code|api[ -]?keys?|secret(?: key)?|access (?:key|token)|auth token|api token|credentials?)(?![\w-])(?:(?:[ \t]+(?:for|of|to|on|in|at|from|there|here|i|we|you|provided|below|again|now|currently)(?:[ \t]+(?!is\b|was\b|are\b)[\w@./-]{1,24}(?:'s)?){0,3}?)?[ \t]{0,4}(?<verb>(?<!\w)(?:is|was|are)\b|:(?!\/\/)|→|->)[ \t]{0,4}(?:(?:now|still|just|set to|simply)[ \t]+)?|[ \t]+)(?<quote>["'`]?)/gi;

function findSaid(text: string): SecretRange[] {
  return Array.from(text.matchAll(said)).flatMap((match) => {
    const { verb, quote } = match.groups ?? {};
    const value = readWord(text, match.index + match[0].length, quote ?? '');
    if (/^(?:https?:|[/~.])/.test(value.text)) return [];
    if (!isSecretValue(value.text, quote ? 'quoted' : 'said', value.follows)) return [];
    if (!verb && !hasLettersAndDigits(value.text)) return [];
    return [{ kind: kindOf(match[1] ?? ''), from: match.index, start: value.start, end: value.end }];
  });
}

/** A password right after a user: `user ada pass hunter2`, `email ada@x.example and password qwerty`. */
const told =
  /(?<![\w-])(?:user(?:name)?|log ?in|e-?mail)[ \t]{1,3}(?:is[ \t])?(?<who>[\w.+@-]{2,60}),?[ \t]{1,3}(?:(?:and|with)[ \t]{1,3})?(?:the[ \t]|my[ \t])?(?:pass(?:word|wd)?|pw|pwd)[ \t]{1,3}(?<quote>["'`]?)/gi;

function findTold(text: string): SecretRange[] {
  return Array.from(text.matchAll(told)).flatMap((match) => {
    const { who = '', quote = '' } = match.groups ?? {};
    const value = readWord(text, match.index + match[0].length, quote);
    const isSure = who.includes('@') || quote !== '' || hasLettersAndDigits(value.text);
    if (!isSure || !isSecretValue(value.text, quote ? 'quoted' : 'said', value.follows)) return [];
    return [{ kind: 'password', from: match.index, start: value.start, end: value.end }];
  });
}

/** Keys and tokens are so long that a sentence can't be meant. */
const keys =
  /(?<![\w-])(?:my|our|the|this|that|here's|private|secret|your)[ \t]{1,3}(?:\w{1,20}[ \t]{1,3})?(key|token|secret)(?:[ \t]{1,3}(?:is|was)|[ \t]{0,3}(?::|=|->|→))?[ \t]{1,3}(?<quote>["'`]?)/gi;

function findKeys(text: string): SecretRange[] {
  return Array.from(text.matchAll(keys)).flatMap((match) => {
    const value = readWord(text, match.index + match[0].length, match.groups?.quote ?? '');
    if (!looksRandom(value.text, 20) || /[/.][a-z]{2,5}$|\/\//.test(value.text)) return [];
    return [{ kind: kindOf(match[1] ?? ''), from: match.index, start: value.start, end: value.end }];
  });
}

const foreign =
  /(?<![\p{L}\w])(?:mot de passe|contraseña|senha|passwort|kennwort|wachtwoord|hasło|şifre|parola|пароль|密码|密碼|口令|パスワード|비밀번호)(?<verb>[ \t]{0,3}(?:[:=]|->|→)|[ \t]{1,3}(?:ist|lautet|est|es|é|is|это|-|—)[ \t]|是|は)[ \t]{0,4}(?<quote>["'`]?)/giu;

function findForeign(text: string): SecretRange[] {
  return Array.from(text.matchAll(foreign)).flatMap((match) => {
    const { verb = '', quote = '' } = match.groups ?? {};
    const value = readWord(text, match.index + match[0].length, quote);
    if (!isSecretValue(value.text, quote ? 'quoted' : 'said', value.follows)) return [];
    if (!quote && !/[:=]/.test(verb) && !hasLettersAndDigits(value.text)) return [];
    return [{ kind: 'password', from: match.index, start: value.start, end: value.end }];
  });
}

const word = /[^\s"'`<>()[\]{}|;&]{1,300}/y;

/** A word without the full stop of its sentence, or all that is between quotes. */
function readWord(text: string, start: number, quote: string) {
  const line = quote ? text.slice(start, start + 200).split(/[\r\n]/, 1)[0] : '';
  const closing = quote && line ? line.indexOf(quote) : -1;
  word.lastIndex = start;
  const found =
    closing > 0 ? (line ?? '').slice(0, closing) : (word.exec(text)?.[0].replace(/[.,:?…]+$/, '') ?? '');
  const end = start + found.length;
  return { text: found, start, end, follows: text.slice(end, end + 40).split(/[\r\n]/, 1)[0] ?? '' };
}

function kindOf(name: string): string {
  if (/pass|cred|pw/i.test(name)) return 'password';
  if (/key/i.test(name)) return 'key';
  return /token/i.test(name) ? 'token' : 'secret';
}
