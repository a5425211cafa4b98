const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences of a text in order, each on one line; a line break ends one. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/[\r\n]+/)
    .flatMap((line) => wholeSentencesOf(line).map((sentence) => sentence.replace(/\s+/g, ' ').trim()))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** The sentences of a text, each with the space behind it: joined they are the text. */
export function wholeSentencesOf(text: string): string[] {
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}
