import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { wordFeatures } from '#server/features/outreach/find/intent/post-features.ts';
import { claims } from '#server/features/outreach/find/suggest/read-claim.ts';
import {
  figuresOf,
  fitLinearModel,
  type Labelled,
  leastSureScore,
  scoreLeftOut,
} from './fit-linear-model.ts';

/** Sentences of replies, written for the product; the letter of an id is its writer's. */
const file = 'scripts/fit/written-sentences.fixture.jsonl';
const labelledSentence = z.object({
  id: z.string(),
  topic: z.string(),
  sentence: z.string(),
  kind: z.enum(['fine', ...claims]),
});
type LabelledSentence = z.infer<typeof labelledSentence>;

const config = { penalty: 1, fewestGroups: 2, mostFeatures: 1_200 };
const kindConfig = { ...config, mostFeatures: 300 };
/** The share of the sentences taken for claims that must be claims, on topics left out. */
const precision = 0.9;

/**
 * Fits a model that finds claims among the sentences of replies, and one for each kind of claim among the claims, with
 * figures on topics left out and on the sentences of writers left out.
 */
export function fitClaimModels() {
  const sentences = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => labelledSentence.parse(JSON.parse(line)));
  const isClaim = ({ kind }: LabelledSentence) => kind !== 'fine';
  const examples = sentences.map((one) => exampleOf(one, isClaim, one.topic));
  const leftOut = scoreLeftOut(examples, config);
  const sure = leastSureScore(leftOut, precision);
  const byWriter = sentences.map((one) => exampleOf(one, isClaim, one.id.charAt(0)));
  const claiming = sentences.filter(isClaim);
  const kinds = claims.map((claim) => {
    const ofKind = claiming.map((one) => exampleOf(one, ({ kind }) => kind === claim, one.topic));
    return { claim, leftOut: scoreLeftOut(ofKind, kindConfig), model: fitLinearModel(ofKind, kindConfig) };
  });
  const named = claiming.filter(({ kind }, at) => {
    const scored = kinds.map(({ claim, leftOut: scores }) => ({ claim, score: scores[at]?.score ?? 0 }));
    return scored.sort((one, other) => other.score - one.score)[0]?.claim === kind;
  });
  return {
    count: sentences.length,
    model: { sure, ...fitLinearModel(examples, config) },
    kinds: Object.fromEntries(kinds.map(({ claim, model }) => [claim, { sure: 0, ...model }])),
    leftOut: figuresOf(leftOut, sure),
    otherWriters: figuresOf(scoreLeftOut(byWriter, config), sure),
    kindsRight: named.length / claiming.length,
  };
}

function exampleOf(
  one: LabelledSentence,
  isKind: (one: LabelledSentence) => boolean,
  group: string,
): Labelled {
  return { features: wordFeatures(one.sentence), isKind: isKind(one), group };
}
