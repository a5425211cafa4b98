import type { Features } from '#shared/rules/text/linear-model.ts';

/** The words of a post; one without a title has the title of its thread. */
export type PostWords = { title: string; text: string };

/** Enough for a post's aim; the models were fitted on as much. */
export const longestRead = 4_000;

/**
 * The features of a post: words and neighbours of the whole, of the title alone (`t:`), and words of its questions
 * (`q:`). Long posts have each feature less, or they would be of every kind.
 */
export function postFeatures({ title, text }: PostWords): Features {
  const features: Features = new Map();
  const titleParts = partsOf(title);
  const parts = [...titleParts, '.', ...partsOf(text.slice(0, longestRead))];
  addWords(features, '', parts, Math.min(1, Math.sqrt(fullLength / parts.length)));
  addWords(features, 't:', titleParts, 1);
  let start = 0;
  for (const [at, part] of parts.entries()) {
    if (part === '?')
      for (const word of parts.slice(start, at)) if (isWord(word)) features.set(`q:${word}`, 1);
    if (endsOfSentences.has(part)) start = at + 1;
  }
  return features;
}

/** The features of one sentence. */
export function sentenceFeatures(sentence: string): Features {
  const features: Features = new Map();
  addWords(features, '', partsOf(sentence), 1);
  return features;
}

const fullLength = 80;
const endsOfSentences = new Set(['.', '!', '?']);

/** Words with their contractions, marks, and one part for every number, link and community. */
function partsOf(text: string): string[] {
  const found = text.toLowerCase().replaceAll('’', "'").match(part) ?? [];
  return found.map((some) => (some.startsWith('http') && some.includes('://') ? '<link>' : named(some)));
}

const part = /https?:\/\/\S+|\/?r\/\w+|\p{L}+(?:'\p{L}+)*|\d+|[.,:;?!()[\]]/gu;

function named(some: string): string {
  if (some.startsWith('r/') || some.startsWith('/')) return '<community>';
  return some >= '0' && some < ':' ? '0' : some;
}

/** "^" in a pair is the text's start or a mark between words. */
function addWords(features: Features, prefix: string, parts: string[], value: number) {
  let before = '^';
  for (const some of parts) {
    features.set(`${prefix}${before} ${some}`, value);
    const isMark = !isWord(some) && some !== '?';
    if (!isMark || some === '!') features.set(`${prefix}${some}`, value);
    before = isMark ? '^' : some;
  }
}

function isWord(some: string): boolean {
  return some.length > 1 || !marks.has(some);
}

const marks = new Set('.,:;?!()[]');
