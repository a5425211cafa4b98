import { shinglesOf, similarityOf } from './shingles.ts';

/** From this Jaccard similarity on two replies are the same one said twice. */
const sameFrom = 0.6;

/** So much of a reply's words in a suggestion makes it a piece of that. */
const takenFrom = 0.9;
/** So much of a text in a reply makes the rest of the reply padding. Facts, a link and the disclosure are less. */
const heldFrom = 0.75;
// Shorter pieces, such as the disclosure or one fact, may well be taken over.
const shortestPiece = 80;

/**
 * True when two replies are nearly the same: 5-character shingles, Jaccard ≥ 0.6 (design 7.12). Blank texts are not.
 */
export function isNearlyTheSame(one: string, other: string): boolean {
  return similarityOf(shinglesOf(one), shinglesOf(other)) >= sameFrom;
}

/**
 * Tells whether a reply is what a text says, whatever was cut off or put around it: nearly the same, a piece of it such
 * as the middle of a briefing, or most of it with words beside. The reply is taken apart once for all the texts.
 */
export function compareReply(reply: string): (text: string) => boolean {
  const own = shinglesOf(reply);
  return (text) => isTaken(own, shinglesOf(text));
}

function isTaken(own: Set<number>, given: Set<number>): boolean {
  if (similarityOf(own, given) >= sameFrom) return true;
  const both = own.intersection(given).size;
  const isPiece = own.size >= shortestPiece && both >= takenFrom * own.size;
  return isPiece || (given.size >= shortestPiece && both >= heldFrom * given.size);
}
