import { type Features, type LinearModel, shareOf } from '#shared/rules/text/linear-model.ts';
import { sentencesOf } from '#shared/rules/text/sentences.ts';

/** The words of a post; one without a title has the title of its thread. */
export type PostWords = { title: string; text: string };

/** Enough for a post's aim; the models were fitted on as much. */
const longestRead = 4_000;

/**
 * The features of a post: words and neighbours of the whole, of the title alone (`t:`), and words of its questions
 * (`q:`). Long posts have each feature less, or they would be of every kind.
 */
export function postFeatures(post: PostWords): Features {
  return featuresOf((see) => readPost(post, see));
}

/** The words of one sentence and their neighbours. */
export function wordFeatures(sentence: string): Features {
  return featuresOf((see) => readWords(partsOf(sentence), '', 1, see));
}

/** The sentences of a post in order, the title first. */
export function postSentences({ title, text }: PostWords): string[] {
  return sentencesOf(`${title}\n${text.slice(0, longestRead)}`);
}

/** The features of each sentence of a post: its words, its length and its place among the questions (`#`). */
export function sentenceFeatures(sentences: string[]): Features[] {
  const questions = sentences.filter((sentence) => sentence.includes('?'));
  return sentences.map((sentence) => {
    const parts = partsOf(sentence);
    const features = featuresOf((see) => readWords(parts, '', 1, see));
    features.set(`#length ${Math.min(4, Math.floor(parts.length / 7))}`, 1);
    if (questions.length === 0) features.set('#no questions', 1);
    if (!sentence.includes('?')) return features;
    features.set(`#questions ${Math.min(3, questions.length)}`, 1);
    if (sentence === questions[0]) features.set('#first question', 1);
    if (sentence === questions.at(-1)) features.set('#last question', 1);
    return features;
  });
}

/** Called for each feature of a text, often more than once: a word, and a word with the part before it. */
type See = (group: Group, before: string | null, word: string, value: number) => void;
type Group = '' | 't:' | 'q:';

function featuresOf(read: (see: See) => void): Features {
  const features: Features = new Map();
  read((group, before, word, value) =>
    features.set(before === null ? group + word : `${group}${before} ${word}`, value),
  );
  return features;
}

/** Weights of a feature by model; `text` is the number of the last text that has it. */
type Weighed = { weights: number[]; text: number };

/**
 * The scores of a post by several models, read once; the same as `scoreOf` gives for its features. Most features of a
 * post are in no model: they are looked up by their parts, and never spelled out.
 */
export function postScorer(models: LinearModel[]): (post: PostWords) => number[] {
  const words = new Map<string, Weighed>();
  const pairs = new Map<string, Map<string, Weighed>>();
  for (const feature of new Set(models.flatMap(({ weights }) => [...weights.keys()]))) {
    const weighed = { weights: models.map(({ weights }) => weights.get(feature) ?? 0), text: 0 };
    const [first = '', second] = feature.split(' ');
    if (second === undefined) words.set(first, weighed);
    else pairs.set(first, (pairs.get(first) ?? new Map<string, Weighed>()).set(second, weighed));
  }
  let text = 0;
  return (post) => {
    text += 1;
    const sums = models.map(({ bias }) => bias);
    readPost(post, (group, before, word, value) => {
      const weighed = before === null ? words.get(group + word) : pairs.get(group + before)?.get(word);
      if (weighed === undefined || weighed.text === text) return;
      weighed.text = text;
      weighed.weights.forEach((weight, place) => {
        sums[place] = (sums[place] ?? 0) + value * weight;
      });
    });
    return sums.map(shareOf);
  };
}

function readPost({ title, text }: PostWords, see: See): void {
  const titleParts = partsOf(title.slice(0, longestTitle));
  const parts = [...titleParts, '.', ...partsOf(text.slice(0, longestRead))];
  readWords(parts, '', Math.min(1, Math.sqrt(fullLength / parts.length)), see);
  readWords(titleParts, 't:', 1, see);
  let start = 0;
  for (const [at, part] of parts.entries()) {
    if (part === '?') for (const word of parts.slice(start, at)) if (isWord(word)) see('q:', null, word, 1);
    if (endsOfSentences.has(part)) start = at + 1;
  }
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
function readWords(parts: string[], group: Group, value: number, see: See): void {
  let before = '^';
  for (const some of parts) {
    see(group, before, some, value);
    const isMark = !isWord(some) && some !== '?';
    if (!isMark || some === '!') see(group, null, some, value);
    before = isMark ? '^' : some;
  }
}

function isWord(some: string): boolean {
  return some.length > 1 || !marks.has(some);
}

const marks = new Set('.,:;?!()[]');
