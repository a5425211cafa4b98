import { type LinearModel, scoreOf } from '#shared/rules/text/linear-model.ts';
import { sentencesOf } from '#shared/rules/text/sentences.ts';
import models from './intent.data.json' with { type: 'json' };
import { type PostWords, postFeatures, sentenceFeatures } from './post-features.ts';

/** How likely a post is of each kind, 0 to 1, and the sentence that asks, word for word. */
export type Intent = {
  /** Its author needs help, advice, an explanation or a recommendation now. */
  asks: number;
  /** Its author wants something to use. */
  wants: number;
  /** A launch, an own product, hiring, looking for work or a survey. */
  offers: number;
  /** The sentence that asks most clearly, on one line; null when none does. */
  askingSentence: string | null;
};

/** Reads a post's intent by models that were fitted on labelled posts in English (decision 21). */
export function readIntent(post: PostWords): Intent {
  const features = postFeatures(post);
  return {
    asks: scoreOf(models.asks, features),
    wants: scoreOf(models.wants, features),
    offers: scoreOf(models.offers, features),
    askingSentence: findAskingSentence(post),
  };
}

/** True from the least probability at which the claim is right often enough (decision 21). */
export function isAsking({ asks }: Intent): boolean {
  return asks >= models.asks.sure;
}

export function wantsRecommendation({ wants }: Intent): boolean {
  return wants >= models.wants.sure;
}

export function isOffering({ offers }: Intent): boolean {
  return offers >= models.offers.sure;
}

function findAskingSentence({ title, text }: PostWords): string | null {
  const model: LinearModel = models.sentence;
  let best: string | null = null;
  let bestScore = model.sure;
  for (const sentence of sentencesOf(`${title}\n${text.slice(0, 4_000)}`)) {
    const score = scoreOf(model, sentenceFeatures(sentence));
    if (score >= bestScore) [best, bestScore] = [sentence, score];
  }
  return best;
}
