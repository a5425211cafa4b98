/** A logistic regression on features of a text, as `scripts/fit/fit-linear-model.ts` fits one. */
export type LinearModel = {
  /** Scores from here on are sure. */
  sure: number;
  bias: number;
  /** By feature. */
  weights: Record<string, number>;
};

/** How likely a text with these features is of the kind that the model was fitted to find, 0 to 1. */
export function scoreOf({ bias, weights }: Omit<LinearModel, 'sure'>, features: Iterable<string>): number {
  let sum = bias;
  for (const feature of features) if (Object.hasOwn(weights, feature)) sum += weights[feature] ?? 0;
  return 1 / (1 + Math.exp(-sum));
}

/**
 * The features of a text, each once: its words, pairs of neighbours, and how longer words begin and end, since
 * many languages say the tense there. "^" in a pair is the text's start or a mark between words.
 */
export function featuresOf(text: string): Set<string> {
  const features = new Set<string>();
  let before = '^';
  for (const [part] of text
    .normalize('NFC')
    .toLowerCase()
    .matchAll(/\p{L}+|[.,:;?!¿¡…]/gu)) {
    const isWord = /^\p{L}/u.test(part);
    if (!isWord && before === '^') continue;
    const word = isWord ? part : '^';
    features.add(`${before} ${word}`);
    before = word;
    if (!isWord) continue;
    features.add(word);
    if (word.length > startLength + 1) features.add(`${word.slice(0, startLength)}~`);
    for (const length of endLengths) if (word.length > length + 1) features.add(`~${word.slice(-length)}`);
  }
  return features;
}

const startLength = 4;
const endLengths = [2, 3, 4];
