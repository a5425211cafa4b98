/** Longest quote, in UTF-16 units before the ellipsis. */
const quoteLength = 140;

/**
 * Words that somebody typed, in curly quotes with the numbers of their answers: `“one more thing to check” (#7)`.
 * Verbatim up to where it is cut, which is at the end of a line or a word and shown by an ellipsis. When `term` (in
 * lower case) stands late in a long answer, the quote begins with the sentence that holds it.
 */
export function quote(answer: string, numbers: number[], term = ''): string {
  const text = answer.trim();
  const start = startOfSentence(text, term);
  const rest = text.slice(start);
  const [line = ''] = rest.split(/[\r\n\u2028\u2029]/, 1);
  const cut = cutAtWord(line, quoteLength);
  const words = cut === line && line.length < rest.length ? `${line.trimEnd()}…` : cut;
  return `“${isolate(`${start > 0 ? '…' : ''}${words}`)}” (${numbers.map((number) => `#${number}`).join(', ')})`;
}

/** The text, or its beginning up to a word's end within `length` and an ellipsis; never half a character. */
export function cutAtWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const space = text.slice(0, length + 1).search(/\s\S*$/);
  const end = space > length / 2 ? space : endOfCharacter(text, length);
  return `${text.slice(0, end).trimEnd()}…`;
}

function startOfSentence(text: string, term: string): number {
  const at = term === '' || text.length <= quoteLength ? -1 : text.toLowerCase().indexOf(term);
  if (at < quoteLength - term.length) return 0;
  const before = text.slice(0, at);
  return before.length - (before.match(/[^.!?\r\n]*$/)?.[0].trimStart().length ?? 0);
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
