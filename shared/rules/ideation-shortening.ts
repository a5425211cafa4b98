import { splitSections } from './ideation-sections.ts';
import { cutText, shortenedMark } from './reply-cut.ts';

const longestTitle = 100;

/**
 * The sections in at most `room` UTF-16 units; unchanged when they fit. Titles stay and short sections stay whole;
 * the others get equal room, and each that is cut ends with the line '[shortened]'.
 */
export function shortenSections(content: string, room: number): string {
  if (content.length <= room) return content;
  const sections = splitSections(content);
  const titles = sections.map(({ title }) =>
    title === '' ? '' : `### ${title.slice(0, longestTitle).toWellFormed()}\n\n`,
  );
  const fixed = titles.join('\n\n').length;
  // A page of titles alone leaves nothing to share.
  if (fixed + sections.length * shortenedMark.length > room) return cutText(content, room);
  const shares = fairShares(
    sections.map(({ text }) => text.length),
    room - fixed,
  );
  return sections
    .map(({ text }, index) => `${titles[index]}${cutText(text, shares[index] ?? 0)}`)
    .join('\n\n');
}

/** What each of the lengths may take of the room: all of it when it is short, else an equal share of what is left. */
function fairShares(lengths: number[], room: number): number[] {
  const shares: number[] = lengths.map(() => 0);
  const order = lengths.map((_, index) => index).sort((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0));
  let left = room;
  order.forEach((index, place) => {
    const share = Math.min(lengths[index] ?? 0, Math.floor(left / (order.length - place)));
    shares[index] = share;
    left -= share;
  });
  return shares;
}
