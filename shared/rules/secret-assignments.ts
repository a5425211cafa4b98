import { readValue } from './secret-assigned-value.ts';
import type { SecretRange } from './secret-ranges.ts';
import { isSecretValue, looksRandom } from './secret-value.ts';
import { doubtfulNames, openNames, secretNames } from './secret-words.data.ts';

/**
 * Values that are known by their name: `password: …`, `"apiKey": "…"`, `SECRET_KEY=…`, `?token=…`, `--password …`,
 * `<password>…</password>`. The name may be of any case, with any separators, and at the end of a path.
 */
export function findAssignments(text: string): SecretRange[] {
  const found: SecretRange[] = [];
  name.lastIndex = 0;
  for (let match = name.exec(text); match; match = name.exec(text)) {
    const said = match[1] ?? '';
    const weight = weigh(said);
    if (!weight) continue;
    const at = name.lastIndex;
    const value = readValue(text, at, { from: match.index, whole: match[0] });
    // Where there is none, another name may stand: `password: token=…`.
    if (!value || !isSecretValue(value.text, value.standing, value.follows)) continue;
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

/** `pass` alone also counts tests: it is a password when it is quoted, set, or stands beside a user. */
function isPass(
  text: string,
  from: number,
  whole: string,
  value: { text: string; standing: string },
): boolean {
  if (value.standing === 'quoted' || value.standing === 'variable' || /=[ \t]*$/.test(whole)) return true;
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

/** What stands in the mark: the reader should know what was there. */
function kindOf(said: string): string {
  if (/pass|pwd|pw$|kennwort|senha|contrase|wachtwoord/i.test(said)) return 'password';
  if (/secret$/i.test(said)) return 'secret';
  if (/key/i.test(said)) return 'key';
  return /tok|jwt|auth|sid$|sess/i.test(said) ? 'token' : 'secret';
}
