import { readModel, scoreOf } from '#shared/rules/text/linear-model.ts';
import { sentencesOf } from '#shared/rules/text/sentences.ts';
import askingSentenceModel from './asking-sentence.data.json' with { type: 'json' };
import asksModel from './asks.data.json' with { type: 'json' };
import offersModel from './offers.data.json' with { type: 'json' };
import { longestRead, type PostWords, postFeatures, sentenceFeatures } from './post-features.ts';
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

/** Reads a post's intent by models that were fitted on labelled posts in English (decision 21). */
export function readIntent(post: PostWords): Intent {
  const features = postFeatures(post);
  const scores = {
    asks: scoreOf(asks, features),
    wants: scoreOf(wants, features),
    offers: scoreOf(offers, features),
  };
  let sentence: string | null | undefined;
  return {
    ...scores,
    get askingSentence() {
      if (sentence === undefined) sentence = mayAsk(scores) ? findAskingSentence(post) : null;
      return sentence;
    },
  };
}

// Below it a post asks nothing, whatever a single sentence looks like.
const leastToAsk = 0.05;

/** False for stories and the like, of which no sentence is quoted. */
function mayAsk({ asks, wants }: Pick<Intent, 'asks' | 'wants'>): boolean {
  return Math.max(asks, wants) >= leastToAsk;
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

function findAskingSentence({ title, text }: PostWords): string | null {
  let best: string | null = null;
  let bestScore = asksInSentence.sure;
  for (const sentence of sentencesOf(`${title}\n${text.slice(0, longestRead)}`)) {
    const score = scoreOf(asksInSentence, sentenceFeatures(sentence));
    if (score < bestScore) continue;
    best = sentence;
    bestScore = score;
  }
  return best;
}
