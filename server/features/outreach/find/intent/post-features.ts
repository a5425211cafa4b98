import type { Features } from '#shared/rules/text/linear-model.ts';
import { sentencesOf } from '#shared/rules/text/sentences.ts';

/** The words of a post; one without a title has the title of its thread. */
export type PostWords = { title: string; text: string };

/** Enough for a post's aim; the models were fitted on as much. */
const longestRead = 4_000;

/**
 * The features of a post: words and neighbours of the whole, of the title alone (`t:`), and words of its questions
 * (`q:`). Long posts have each feature less, or they would be of every kind.
 */
export function postFeatures({ title, text }: PostWords): Features {
  const features: Features = new Map();
  const titleParts = partsOf(title.slice(0, longestTitle));
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

/** The sentences of a post in order, the title first. */
export function postSentences({ title, text }: PostWords): string[] {
  return sentencesOf(`${title}\n${text.slice(0, longestRead)}`);
}

/** The features of each sentence of a post: its words, its length and its place among the questions (`#`). */
export function sentenceFeatures(sentences: string[]): Features[] {
  const questions = sentences.filter((sentence) => sentence.includes('?'));
  return sentences.map((sentence) => {
    const features: Features = new Map();
    const parts = partsOf(sentence);
    addWords(features, '', parts, 1);
    features.set(`#length ${Math.min(4, Math.floor(parts.length / 7))}`, 1);
    if (questions.length === 0) features.set('#no questions', 1);
    if (!sentence.includes('?')) return features;
    features.set(`#questions ${Math.min(3, questions.length)}`, 1);
    if (sentence === questions[0]) features.set('#first question', 1);
    if (sentence === questions.at(-1)) features.set('#last question', 1);
    return features;
  });
}

const longestTitle = 400;
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
