import { standInWords, wordsBesideStandIns } from './secret-words.data.ts';

/**
 * True for what somebody puts where a secret belongs: `your-api-key`, `<token>`, `${SECRET}`, `***`. The whole value
 * has to be one: a password may well hold the word example.
 */
export function isStandIn(value: string): boolean {
  if (value.length > longest) return /^(.)\1+$/.test(value.slice(0, longest));
  const rest = value.replace(filledIn, '');
  if (rest !== value) return rest.length < 6 || isStandIn(rest);
  return forms.some((form) => form.test(value)) || isMadeOfStandIns(value);
}

const longest = 300;

/** Placeholders that a template fills in. */
const filledIn = /\$?\{\{[^{}]*\}\}|[$#]\{[^{}]*\}|<[^<>]*>/g;

const forms: readonly RegExp[] = [
  /^[\W_]+$/,
  /^(.)\1+$/,
  // Cut or crossed out, also behind the beginning of a key: `sk_live_…`, `sk-xxxxxxxx`, `xxxx-xxxx`.
  /^(?:[a-z\d]{2,12}[-_]){0,4}(?:[x*•.…#_-]{3,}|…)$/i,
  /^(?:[a-z\d]{2,8}[-_]){1,4}\w{0,8}(?:\.{3}|…|[*•]{3,}\w{0,4})$/i,
  // Said in brackets: `[FILTERED]`, `(hidden)`.
  /^[[({]+[\p{L} _:-]*[\])}]+$/u,
  // A variable of a shell, of PHP, of Windows.
  /^\$(?:\([^()]*\)|[A-Z_][A-Z0-9_]*|pass|pwd|pw|(?:[a-z]+_)*(?:password|passwd|secret|token|key)|[a-z]+(?:Password|Token|Secret|Key))$/,
  /^%[A-Z_][A-Z0-9_]*%$/,
  // The examples of a vendor's manuals.
  /^A[KS]IA[A-Z0-9]{9}EXAMPLE$|\/bPxRfiCYEXAMPLEKEY$/,
];

/** `your_openai_key`, `insert-token-here`, `changeme`, `sk_test_your_key_here`: words alone that ask for another value. */
function isMadeOfStandIns(value: string): boolean {
  const words = value
    .replace(/^(?:sk|pk|rk)[-_](?:(?:test|live|ant|proj)[-_])?/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[-_.\s/]+/)
    .filter((word) => word !== '');
  const asks = /^(?:your|insert|replace|enter|paste)$/.test(words[0] ?? '');
  const isPlain = (word: string) =>
    standInWords.has(word) ||
    (words.length > 1 && (wordsBesideStandIns.has(word) || (asks && /^(?:\p{L}+|\d{1,3})$/u.test(word))));
  return words.every(isPlain);
}
