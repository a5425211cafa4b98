const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences of a text in order, each on one line; a line break ends one. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/[\r\n]+/)
    .flatMap((line) => [...segmenter.segment(line)].map(({ segment }) => segment.replace(/\s+/g, ' ').trim()))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}
