import { wordFeatures } from '#server/features/outreach/find/intent/post-features.ts';
import { readModel, scoreOf } from '#shared/rules/text/linear-model.ts';
import stored from './claims.data.json' with { type: 'json' };

/** Claims of a sentence in a reply that nobody told us. */
export const claims = ['figure', 'experience', 'promise', 'threat'] as const;
export type Claim = (typeof claims)[number];

const claiming = readModel(stored.claim);
const kinds = claims.map((claim) => ({ claim, model: readModel(stored[claim]) }));

/**
 * The claim of an English sentence by models that were fitted on labelled sentences (decision 21); null where it makes
 * none.
 */
export function readClaim(sentence: string): Claim | null {
  const features = wordFeatures(sentence);
  if (scoreOf(claiming, features) < claiming.sure) return null;
  const scored = kinds.map(({ claim, model }) => ({ claim, score: scoreOf(model, features) }));
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).claim;
}
