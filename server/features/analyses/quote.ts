/** Longest quote, in UTF-16 units before the ellipsis. */
const quoteLength = 100;

/**
 * Words that somebody typed, in curly quotes with the numbers of their answers: `“one more thing to check” (#7)`.
 * Verbatim, but for curly quotes, up to the end of its first line or of a word, with an ellipsis where it is cut.
 */
export function quote(answer: string, numbers: number[]): string {
  // Curly quotes inside would end ours, and what follows would look like a claim.
  const text = answer.trim().replace(/[“”]/g, '"');
  const [line = ''] = text.split(/[\r\n\u2028\u2029]/, 1);
  const cut = cutAtWord(line, quoteLength);
  const words = cut === line && line.length < text.length ? `${line.trimEnd()}…` : cut;
  return `“${isolate(words)}” (${numbers.map((number) => `#${number}`).join(', ')})`;
}

/** The text, or its beginning up to a word's end within `length` and an ellipsis; never half a character. */
export function cutAtWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const space = text.slice(0, length + 1).search(/\s\S*$/);
  const end = space > length / 2 ? space : endOfCharacter(text, length);
  return `${text.slice(0, end).trimEnd()}…`;
}

// Emoji of several code points and letters with combining marks stay whole.
function endOfCharacter(text: string, length: number): number {
  let end = 0;
  for (const { index, segment } of characters.segment(text.slice(0, length + 40))) {
    if (index + segment.length > length) break;
    end = index + segment.length;
  }
  return end;
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

// Right-to-left words and direction marks must not turn the sentence around them.
function isolate(words: string): string {
  return turnsDirection.test(words) ? `\u2068${words}\u2069` : words;
}

const turnsDirection =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
