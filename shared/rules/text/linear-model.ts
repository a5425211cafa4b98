/** A logistic regression on features of a text, as `scripts/fit/fit-linear-model.ts` fits one. */
export type LinearModel = {
  /** Scores from here on are sure. */
  sure: number;
  bias: number;
  weights: Map<string, number>;
};

/** A model as it is kept in JSON: weights by feature. */
export type StoredModel = { sure: number; bias: number; weights: Record<string, number> };

/** How much of each feature a text has; 1 where a feature is only there or not. */
export type Features = Map<string, number>;

export function readModel({ sure, bias, weights }: StoredModel): LinearModel {
  return { sure, bias, weights: new Map(Object.entries(weights)) };
}

/** How likely a text with these features is of the kind that the model was fitted to find, 0 to 1. */
export function scoreOf({ bias, weights }: Omit<LinearModel, 'sure'>, features: Features): number {
  let sum = bias;
  for (const [feature, value] of features) sum += value * (weights.get(feature) ?? 0);
  return shareOf(sum);
}

/** Log odds as a share of 1. */
export function shareOf(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

/**
 * The features of a text, each once: its words, pairs of neighbours, and how longer words begin and end, since
 * many languages say the tense there. "^" in a pair is the text's start or a mark between words.
 */
export function featuresOf(text: string): Features {
  const features: Features = new Map();
  let before = '^';
  for (const [part] of text
    .normalize('NFC')
    .toLowerCase()
    .matchAll(/\p{L}+|[.,:;?!¿¡…]/gu)) {
    const isWord = /^\p{L}/u.test(part);
    if (!isWord && before === '^') continue;
    const word = isWord ? part : '^';
    features.set(`${before} ${word}`, 1);
    before = word;
    if (!isWord) continue;
    features.set(word, 1);
    if (word.length > startLength + 1) features.set(`${word.slice(0, startLength)}~`, 1);
    for (const length of endLengths) if (word.length > length + 1) features.set(`~${word.slice(-length)}`, 1);
  }
  return features;
}

const startLength = 4;
const endLengths = [2, 3, 4];
