import { isStandIn } from './secret-stand-in.ts';
import { codeRoots, plainWords, spokenOf } from './secret-words.data.ts';

/** Context of a value: quoted, alone in a setting (`NAME=value`, `name: value`), or in a sentence. */
export type SecretContext = 'quoted' | 'variable' | 'setting' | 'said';

/**
 * True when the value of a name like `password` is one that no one else may read, rather than code that reads it, the
 * label of a field or a sentence about it. `follows` is what comes after it on its line.
 */
export function isSecretValue(value: string, context: SecretContext, follows = ''): boolean {
  if (value.length < 4 || isStandIn(value) || plainWords.has(value.toLowerCase())) return false;
  // Those are found whole elsewhere.
  if (/^-----(?:BEGIN|END) /.test(value)) return false;
  if (context === 'quoted')
    return /\s/.test(value) ? !spokenOf.test(value) : !isLabel(value) && !isRule(value);
  // In a file of variables nothing is code but what a shell would run.
  if (context === 'variable') return !isLookup(value) && !/^[([]/.test(follows);
  if (isCode(value, follows) || isLabel(value) || /^https?:/i.test(value)) return false;
  if (context === 'setting') return true;
  if (/^\p{L}+$/u.test(value)) return isWord(value, follows);
  return isMixed(value, follows);
}

/**
 * True when a value is long and mixed enough to be a key: for names like `token`, which also stand before other things.
 */
export function looksRandom(value: string, least = 10): boolean {
  if (value.length < least || isStandIn(value) || /\s|^https?:|^[/.#]/.test(value)) return false;
  const digits = value.slice(0, 300).match(/\d/g)?.length ?? 0;
  return /[a-z]/i.test(value) && (digits >= 3 || (digits >= 1 && value.length >= 16));
}

/** Letters and digits, and not the name of a way to hash or encode. */
export function hasLettersAndDigits(value: string): boolean {
  return (
    value.length >= 6 &&
    /\p{L}/u.test(value) &&
    /\d/.test(value) &&
    !/^(?:sha-?\d+|md\d|bcrypt\d*|argon2\w*|base\d+|utf-?\d+|oauth\d|x509|ed25519|rs256|hs256|es256)/i.test(
      value,
    )
  );
}

/** `"password": "Password"` is the label of a field. */
function isLabel(value: string): boolean {
  return /^(?:[a-z]+\.)*(?:(?:current|new|confirm|old|repeat|forgot|your|the|user|enter)[_-]?)?(?:password|passwd|secret|token|api[_-]?key)s?(?:[_-]?(?:confirmation|confirm|again|hash))?$/i.test(
    value,
  );
}

/** Validation rules of a form: `required|min:8`. */
function isRule(value: string): boolean {
  return /^(?:required|nullable|sometimes|string|min|max|confirmed|filled|present)(?::[\w,.]+)?(?:\|[a-z_]+(?::[\w,.]+)?)+$/.test(
    value,
  );
}

/** A call, a path of properties, an environment's variable, or a variable that is named after what it holds. */
function isCode(value: string, follows: string): boolean {
  if (/^(?:[([]|\?\.|-?>)/.test(follows) || isLookup(value)) return true;
  if (/^(?:[a-z]+[A-Z]|[A-Z][a-z]+[A-Z]|[a-z]+_|[A-Z]+_)\w*$/.test(value) && namesSecret.test(value))
    return true;
  return /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+!?$/.test(value) && isPathOfCode(value);
}

const namesSecret =
  /(?:^|_|(?<=[a-z])(?=[A-Z]))(?:password|passwd|passphrase|pass|secret|token|api_?key|key|pwd|hash)(?![a-z\d])/i;

function isPathOfCode(value: string): boolean {
  const parts = value.replace(/[?!]/g, '').split('.');
  const last = parts.at(-1) ?? '';
  return (
    codeRoots.has(parts[0] ?? '') || namesSecret.test(last) || /^(?:value|text|current|data|env)$/.test(last)
  );
}

function isLookup(value: string): boolean {
  return /^(?:process\.env|import\.meta|os\.(?:environ|getenv)|ENV\[|env\(|getenv\(|Deno\.env|Bun\.env)/.test(
    value,
  );
}

/**
 * A word alone at the end of what is said, and none that tells how the password is (`my password is expired`).
 */
function isWord(value: string, follows: string): boolean {
  return value.length >= 5 && endsHere.test(follows) && !/(?:ed|ing|ly|able|ible|ful|less|ical)$/.test(value);
}

const endsHere = /^[ \t]*(?:$|[.!?;,)](?:\s|$))/;

/** Not a word with a hyphen, a small number or a range of them. */
function isMixed(value: string, follows: string): boolean {
  if (/^[\d.,:%–-]+$/.test(value))
    return /^\d{4,}$/.test(value) && (value.length >= 6 || endsHere.test(follows));
  const words = /^\p{L}+(?:[/'’-]\p{L}+)+$/u.test(value) ? value.split(/[/'’-]/).length : 0;
  if (words > 0) return words > 3 && endsHere.test(follows);
  return !/^\d+[a-z]{1,3}$|^[a-z]+\d*-[a-z]+ed$/i.test(value);
}
