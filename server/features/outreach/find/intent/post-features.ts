/** The parts of a post that intent is read from; a post of a thread has its title. */
export type PostWords = { title: string; text: string };

/** Long posts repeat themselves, and a model is fitted on short ones. */
const longestRead = 4_000;

/** The features of a post, each once: words and pairs of neighbours, apart for the title and for the whole. */
export function postFeatures({ title, text }: PostWords): Set<string> {
  const features = new Set<string>();
  addWords(features, 't:', title);
  addWords(features, '', title);
  addWords(features, '', text.slice(0, longestRead));
  return features;
}

/** The features of one sentence, each once. */
export function sentenceFeatures(sentence: string): Set<string> {
  const features = new Set<string>();
  addWords(features, '', sentence);
  return features;
}

/** "^" in a pair is the text's start or a mark between words; contractions are one word, and digits are one "0". */
function addWords(features: Set<string>, prefix: string, text: string) {
  let before = '^';
  for (const [part] of text
    .toLowerCase()
    .replaceAll('’', "'")
    .matchAll(/\p{L}+(?:'\p{L}+)*|\d+|[.,:;?!()[\]]/gu)) {
    const word = /^\d/.test(part) ? '0' : part;
    const isMark = /^[^\p{L}0]/u.test(word);
    features.add(`${prefix}${before} ${word}`);
    if (!isMark || word === '?' || word === '!') features.add(`${prefix}${word}`);
    before = isMark && word !== '?' ? '^' : word;
  }
}
