import { readFactors } from '#shared/rules/ideation/market-figures.ts';

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
  const market = marketLines(text);
  const add = (piece: SectionPiece) => pieces.push(piece);
  for (const [at, line] of text.split('\n').entries()) {
    const last = pieces.at(-1);
    const title = line.match(/^\*\*([^*]+):\*\*\s*$/)?.[1];
    const links = linksIn(line);
    if (market.has(at)) {
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

/** Places of the worksheet's lines: the factors, and the two sizes above them. */
function marketLines(text: string): Set<number> {
  const factors = readFactors(text).map(({ at }) => at);
  if (factors.length === 0) return new Set();
  const sizes = text
    .split('\n')
    .flatMap((line, at) => (/^\*\*(?:TAM|SAM)\b[^*]*:\*\*/.test(line) ? [at] : []));
  return new Set([...factors, ...sizes]);
}

const link = /\[([^\]]+)\]\((https?:[^)\s]+)\)/;
const linkLine = new RegExp(`^[-*] ${link.source}(?:, ${link.source})*\\s*$`);

function linksIn(line: string): Link[] | null {
  if (!linkLine.test(line)) return null;
  return [...line.matchAll(new RegExp(link, 'g'))].map(([, name = '', url = '']) => {
    return { name, url };
  });
}
