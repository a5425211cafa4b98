import { readModel, scoreOf } from '#shared/rules/text/linear-model.ts';
import askingSentenceModel from './asking-sentence.data.json' with { type: 'json' };
import asksModel from './asks.data.json' with { type: 'json' };
import offersModel from './offers.data.json' with { type: 'json' };
import { type PostWords, postScorer, postSentences, sentenceFeatures } from './post-features.ts';
import wantsModel from './wants.data.json' with { type: 'json' };

/** How likely a post is of each kind, 0 to 1, and the sentence that asks, word for word. */
export type Intent = {
  /** Its author needs help, advice, an explanation or a recommendation now. */
  asks: number;
  /** Its author wants something to use. */
  wants: number;
  /** A launch, an own product, hiring, looking for work or a survey. */
  offers: number;
  /**
   * The sentence that asks most clearly, on one line; null when none does. It is found when it is first read, as that
   * takes longer than the rest: a copy of an intent by `...` reads it too.
   */
  readonly askingSentence: string | null;
};

const asks = readModel(asksModel);
const wants = readModel(wantsModel);
const offers = readModel(offersModel);
const asksInSentence = readModel(askingSentenceModel);
const scoresOfPost = postScorer([asks, wants, offers]);

/** Reads a post's intent by models that were fitted on labelled posts in English (decision 21). */
export function readIntent(post: PostWords): Intent {
  const [asksBy = 0, wantsBy = 0, offersBy = 0] = scoresOfPost(post);
  let sentence: string | null | undefined;
  return {
    asks: asksBy,
    wants: wantsBy,
    offers: offersBy,
    get askingSentence() {
      if (sentence === undefined) sentence = findAskingSentence(post, asksBy);
      return sentence;
    },
  };
}

/** True from the least probability at which the claim is right often enough (decision 21). */
export function isAsking(intent: Pick<Intent, 'asks'>): boolean {
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
  let best: string | null = null;
  let bestScore = asksInSentence.sure;
  if (likely < bestScore) return best;
  const sentences = postSentences(post);
  for (const [at, features] of sentenceFeatures(sentences).entries()) {
    const score = likely * scoreOf(asksInSentence, features);
    if (score < bestScore) continue;
    best = sentences[at] ?? null;
    bestScore = score;
  }
  return best;
}
