/** From this Jaccard similarity on two replies are the same one said twice. */
const sameFrom = 0.6;

/** So much of a reply's words in a suggestion makes it a piece of that. */
const pieceFrom = 0.9;
/** So much of a text in a reply makes the rest of the reply padding. Facts, a link and the disclosure are less. */
const paddedFrom = 0.75;
// Shorter pieces, such as the disclosure or one fact, may well be taken over.
const shortestPiece = 80;

/**
 * Compares a reply with texts (design 7.12). True when it is what a text says, whatever was cut off or put around it:
 * nearly the same, a piece of it such as the middle of a briefing, or most of it with words beside.
 */
export function compareReply(reply: string): (text: string) => boolean {
  const own = shinglesOf(reply);
  return (text) => isTaken(own, shinglesOf(text));
}

function isTaken(own: Set<number>, given: Set<number>): boolean {
  if (similarityOf(own, given) >= sameFrom) return true;
  const both = [...own].filter((one) => given.has(one)).length;
  const isPiece = own.size >= shortestPiece && both >= pieceFrom * own.size;
  return isPiece || (given.size >= shortestPiece && both >= paddedFrom * given.size);
}

const shingleLength = 5;

/**
 * Every run of five characters of `text` as 32-bit hashes, case, punctuation and white space levelled, so that a changed
 * comma makes no difference. A text that is shorter is one shingle; one without letters and digits has none.
 */
function shinglesOf(text: string): Set<number> {
  const level = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const shingles = new Set<number>();
  if (level === '') return shingles;
  const last = Math.max(0, level.length - shingleLength);
  for (let start = 0; start <= last; start += 1) shingles.add(hash(level, start));
  return shingles;
}

/** The Jaccard similarity: what both have of what either has, 0 to 1. Two empty sets have nothing in common: 0. */
function similarityOf(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  if (small.size === 0) return 0;
  let both = 0;
  for (const shingle of small) if (large.has(shingle)) both += 1;
  return both / (one.size + other.size - both);
}

// FNV-1a: quick, and collisions are too rare among a few thousand shingles to move a similarity.
function hash(text: string, start: number): number {
  let value = 0x811c9dc5;
  const end = Math.min(text.length, start + shingleLength);
  for (let at = start; at < end; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}
