import { readModel, scoreOf } from '#shared/rules/text/linear-model.ts';
import askingSentenceModel from './asking-sentence.data.json' with { type: 'json' };
import asksModel from './asks.data.json' with { type: 'json' };
import offersModel from './offers.data.json' with { type: 'json' };
import { type PostWords, postFeatures, postSentences, sentenceFeatures } from './post-features.ts';
import wantsModel from './wants.data.json' with { type: 'json' };

/** How likely a post is of each kind, 0 to 1, and the sentence that asks, word for word. */
export type Intent = {
  /** Its author needs help, advice, an explanation or a recommendation now. */
  asks: number;
  /** Its author wants something to use. */
  wants: number;
  /** A launch, an own product, hiring, looking for work or a survey. */
  offers: number;
  /** The sentence that asks most clearly, on one line; null when none does. Found when it is read. */
  readonly askingSentence: string | null;
};

const asks = readModel(asksModel);
const wants = readModel(wantsModel);
const offers = readModel(offersModel);
const asksInSentence = readModel(askingSentenceModel);

/** Reads a post's intent by models that were fitted on labelled posts in English (decision 21). */
export function readIntent(post: PostWords): Intent {
  const features = postFeatures(post);
  const likely = scoreOf(asks, features);
  return {
    asks: likely,
    wants: scoreOf(wants, features),
    offers: scoreOf(offers, features),
    get askingSentence() {
      return findAskingSentence(post, likely);
    },
  };
}

/** True from the least probability at which the claim is right often enough (decision 21). */
export function isAsking(intent: Intent): boolean {
  return intent.asks >= asks.sure;
}

export function wantsRecommendation(intent: Intent): boolean {
  return intent.wants >= wants.sure;
}

export function isOffering(intent: Intent): boolean {
  return intent.offers >= offers.sure;
}

/** The likeliest sentence, if the post is likely to ask and to ask there. */
function findAskingSentence(post: PostWords, likely: number): string | null {
  const sentences = postSentences(post);
  let best: string | null = null;
  let bestScore = asksInSentence.sure;
  for (const [at, features] of sentenceFeatures(sentences).entries()) {
    const score = likely * scoreOf(asksInSentence, features);
    if (score < bestScore) continue;
    best = sentences[at] ?? null;
    bestScore = score;
  }
  return best;
}
