/** A part of a Markdown text that can be drawn alone, and where in the text it begins. */
export type MarkdownPiece = { text: string; from: number; isPlain: boolean };

/**
 * Cuts a long text where a heading or a new block begins: what did not change need not be drawn anew, and what is
 * slow to read (Markdown takes time by the square in places) stays short.
 */
export function markdownPieces(text: string): MarkdownPiece[] {
  const pieces: MarkdownPiece[] = [];
  let from = 0;
  let at = 0;
  let isFenced = false;
  const cut = () => {
    const piece = text.slice(from, at);
    if (piece.trim() !== '') pieces.push({ text: piece, from, isPlain: nestedTooDeep.test(piece) });
    from = at;
  };
  for (const line of linesOf(text)) {
    const isBlock = !isFenced && (/^#{1,6}\s/.test(line) || (at - from > enough && isAfterBlank(text, at)));
    if (isBlock || at - from + line.length > most) cut();
    if (/^\s{0,3}(```|~~~)/.test(line)) isFenced = !isFenced;
    at += line.length;
  }
  cut();
  return pieces;
}

const enough = 3000;
const most = 6000;

// Each level is a call inside a call for whoever reads it: thousands of them end the page.
const nestedTooDeep = /^[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]*){16}/m;

function* linesOf(text: string): Generator<string> {
  for (const [line] of text.matchAll(/[^\n]*\n|[^\n]+$/g)) {
    for (let start = 0; start < line.length; start += most) yield line.slice(start, start + most);
  }
}

function isAfterBlank(text: string, at: number): boolean {
  return /\n[ \t]*\r?\n$/.test(text.slice(Math.max(0, at - 40), at));
}
