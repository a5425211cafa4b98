import { readFactorLine } from '#shared/rules/ideation/market-figures.ts';

type Link = { name: string; url: string };

/** A part of a section that is drawn in its own way; `from` is where it begins in the section. */
export type SectionPiece = { from: number } & (
  | { kind: 'text'; text: string }
  | { kind: 'title'; text: string }
  | { kind: 'market' }
  | { kind: 'links'; links: Link[] }
);

/**
 * A section cut into what the drawing treats apart: field titles, the lines of the market's worksheet (all at the place
 * of the first) and runs of lines that are links alone.
 */
export function sectionPieces(text: string): SectionPiece[] {
  const pieces: SectionPiece[] = [];
  let from = 0;
  const hasMarket = isWorksheet(text);
  const add = (piece: SectionPiece) => pieces.push(piece);
  for (const line of text.split('\n')) {
    const last = pieces.at(-1);
    const title = line.match(/^\*\*([^*]+):\*\*\s*$/)?.[1];
    const links = linksIn(line);
    if (hasMarket && isMarketLine(line)) {
      if (pieces.every(({ kind }) => kind !== 'market')) add({ kind: 'market', from });
    } else if (title) add({ kind: 'title', text: title, from });
    else if (links && last?.kind === 'links') last.links.push(...links);
    else if (links) add({ kind: 'links', links, from });
    else if (last?.kind === 'text') last.text += `\n${line}`;
    else if (line.trim() !== '') add({ kind: 'text', text: line, from });
    from += line.length + 1;
  }
  return pieces;
}

/** The three factors of the whole market are all there. */
function isWorksheet(text: string): boolean {
  const found = new Set(text.split('\n').map((line) => readFactorLine(line)?.factor));
  return found.has('population') && found.has('share') && found.has('price');
}

/** A factor, or the line of arithmetic above the factors. */
function isMarketLine(line: string): boolean {
  return readFactorLine(line) !== null || /^\*\*(?:TAM|SAM)\b[^*]*:\*\* [^.]*×[^.]*$/.test(line);
}

const link = /\[([^\]]+)\]\((https?:[^)\s]+)\)/;
const linkLine = new RegExp(`^[-*] ${link.source}(?:, ${link.source})*\\s*$`);

function linksIn(line: string): Link[] | null {
  if (!linkLine.test(line)) return null;
  return [...line.matchAll(new RegExp(link, 'g'))].map(([, name = '', url = '']) => {
    return { name, url };
  });
}
