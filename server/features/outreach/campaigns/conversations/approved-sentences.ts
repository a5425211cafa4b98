import { sentencesOf } from '#shared/rules/text/sentences.ts';

/** A text about a product, with `trackedLink` in place of `url`. */
export type LinkedText = { text: string; url: string; trackedLink: string };

/**
 * The first sentence of a text that none of the `approved` texts has, letter for letter but for white space and tracked
 * links; null when each was approved.
 */
export function findUnapprovedSentence(text: LinkedText, approved: LinkedText[]): string | null {
  const known = new Set(approved.flatMap(linkedSentences));
  return linkedSentences(text).find((sentence) => !known.has(sentence)) ?? null;
}

/** Each conversation has a tracked link of its own, so the product's address replaces them. */
function linkedSentences({ text, url, trackedLink }: LinkedText): string[] {
  return sentencesOf(text.normalize('NFC').replaceAll(trackedLink, () => url));
}
