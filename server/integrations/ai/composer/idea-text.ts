const longestRead = 320;

/** The idea on one line, as typed but for markup, control characters and runs of space. */
export function plainIdea(idea: string): string {
  return idea
    .slice(0, 10_000)
    .toWellFormed()
    .replace(/<(script|style)\b[^<>]*>[^<]*(<\/\1\s*>)?/gi, ' ')
    .replace(/<\/?[a-z!][^<>]{0,500}>/gi, ' ')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The idea's sentences in order, each short enough to read, those that try to give orders left out. */
export function sentencesOf(plain: string): string[] {
  const sentences = plain
    .slice(0, 4000)
    .split(/(?<=[.!?…])\s+(?=[^a-z])|\s+[•·|]\s+|;\s+/u)
    .map((sentence) => shorten(sentence.replace(/^[\s"“”'«»–—-]+|[\s"“”'«».!?…;:,–—-]+$/gu, ''), longestRead))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  const harmless = sentences.filter((sentence) => !orders.test(sentence));
  return (harmless.length > 0 ? harmless : sentences).slice(0, 6);
}

/** Whether the sentence reads as English: enough of its small words are. */
export function isEnglish(sentence: string): boolean {
  const words = sentence.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.length === 0 || words.some((word) => /[^\p{Script=Latin}]/u.test(word))) return false;
  if (words.some((word) => foreignWords.has(word))) return false;
  return (
    words.length < 4 ||
    words.some((word) => englishWords.has(word)) ||
    !/[^a-z]/.test(words.join('').replaceAll('café', 'cafe'))
  );
}

/** The text, cut between words and marked with an ellipsis when longer than `limit`. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text
    .slice(0, limit - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '');
  return `${cut.replace(/\s+\S*$/u, '') || cut}…`;
}

const orders =
  /\b(ignore|disregard|forget)\b.{0,40}\b(above|previous|prior|earlier|instructions?|prompts?|rules)\b|\bsystem prompt\b|\byou are now\b|\breply (only )?with\b|\brespond (only )?with\b/i;

const englishWords = new Set(
  'a an the for that to with and of in on who where which help helps their your my by from at is are people app'.split(
    ' ',
  ),
);

// Small words of other languages that English sentences hardly ever hold.
const foreignWords = new Set(
  `der und eine ein ist nicht mit für auf zum zur wer wie une les des pour avec qui dans est aux sur el los las una
  que para con por uma não com het een voor niet della gli che per sono och att som för nie się dla ve için bir`.split(
    /\s+/,
  ),
);
